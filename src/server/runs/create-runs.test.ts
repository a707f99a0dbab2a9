import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplyError } from '../ai/reply.ts'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply, usage } from '../testing/factories/running-reply.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import { HANDED_OVER } from './replies.queries.ts'

let fixture: RunsFixture
beforeAll(async () => {
  fixture = await createRunsFixture()
})
afterAll(() => fixture.close())

const instance = () => fixture.instance()
const stored = (id: string) => fixture.stored(id)
const begin: RunsFixture['begin'] = (runs) => fixture.begin(runs)

describe('a run', () => {
  test('stores its end with the provider’s usage before announcing it', async () => {
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
      nOutputTokens: usage.nOutputTokens,
      usedModel: 'openai',
      modelName: 'gpt-de-teste',
      firstTokenMs: expect.any(Number),
      leaseOwner: null,
    })
    expect(runs.active).toBe(0)
  })

  test('I4 saves its growing text without readers', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Primeira parte. ')
    await eventually(async () => expect((await stored(id)).content).toBe('Primeira parte. '))
    script.say('Segunda.')
    await eventually(async () => expect((await stored(id)).content).toBe('Primeira parte. Segunda.'))
    expect((await stored(id)).status).toBe('running')
    await runs.stop(id)
  })

  test('joins a split character', async () => {
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

  test('that fails before its first word ends as error, after it as interrupted with its text', async () => {
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

  test('without a finish marker is never done', async () => {
    const runs = instance()
    const id = await makeRunningReply(fixture.db, runs)
    runs.start(id, async function* () {
      yield { type: 'text', text: 'Meia ' }
    })
    await eventually(() => expect(runs.active).toBe(0))
    expect(await stored(id)).toMatchObject({ status: 'interrupted', errorCode: 'upstream_cut' })
  })

  test('F14 a text beyond the cap is cut', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('é'.repeat(150_000))
    script.say('x'.repeat(1_000_000))
    await eventually(() => expect(runs.active).toBe(0))
    const { status, finishReason, content } = await stored(id)
    expect({ status, finishReason, length: content.length }).toEqual({
      status: 'done',
      finishReason: 'length',
      length: 200_000,
    })
    expect(script.isAborted).toBe(true)
  })

  test('that is stopped stores the usage reported so far', async () => {
    const runs = instance()
    const id = await makeRunningReply(fixture.db, runs)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    runs.start(id, async function* () {
      yield { type: 'start', provider: 'google', model: 'gemini-de-teste', usageSoFar: () => usage }
      yield { type: 'text', text: 'Meia ' }
      await held
    })
    await eventually(async () => expect((await feedOf(runs, id)).text).toBe('Meia '))
    await runs.stop(id)
    release()
    expect(await stored(id)).toMatchObject({
      status: 'stopped',
      content: 'Meia ',
      usedModel: 'google',
      modelName: 'gemini-de-teste',
      ...usage,
    })
  })

  test('that throws an unknown error reveals nothing of it', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.fail(new TypeError('segredo interno'))
    await eventually(() => expect(runs.active).toBe(0))
    expect(await stored(id)).toMatchObject({ status: 'error', errorCode: 'internal', content: '' })
  })
})

describe('readers', () => {
  test('I6 on another instance get the text so far, the rest and the end', async () => {
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

  test('I6 that reconnect on another instance get the rest', async () => {
    const [here, there] = [instance(), instance()]
    const { id, script } = await begin(here)
    const feed = await feedOf(there, id)
    feed.subscribe(() => {})()
    script.say('Sem ninguém ouvindo')
    script.finish()
    await eventually(async () => expect((await stored(id)).status).toBe('done'))
    await ended(feed)
    expect(feed).toMatchObject({ text: 'Sem ninguém ouvindo', end: { status: 'done' } })
  })

  test('of an ended reply get all of it', async () => {
    const runs = instance()
    const { id, script } = await begin(runs)
    script.say('Pronto')
    script.finish()
    await eventually(() => expect(runs.active).toBe(0))
    expect(await feedOf(runs, id)).toMatchObject({ text: 'Pronto', end: { status: 'done' } })
  })

  test('of a missing reply get nothing', async () => {
    expect(await instance().feed('00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })
})

test('F33 a writer that lost its row stops and changes nothing', async () => {
  const runs = instance()
  const { id, script } = await begin(runs)
  const released = { leaseOwner: null, leaseUntil: null }
  await fixture.change(id, { status: 'interrupted', ...released, content: 'como ficou' })
  script.say('tarde demais')
  await eventually(() => expect(runs.active).toBe(0))
  expect(script.isAborted).toBe(true)
  expect(await stored(id)).toMatchObject({ status: 'interrupted', content: 'como ficou' })
})

describe('drain', () => {
  // Instances of the other tests would take over what is left.
  let own: RunsFixture
  beforeAll(async () => {
    own = await createRunsFixture()
  })
  afterAll(() => own.close())

  test('lets a reply end within the grace time and refuses new ones', async () => {
    const runs = own.instance()
    const { id, script } = await own.begin(runs)
    const drained = runs.drain(10_000)
    expect(runs.isAccepting).toBe(false)
    const late = await own.begin(runs)
    await eventually(() => expect(late.script.isAborted).toBe(true))
    script.say('Terminei')
    script.finish()
    await drained
    expect(await own.stored(id)).toMatchObject({ status: 'done', content: 'Terminei' })
    expect(await own.stored(late.id)).toMatchObject({ status: 'running', leaseOwner: HANDED_OVER })
  })

  test('hands the remaining replies over, with their text', async () => {
    const runs = own.instance()
    const { id, script } = await own.begin(runs)
    script.say('Fiquei no meio')
    const feed = await feedOf(runs, id)
    await eventually(() => expect(feed.text).toBe('Fiquei no meio'))
    await runs.drain(0)
    expect(script.isAborted).toBe(true)
    expect(feed).toMatchObject({ isCut: true, end: undefined })
    const left = { status: 'running', leaseOwner: HANDED_OVER, content: 'Fiquei no meio' }
    expect(await own.stored(id)).toMatchObject(left)
  })
})
