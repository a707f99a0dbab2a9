import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ReplyError } from '../ai/reply.ts'
import { connect, type Database } from '../db/connect.ts'
import { chats, messages } from '../db/schema/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { makeRunningReply, scriptedReply, usage } from '../testing/factories.ts'
import { createLocalRuns } from './local-runs.ts'
import type { ReplyFeed } from './reply-feed.ts'
import type { Runs } from './runs.ts'

const log = pino({ level: 'silent' })
let copy: TestDatabase
let database: Database
const started: Runs[] = []

beforeAll(async () => {
  copy = await createTestDatabase(inject('adminUrl'), inject('template'))
  database = connect({ connectionString: copy.url }, log)
})
afterAll(async () => {
  await Promise.all(started.map((runs) => runs.drain(0)))
  await database.close()
  await copy.drop()
})

/** One instance of the server, as far as runs are concerned. */
function instance(): Runs {
  const runs = createLocalRuns({ db: database.db, log })
  started.push(runs)
  return runs
}

async function begin(runs: Runs) {
  const id = await makeRunningReply(database.db, runs)
  const script = scriptedReply()
  runs.start(id, script.generate)
  return { id, script }
}

const stored = async (id: string) => {
  const [row] = await database.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}

const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

const feedOf = async (runs: Runs, id: string): Promise<ReplyFeed> => {
  const feed = await runs.feed(id)
  if (!feed) throw new Error('no feed')
  return feed
}

const ended = (feed: ReplyFeed) =>
  new Promise<void>((resolve) => {
    const check = () => feed.end && resolve()
    feed.subscribe(check)
    check()
  })

describe('a run', () => {
  test('ends stored whole, with the provider’s figures, before anybody hears of it', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    const feed = await feedOf(runs, id)
    script.say('Olá, ')
    script.say('Ana!')
    script.finish()
    await ended(feed)
    expect(await stored(id)).toMatchObject({
      status: 'done',
      content: 'Olá, Ana!',
      finishReason: 'stop',
      nTokens: usage.nTokens,
      nCachedTokens: usage.nCachedTokens,
      usedModel: 'openai',
      leaseOwner: null,
    })
    expect(runs.active).toBe(0)
  })

  test('saves its text as it grows, nobody reading', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Primeira parte. ')
    await eventually(async () => expect((await stored(id)).content).toBe('Primeira parte. '))
    script.say('Segunda.')
    await eventually(async () => expect((await stored(id)).content).toBe('Primeira parte. Segunda.'))
    expect((await stored(id)).status).toBe('running')
    await runs.stop(id)
  })

  test('joins a character that came in two halves', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    const feed = await feedOf(runs, id)
    const [high = '', low = ''] = '🎭'.split('')
    script.say(`a${high}`)
    script.say(`${low}b\u0000c`)
    script.say(high)
    script.finish()
    await ended(feed)
    expect((await stored(id)).content).toBe('a🎭bc')
    expect(feed.text).toBe('a🎭bc')
  })

  test('that fails before its first word is an error; after it, interrupted with the text kept', async () => {
    const runs = instance()
    const silent = await begin(runs)
    silent.script.fail(new ReplyError('provider_down'))
    const spoken = await begin(runs)
    spoken.script.say('Até aqui')
    spoken.script.fail(new ReplyError('upstream_cut'))
    await eventually(() => expect(runs.active).toBe(0))
    expect(await stored(silent.id)).toMatchObject({
      status: 'error',
      errorCode: 'provider_down',
      content: '',
    })
    expect(await stored(spoken.id)).toMatchObject({
      status: 'interrupted',
      errorCode: 'upstream_cut',
      content: 'Até aqui',
    })
  })

  test('without an end from the provider is never done', async () => {
    const runs = instance()
    const id = await makeRunningReply(database.db, runs)
    runs.start(id, async function* () {
      yield { type: 'text', text: 'Meia ' }
    })
    await eventually(() => expect(runs.active).toBe(0))
    expect(await stored(id)).toMatchObject({ status: 'interrupted', errorCode: 'upstream_cut' })
  })

  test('that throws anything else says nothing of it', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.fail(new TypeError('segredo interno'))
    await eventually(() => expect(runs.active).toBe(0))
    expect(await stored(id)).toMatchObject({ status: 'error', errorCode: 'internal', content: '' })
  })
})

