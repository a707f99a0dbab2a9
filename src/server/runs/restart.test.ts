import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ReplyError } from '../ai/reply.ts'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply, scriptedReply } from '../testing/factories/running-reply.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import { STOP_ASKED } from './replies.queries.ts'
import type { Runs } from './runs.ts'

const DEAD = '0195e7c0-0000-7000-8000-000000000000'
const INTERRUPTED = { status: 'interrupted', errorCode: 'server_stopped', leaseOwner: null }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

let fixture: RunsFixture
let runs: Runs
/** Generations of replies that this start has taken over. */
let taken: Map<string, ReturnType<typeof scriptedReply>>
beforeEach(async () => {
  fixture = await createRunsFixture()
  taken = new Map()
  runs = nextStart()
})
afterEach(() => fixture.close())

/** The runs after a restart. */
function nextStart(): Runs {
  const started = fixture.instance()
  started.onOrphan(async (id) => {
    const script = scriptedReply()
    taken.set(id, script)
    return script.generate
  })
  return started
}

/** A reply whose writer was killed, with this saved text. */
async function orphan(values: Parameters<RunsFixture['change']>[1] = {}): Promise<string> {
  const id = await makeRunningReply(fixture.db, runs)
  await fixture.change(id, { content: 'Até aqui, ', leaseOwner: DEAD, ...values })
  return id
}

const scriptOf = (id: string) => {
  const script = taken.get(id)
  if (!script) throw new Error('not taken over')
  return script
}

async function finish(id: string): Promise<void> {
  scriptOf(id).say('e até o fim.')
  scriptOf(id).finish()
  await eventually(async () => expect((await fixture.stored(id)).status).toBe('done'))
}

