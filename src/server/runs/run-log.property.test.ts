import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { makeRunningReply, scriptedReply } from '../testing/factories/running-reply.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../testing/processes/redis-server.ts'
import { createRunsFixture, feedOf, type RunsFixture } from '../testing/processes/runs-fixture.ts'
import type { ReplyFeed } from './reply-feed.ts'
import type { Runs } from './runs.ts'

/** The lease of a row whose writer is gone. */
const DEAD = { leaseOwner: '0195e7c0-0000-7000-8000-000000000000', leaseUntil: new Date(0) }

/** Reads like a browser: continues from its text, and reconnects at random. */
class Reader {
  text = ''
  readonly #id: string
  #feed: ReplyFeed | undefined
  #leave = () => {}

  constructor(id: string) {
    this.#id = id
  }

  async come(runs: Runs): Promise<void> {
    this.#leave()
    const feed = await feedOf(runs, this.#id)
    this.#feed = feed
    const take = () => {
      // A feed may start with less text than was seen elsewhere, but never with different text.
      const held = Math.min(this.text.length, feed.text.length)
      expect(feed.text.slice(0, held)).toBe(this.text.slice(0, held))
      this.text += feed.text.slice(this.text.length)
    }
    this.#leave = feed.subscribe(take)
    take()
  }

  leave(): void {
    this.#leave()
    this.#feed = undefined
  }

  /** Reconnects until it has received the end. */
  async readToTheEnd(runs: Runs): Promise<void> {
    await eventually(async () => {
      if (!this.#feed || this.#feed.isCut) await this.come(runs)
      expect(this.#feed?.end?.status).toBe('done')
    })
    this.leave()
  }
}

type Step =
  | { do: 'say'; text: string }
  | { do: 'come' | 'leave'; reader: number; at: number }
  | { do: 'takeOver' }

const READERS = 3
/** A reply with this many writers is not taken over again. */
const MAX_ATTEMPTS = 5
const INSTANCES = 2
const reader = fc.nat({ max: READERS - 1 })
const at = fc.nat({ max: INSTANCES - 1 })
const say = fc.string({ unit: 'binary', minLength: 1 }).map((text): Step => ({ do: 'say', text }))
const move = fc
  .tuple(fc.constantFrom('come' as const, 'leave' as const), reader, at)
  .map((to): Step => ({ do: to[0], reader: to[1], at: to[2] }))
const takeOverStep = fc.constant<Step>({ do: 'takeOver' })
const schedules = (steps: fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof(say, move, ...steps), { minLength: 4, maxLength: 16 })

/** Text that PostgreSQL and the wire can carry. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

describe.each([
  { name: 'memory', needsRedis: false, takeOvers: [] },
  { name: 'Redis', needsRedis: true, takeOvers: [takeOverStep] },
])('I6 the run log, in $name', ({ needsRedis, takeOvers }) => {
  let redis: RedisServer | undefined
  let fixture: RunsFixture
  let instances: Runs[]
  const scripts = new Map<string, ReturnType<typeof scriptedReply>[]>()

  beforeAll(async () => {
    if (needsRedis && hasRedis) redis = await startRedisServer()
    fixture = await createRunsFixture(redis && { redisUrl: redis.url })
    instances = Array.from({ length: INSTANCES }, () => fixture.instance())
    for (const runs of instances) {
      runs.onOrphan(async (id) => {
        const script = scriptedReply()
        scripts.get(id)?.push(script)
        return script.generate
      })
    }
    await fixture.redisIs('up')
  })
  afterAll(async () => {
    await fixture?.close()
    await redis?.close()
  })

  /** One reply, its writers and its readers. */
  async function open() {
    const [first, second] = instances
    if (!first || !second) throw new Error('no instances')
    const id = await makeRunningReply(fixture.db, first)
    const original = scriptedReply()
    const writers = [original]
    scripts.set(id, writers)
    first.start(id, original.generate)
    const readers = Array.from({ length: READERS }, () => new Reader(id))
    return { id, first, second, writers, readers, said: '' }
  }
  type Game = Awaited<ReturnType<typeof open>>

  function speak(game: Game, text: string): void {
    game.said += text
    game.writers.at(-1)?.say(text)
  }

  async function takeOver({ id, first, writers, said }: Game): Promise<void> {
    const before = writers.length
    if (before === MAX_ATTEMPTS) return
    // Text that no reader saw may be lost with its writer.
    await eventually(async () => expect((await feedOf(first, id)).text).toBe(said))
    await fixture.change(id, DEAD)
    await eventually(() => expect(writers.length).toBe(before + 1))
  }

  async function take(game: Game, step: Step): Promise<void> {
    if (step.do === 'say') return speak(game, storable(step.text))
    if (step.do === 'takeOver') return takeOver(game)
    const mover = game.readers[step.reader]
    if (step.do === 'leave') mover?.leave()
    else await mover?.come(step.at === 0 ? game.first : game.second)
  }

  async function play(steps: Step[]): Promise<void> {
    const game = await open()
    const { id, first, second, readers, writers } = game
    for (const step of steps) {
      await take(game, step)
      for (const { text } of readers) expect(game.said.startsWith(text)).toBe(true)
    }
    writers.at(-1)?.finish()
    await Promise.all(readers.map((it, index) => it.readToTheEnd(index % 2 === 0 ? first : second)))
    expect(readers.map(({ text }) => text)).toEqual(readers.map(() => game.said))
    const row = { status: 'done', content: game.said, attempt: writers.length }
    expect(await fixture.stored(id)).toMatchObject(row)
    scripts.delete(id)
  }

  test.skipIf(needsRedis && !hasRedis)(
    'append, tail from anywhere, come back at every point: always a prefix, never twice, never out of order',
    async () => {
      const batches = fc.array(schedules(takeOvers), { minLength: 8, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(batches, async (batch) => {
          await Promise.all(batch.map(play))
        }),
        { numRuns: 6, endOnFailure: true },
      )
    },
    240_000,
  )
})
