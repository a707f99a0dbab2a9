import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplyError } from '../ai/reply.ts'
import { messages } from '../db/schema/index.ts'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply, scriptedReply } from '../testing/factories/running-reply.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/processes/redis-server.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import type { Runs } from './runs.ts'

const EXPIRED = new Date(0)
/** The lease of a row whose writer is gone. */
const DEAD = { leaseOwner: '0195e7c0-0000-7000-8000-000000000000', leaseUntil: EXPIRED }
/** Longer than any test waits. */
const FIRST_TOKEN_MS = 987_654
const STOP_ASKED = '00000000-0000-0000-0000-000000000000'

type Taken = { by: Runs; id: string; from: string; script: ReturnType<typeof scriptedReply> }

describe.skipIf(!hasRedis)('orphans where instances share a Redis', () => {
  let redis: RedisServer
  let fixture: RunsFixture
  let instances: Runs[]
  const taken: Taken[] = []

  beforeAll(async () => {
    redis = await startRedisServer()
    fixture = await createRunsFixture({ redisUrl: redis.url })
    instances = [0, 1, 2].map(() => fixture.instance())
    for (const by of instances) {
      by.onOrphan(async (id) => {
        const script = scriptedReply()
        taken.push({ by, id, from: (await fixture.stored(id)).content, script })
        return script.generate
      })
    }
    await fixture.redisIs('up')
  })
  afterAll(async () => {
    await fixture?.close()
    await redis?.close()
  })

  const takenUp = async (id: string): Promise<Taken> => {
    await eventually(() => expect(taken.filter((it) => it.id === id).length).toBeGreaterThan(0))
    const [first] = taken.filter((it) => it.id === id)
    if (!first) throw new Error('not taken up')
    return first
  }
  const [here, there] = [() => instances[0] as Runs, () => instances[1] as Runs]

  test('F33 one instance continues a reply; the old writer is fenced, and readers see no text twice', async () => {
    const { id, script } = await fixture.begin(here())
    const [local, remote] = await Promise.all([feedOf(here(), id), feedOf(there(), id)])
    const whole = ended(remote)
    const cut = new Promise<void>((resolve) => {
      local.subscribe(() => local.isCut && resolve())
    })
    script.say('Dito por um, ')
    await eventually(() => expect([local.text, remote.text]).toEqual(['Dito por um, ', 'Dito por um, ']))
    await fixture.change(id, { ...DEAD, firstTokenMs: FIRST_TOKEN_MS })
    const next = await takenUp(id)
    script.say('dito tarde demais')
    await cut
    expect(local).toMatchObject({ text: 'Dito por um, ', end: undefined })
    expect(script.isAborted).toBe(true)
    expect(next.by).not.toBe(here())
    expect(next.from).toBe('Dito por um, ')
    next.script.say('acabado por outro.')
    next.script.finish()
    await whole
    expect(remote).toMatchObject({ text: 'Dito por um, acabado por outro.', end: { status: 'done' } })
    expect(await fixture.stored(id)).toMatchObject({
      status: 'done',
      content: 'Dito por um, acabado por outro.',
      attempt: 2,
      leaseOwner: null,
      modelName: 'gpt-de-teste',
      // Users only waited for the first writer's first text.
      firstTokenMs: FIRST_TOKEN_MS,
    })
    expect(taken.filter((it) => it.id === id)).toHaveLength(1)
    const late = await feedOf(here(), id)
    expect(late).toMatchObject({ text: 'Dito por um, acabado por outro.', attempt: 2 })
  })

  test('I3 many at once: each is taken over by exactly one instance, and ends', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => makeRunningReply(fixture.db, here())))
    await fixture.db
      .update(messages)
      .set({ content: 'Até aqui, ', ...DEAD })
      .where(inArray(messages.id, ids))
    const all = await Promise.all(ids.map(takenUp))
    for (const { script } of all) {
      script.say('e até o fim.')
      script.finish()
    }
    await eventually(() => expect(instances.map(({ active }) => active)).toEqual([0, 0, 0]))
    for (const id of ids) {
      expect(taken.filter((it) => it.id === id)).toHaveLength(1)
      expect(await fixture.stored(id)).toMatchObject({
        status: 'done',
        content: 'Até aqui, e até o fim.',
        attempt: 2,
      })
    }
  })

  test('F33 text that only Redis had is not lost with its writer', async () => {
    const { id, script } = await fixture.begin(here())
    const local = await feedOf(here(), id)
    // Blocks saves and the takeover meanwhile.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const locked = fixture.db.transaction(async (tx) => {
      await tx.update(messages).set(DEAD).where(eq(messages.id, id))
      await held
    })
    script.say('Lido, mas nunca salvo: ã🎭')
    await eventually(() => expect(local.text).toBe('Lido, mas nunca salvo: ã🎭'))
    expect((await fixture.stored(id)).content).toBe('')
    release()
    await locked
    const next = await takenUp(id)
    expect(next.from).toBe('Lido, mas nunca salvo: ã🎭')
    next.script.finish()
    await eventually(async () =>
      expect(await fixture.stored(id)).toMatchObject({ status: 'done', content: next.from, attempt: 2 }),
    )
  })

  test('F21 an orphan with a requested stop ends as stopped, with all text that its readers saw', async () => {
    const id = await makeRunningReply(fixture.db, here())
    await fixture.change(id, { content: 'Parado', leaseOwner: STOP_ASKED, leaseUntil: EXPIRED })
    await eventually(async () =>
      expect(await fixture.stored(id)).toMatchObject({
        status: 'stopped',
        content: 'Parado',
        errorCode: null,
      }),
    )
    expect(taken.filter((it) => it.id === id)).toEqual([])
  })

  test('one that lost five writers is not retried', async () => {
    const id = await makeRunningReply(fixture.db, here())
    await fixture.change(id, { content: 'Outra vez', attempt: 5, leaseUntil: EXPIRED })
    await eventually(async () =>
      expect(await fixture.stored(id)).toMatchObject({
        status: 'interrupted',
        errorCode: 'server_stopped',
        content: 'Outra vez',
      }),
    )
    expect(taken.filter((it) => it.id === id)).toEqual([])
  })

  test('F25 an instance hands its replies over at shutdown, and readers find them elsewhere', async () => {
    const leaving = fixture.instance()
    await fixture.redisIs('up')
    const { id, script } = await fixture.begin(leaving)
    const [local, remote] = await Promise.all([feedOf(leaving, id), feedOf(there(), id)])
    const whole = ended(remote)
    script.say('Antes da troca ')
    await leaving.drain(0)
    expect(local).toMatchObject({ text: 'Antes da troca ', isCut: true, end: undefined })
    expect(script.isAborted).toBe(true)
    const next = await takenUp(id)
    expect(next.from).toBe('Antes da troca ')
    next.script.say('e depois.')
    next.script.finish()
    await whole
    expect(remote).toMatchObject({ text: 'Antes da troca e depois.', end: { status: 'done' } })
  })

  test('a complete one is done when nothing more comes', async () => {
    const id = await makeRunningReply(fixture.db, here())
    await fixture.change(id, { content: 'Tudo dito.', leaseUntil: EXPIRED })
    const next = await takenUp(id)
    next.script.fail(new ReplyError('empty'))
    await eventually(async () =>
      expect(await fixture.stored(id)).toMatchObject({ status: 'done', content: 'Tudo dito.' }),
    )
  })
})