describe('stop', () => {
  test('aborts the provider, keeps the text, and may be repeated', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Texto parcial')
    const feed = await feedOf(runs, id)
    await eventually(() => expect(feed.text).toBe('Texto parcial'))
    expect(await runs.stop(id)).toBe(true)
    expect(script.isAborted).toBe(true)
    expect(await stored(id)).toMatchObject({
      status: 'stopped',
      content: 'Texto parcial',
      errorCode: null,
      usedModel: 'openai',
    })
    expect(await runs.stop(id)).toBe(false)
  })

  test('against finish: one end stands, for the row and for the reader', async () => {
    const runs = instance()
    for (let round = 0; round < 40; round += 1) {
      const { id, script } = await begin(runs)
      const feed = await feedOf(runs, id)
      script.say('texto')
      await Promise.all([runs.stop(id), Promise.resolve().then(() => script.finish())])
      await ended(feed)
      expect(feed.end?.status).toBe((await stored(id)).status)
      expect(['done', 'stopped']).toContain(feed.end?.status)
    }
  })

  test('reaches a run on another instance, whose readers hear of it', async () => {
    const [here, there] = [instance(), instance()]
    const { id, script } = await begin(here)
    script.say('Escrevo aqui')
    const feed = await feedOf(here, id)
    await eventually(async () => expect((await stored(id)).content).toBe('Escrevo aqui'))
    expect(await there.stop(id)).toBe(true)
    await ended(feed)
    expect(feed.end?.status).toBe('stopped')
    expect(script.isAborted).toBe(true)
    expect(await stored(id)).toMatchObject({ status: 'stopped', usedModel: 'openai' })
  })
})

describe('readers', () => {
  test('on another instance get the text so far, the rest and the end', async () => {
    const [here, there] = [instance(), instance()]
    const { id, script } = await begin(here)
    script.say('Começo ')
    await eventually(async () => expect((await stored(id)).content).toBe('Começo '))
    const feed = await feedOf(there, id)
    expect(feed.text).toBe('Começo ')
    const end = ended(feed)
    script.say('e fim')
    script.finish()
    await end
    expect(feed.text).toBe('Começo e fim')
    expect(feed.end?.status).toBe('done')
  })

  test('of a reply that ended get it whole', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Pronto')
    script.finish()
    await eventually(() => expect(runs.active).toBe(0))
    expect(await feedOf(runs, id)).toMatchObject({ text: 'Pronto', end: { status: 'done' } })
  })

  test('of nothing get nothing', async () => {
    expect(await instance().feed('00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })
})

describe('orphans', () => {
  test('become interrupted once their lease is over; live and leased ones are left alone', async () => {
    const [here, dead] = [instance(), instance()]
    const orphan = await makeRunningReply(database.db, dead)
    const leased = await makeRunningReply(database.db, dead)
    const live = await begin(here)
    const past = { leaseUntil: new Date(Date.now() - 60_000) }
    await database.db.update(messages).set(past).where(eq(messages.id, orphan))
    await database.db.update(messages).set(past).where(eq(messages.id, live.id))
    await here.recover({ isAlone: false })
    expect(await stored(orphan)).toMatchObject({ status: 'interrupted', errorCode: 'server_stopped' })
    expect((await stored(leased)).status).toBe('running')
    expect((await stored(live.id)).status).toBe('running')
    await here.stop(live.id)
  })

  test('are everybody else’s when this instance knows that it is alone', async () => {
    const orphan = await makeRunningReply(database.db, instance())
    await instance().recover({ isAlone: true })
    expect((await stored(orphan)).status).toBe('interrupted')
  })

  test('a writer that lost its row stops and changes nothing', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    await database.db
      .update(messages)
      .set({ status: 'interrupted', leaseOwner: null, leaseUntil: null, content: 'como ficou' })
      .where(eq(messages.id, id))
    script.say('tarde demais')
    await eventually(() => expect(runs.active).toBe(0))
    expect(script.isAborted).toBe(true)
    expect(await stored(id)).toMatchObject({ status: 'interrupted', content: 'como ficou' })
  })

  test('a reply whose chat was deleted ends, and nothing is written', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    await database.db.delete(chats).where(eq(chats.id, (await stored(id)).chatId))
    script.say('para ninguém')
    await eventually(() => expect(runs.active).toBe(0))
    expect(script.isAborted).toBe(true)
  })
})

describe('drain', () => {
  test('lets a reply end within the grace time and refuses new ones', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    const drained = runs.drain(10_000)
    expect(runs.isAccepting).toBe(false)
    const late = await begin(runs)
    await eventually(async () => expect((await stored(late.id)).status).toBe('interrupted'))
    expect(late.script.isAborted).toBe(true)
    script.say('Terminei')
    script.finish()
    await drained
    expect(await stored(id)).toMatchObject({ status: 'done', content: 'Terminei' })
  })

  test('interrupts what is left, with its text', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Fiquei no meio')
    await eventually(async () => expect((await feedOf(runs, id)).text).toBe('Fiquei no meio'))
    await runs.drain(0)
    expect(script.isAborted).toBe(true)
    expect(await stored(id)).toMatchObject({
      status: 'interrupted',
      errorCode: 'server_stopped',
      content: 'Fiquei no meio',
    })
  })
})
