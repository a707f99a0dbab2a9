import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReplyStep } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { messages } from '../db/schema/index.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptedReply } from '../testing/factories/running-reply.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/processes/redis-server.ts'
import { createRunsFixture, ended, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import { LiveReply } from './reply-feed.ts'
import { endSteps, mergeSteps, withStep } from './reply-steps.ts'
import type { Runs } from './runs.ts'

const DEAD = { leaseOwner: '0195e7c0-0000-7000-8000-000000000000', leaseUntil: new Date(0) }

const state = (status: ReplyStep['status'], id = uuidv7()) => ({ id, name: 'calcular', status })
const brief = (steps: readonly ReplyStep[] | null) => (steps ?? []).map(({ status, at }) => `${status}@${at}`)

describe('the list of steps', () => {
  test('takes each step once, an end as final, and no more than a row keeps', () => {
    const reply = new LiveReply()
    const first = state('running')
    reply.step(first)
    reply.append('Vou ver.')
    reply.step({ ...first, status: 'done' })
    reply.step({ ...first, status: 'error' })
    expect(brief(reply.steps)).toEqual(['done@0'])
    const { steps } = reply
    reply.endSteps()
    expect(reply.steps).toBe(steps)
    for (let count = 0; count < LIMITS.stepsPerReply * 2; count += 1) reply.step(state('done'))
    expect(reply.steps).toHaveLength(LIMITS.stepsPerReply)
  })

  test('is the same from whatever states, in any order, it is merged', () => {
    const [one, two] = [state('running'), state('running')]
    const early = withStep([], one, 0)
    const later = withStep(withStep(early, { ...one, status: 'done' }, 9), two, 5)
    const over = endSteps(later)
    for (const [left, right] of [
      [early, over],
      [over, early],
      [later, over],
      [over, later],
    ] as const) {
      expect(brief(mergeSteps(left, right))).toEqual(['done@0', 'error@5'])
    }
    expect(mergeSteps(over, early)).toBe(over)
  })
})

describe.each([
  { name: 'Redis', needsRedis: true },
  { name: 'rows', needsRedis: false },
])('steps of a running reply, through $name', ({ needsRedis }) => {
  let redis: RedisServer | undefined
  let fixture: RunsFixture
  let here: Runs
  let there: Runs
  const next = new Map<string, ReturnType<typeof scriptedReply>>()

  beforeAll(async () => {
    if (needsRedis && hasRedis) redis = await startRedisServer()
    fixture = await createRunsFixture(redis && { redisUrl: redis.url })
    ;[here, there] = [fixture.instance(), fixture.instance()]
    for (const runs of [here, there]) {
      runs.onOrphan(async (id) => {
        const script = scriptedReply()
        next.set(id, script)
        return script.generate
      })
    }
    await fixture.redisIs('up')
  })
  afterAll(async () => {
    await fixture?.close()
    await redis?.close()
  })

  test.skipIf(needsRedis && !hasRedis)(
    'reach readers of both instances in their places, and the row with the end',
    async () => {
      const { id, script } = await fixture.begin(here)
      const feeds = await Promise.all([feedOf(here, id), feedOf(there, id)])
      const over = Promise.all(feeds.map(ended))
      const show = (steps: string[]) =>
        eventually(() => expect(feeds.map((feed) => brief(feed.steps))).toEqual([steps, steps]))
      const [one, two] = [uuidv7(), uuidv7()]
      // Before any text, and twice at one place.
      script.step(one, 'running')
      await show(['running@0'])
      script.step(one, 'done')
      await show(['done@0'])
      script.say('Dez.')
      script.step(two, 'running')
      await show(['done@0', 'running@4'])
      const late = await feedOf(there, id)
      expect([late.text, brief(late.steps)]).toEqual(['Dez.', ['done@0', 'running@4']])
      script.finish()
      await over
      await show(['done@0', 'error@4'])
      expect(brief((await fixture.stored(id)).steps)).toEqual(['done@0', 'error@4'])
    },
  )

  test.skipIf(needsRedis && !hasRedis)(
    'F33 survive their writer: a running one has failed, and the next writer adds its own',
    async () => {
      const { id, script } = await fixture.begin(here)
      script.step(uuidv7(), 'done')
      script.say('Antes. ')
      script.step(uuidv7(), 'running')
      await eventually(async () => {
        expect(brief((await fixture.stored(id)).steps)).toEqual(['done@0', 'running@7'])
      })
      await fixture.change(id, DEAD)
      await eventually(() => expect(next.has(id)).toBe(true))
      const successor = next.get(id)
      successor?.step(uuidv7(), 'done')
      successor?.say('Depois.')
      successor?.finish()
      const kept = ['done@0', 'error@7', 'done@7']
      await eventually(async () => {
        const { status, content, steps } = await fixture.stored(id)
        expect({ status, content, steps: brief(steps) }).toEqual({
          ...{ status: 'done', content: 'Antes. Depois.' },
          steps: kept,
        })
      })
      // The old writer finds out with its next save.
      await eventually(async () => {
        const feeds = await Promise.all([here, there].map((runs) => feedOf(runs, id)))
        expect(feeds.map(({ steps }) => brief(steps))).toEqual([kept, kept])
      })
    },
    60_000,
  )

  test.skipIf(!needsRedis || !hasRedis)(
    'F33 that only the log had are not lost with their writer',
    async () => {
      const { id, script } = await fixture.begin(here)
      const local = await feedOf(here, id)
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const locked = fixture.db.transaction(async (tx) => {
        await tx.update(messages).set(DEAD).where(eq(messages.id, id))
        await held
      })
      script.say('Lido.')
      script.step(uuidv7(), 'done')
      await eventually(() => expect(brief(local.steps)).toEqual(['done@5']))
      expect((await fixture.stored(id)).steps).toBeNull()
      release()
      await locked
      await eventually(() => expect(next.has(id)).toBe(true))
      next.get(id)?.finish()
      await eventually(async () => {
        const { status, content, steps } = await fixture.stored(id)
        expect([status, content, brief(steps)]).toEqual(['done', 'Lido.', ['done@5']])
      })
    },
  )
})