describe('after a restart without Redis', () => {
  test('F26 a reply continues from its saved text, and its readers get the rest and the end', async () => {
    const id = await orphan()
    await runs.recover({ isAlone: true })
    const feed = await feedOf(runs, id)
    expect(feed).toMatchObject({ text: 'Até aqui, ', attempt: 2, isBehind: false })
    const whole = ended(feed)
    await finish(id)
    await whole
    expect(feed).toMatchObject({ text: 'Até aqui, e até o fim.', end: { status: 'done' } })
    expect(await fixture.stored(id)).toMatchObject({ content: feed.text, attempt: 2, leaseOwner: null })
  })

  test('I3 another process’s reply continues once its lease expired; one with a lease, and a live one, stay', async () => {
    const [expired, leased] = [await orphan({ leaseUntil: minutesAgo(1) }), await orphan()]
    const live = await fixture.begin(runs)
    await fixture.change(live.id, { leaseUntil: minutesAgo(1) })
    await runs.recover({ isAlone: false })
    expect([...taken.keys()]).toEqual([expired])
    // Alone, it takes every reply but its own, such as one that is just being stored.
    const own = await makeRunningReply(fixture.db, runs)
    await runs.recover({ isAlone: true })
    expect([...taken.keys()]).toEqual([expired, leased])
    for (const id of [own, live.id]) {
      expect(await fixture.stored(id)).toMatchObject({ status: 'running', attempt: 1 })
    }
  })

  test('a reply older than ten minutes is interrupted, unless its user continued it since', async () => {
    const old = await orphan({ createdAt: minutesAgo(11) })
    const recent = await orphan({ createdAt: minutesAgo(9) })
    const continued = await orphan({ createdAt: minutesAgo(11), resumableUntil: minutesAgo(-1) })
    const abandoned = await orphan({ createdAt: minutesAgo(60), resumableUntil: minutesAgo(1) })
    await runs.recover({ isAlone: true })
    expect([...taken.keys()].toSorted()).toEqual([recent, continued].toSorted())
    for (const id of [old, abandoned]) {
      expect(await fixture.stored(id)).toMatchObject({ ...INTERRUPTED, content: 'Até aqui, ' })
    }
  })

  test('a reply that lost a second writer is interrupted', async () => {
    const id = await orphan()
    await runs.recover({ isAlone: true })
    scriptOf(id).say('mais um pouco')
    await eventually(async () => expect((await fixture.stored(id)).content).toBe('Até aqui, mais um pouco'))
    await fixture.change(id, { leaseOwner: DEAD })
    await nextStart().recover({ isAlone: true })
    expect(await fixture.stored(id)).toMatchObject({ ...INTERRUPTED, content: 'Até aqui, mais um pouco' })
  })

  test('F25 a reply left by a server that stopped continues, and may still lose one writer', async () => {
    const { id, script } = await fixture.begin(runs)
    script.say('Até aqui, ')
    await eventually(async () => expect((await feedOf(runs, id)).text).toBe('Até aqui, '))
    await runs.drain(0)
    await nextStart().recover({ isAlone: true })
    expect(await fixture.stored(id)).toMatchObject({ status: 'running', content: 'Até aqui, ', attempt: 2 })
    await fixture.change(id, { leaseOwner: DEAD })
    await nextStart().recover({ isAlone: true })
    await finish(id)
    expect(await fixture.stored(id)).toMatchObject({ content: 'Até aqui, e até o fim.', attempt: 3 })
  })

  test('F21 a reply that its user stopped stays stopped', async () => {
    const asked = await orphan({ leaseOwner: STOP_ASKED })
    await runs.recover({ isAlone: true })
    expect(await fixture.stored(asked)).toMatchObject({
      ...{ status: 'stopped', errorCode: null, content: 'Até aqui, ' },
    })
    expect(taken.size).toBe(0)
  })

  test('a reply that the provider refuses to continue keeps its text and the provider’s error', async () => {
    const id = await orphan()
    await runs.recover({ isAlone: true })
    scriptOf(id).fail(new ReplyError('provider_auth'))
    await eventually(async () =>
      expect(await fixture.stored(id)).toMatchObject({
        ...{ status: 'interrupted', errorCode: 'provider_auth', content: 'Até aqui, ' },
      }),
    )
  })

  test('a reply that may not continue is interrupted', async () => {
    const id = await orphan()
    runs.onOrphan(async () => undefined)
    await runs.recover({ isAlone: true })
    expect(await fixture.stored(id)).toMatchObject({ ...INTERRUPTED, content: 'Até aqui, ' })
  })

  test('I6 a reader who came before the takeover must reconnect, because they may have more text than was saved', async () => {
    const id = await orphan()
    const early = await feedOf(runs, id)
    expect(early).toMatchObject({ text: 'Até aqui, ', attempt: 1 })
    const cut = new Promise<void>((resolve) => {
      early.subscribe(() => early.isCut && resolve())
    })
    await runs.recover({ isAlone: true })
    await cut
    expect(early).toMatchObject({ text: 'Até aqui, ', end: undefined })
    expect(await feedOf(runs, id)).toMatchObject({ attempt: 2 })
  })

  test('many replies are prepared a few at a time, while new ones start', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => orphan()))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let preparing = 0
    let most = 0
    runs.onOrphan(async (id) => {
      preparing += 1
      most = Math.max(most, preparing)
      await held
      preparing -= 1
      const script = scriptedReply()
      taken.set(id, script)
      return script.generate
    })
    const recovered = runs.recover({ isAlone: true })
    await eventually(() => expect(preparing).toBe(10))
    const { id, script } = await fixture.begin(runs)
    script.finish()
    await eventually(async () => expect((await fixture.stored(id)).status).toBe('done'))
    release()
    expect(await recovered).toBe(25)
    expect(most).toBe(10)
    await Promise.all(ids.map(finish))
  })

  test('F25 a stop during a takeover hands the reply over again', async () => {
    const id = await orphan()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: prepares, resolve: isPreparing } = Promise.withResolvers<void>()
    const script = scriptedReply()
    runs.onOrphan(async () => {
      isPreparing()
      await held
      return script.generate
    })
    const recovered = runs.recover({ isAlone: true })
    await prepares
    const drained = runs.drain(0)
    release()
    await Promise.all([recovered, drained])
    expect(script.isAborted).toBe(true)
    expect(await fixture.stored(id)).toMatchObject({ status: 'running', content: 'Até aqui, ' })
    expect(runs.active).toBe(0)
  })
})
