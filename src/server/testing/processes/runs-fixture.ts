import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { connect, type Db } from '../../db/connect.ts'
import { connectRedis, type Redis } from '../../db/redis.ts'
import { messages } from '../../db/schema/index.ts'
import { createRuns } from '../../runs/create-runs.ts'
import type { ReplyFeed } from '../../runs/reply-feed.ts'
import type { Runs } from '../../runs/runs.ts'
import { createTestDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { makeRunningReply, scriptedReply } from '../factories/running-reply.ts'

type MessageRow = typeof messages.$inferSelect

export type RunsFixture = {
  db: Db
  /** The runs of one server instance; instances of a fixture with Redis share it. */
  instance(): Runs
  /** Resolves when every instance is connected to Redis, or, for `away`, when none is. */
  redisIs(state: 'up' | 'away'): Promise<void>
  /** Starts a scripted reply with these runs. */
  begin(runs: Runs): Promise<{ id: string; script: ReturnType<typeof scriptedReply> }>
  stored(id: string): Promise<MessageRow>
  change(id: string, values: Partial<MessageRow>): Promise<void>
  close(): Promise<void>
}

/** Instances of the runs with their own database, without HTTP or a provider. */
export async function createRunsFixture({ redisUrl }: { redisUrl?: string } = {}): Promise<RunsFixture> {
  const log = pino({ level: 'silent' })
  const copy = await createTestDatabase(inject('adminUrl'), inject('template'))
  const database = connect({ connectionString: copy.url }, log)
  const { db } = database
  const started: Runs[] = []
  const connections: Redis[] = []
  return {
    db,
    instance() {
      const redis = redisUrl ? connectRedis(redisUrl, log) : undefined
      if (redis) connections.push(redis)
      const runs = createRuns({ db, log, redis })
      started.push(runs)
      return runs
    },
    async redisIs(state) {
      await eventually(() => expect(connections.map(({ isUp }) => isUp)).not.toContain(state === 'away'))
    },
    async begin(runs) {
      const id = await makeRunningReply(db, runs)
      const script = scriptedReply()
      runs.start(id, script.generate)
      return { id, script }
    },
    async stored(id) {
      const [row] = await db.select().from(messages).where(eq(messages.id, id))
      if (!row) throw new Error('no such message')
      return row
    },
    async change(id, values) {
      await db.update(messages).set(values).where(eq(messages.id, id))
    },
    async close() {
      await Promise.all(started.map((runs) => runs.drain(0)))
      for (const redis of connections) redis.close()
      await database.close()
      await copy.drop()
    },
  }
}

export async function feedOf(runs: Runs, id: string): Promise<ReplyFeed> {
  const feed = await runs.feed(id)
  if (!feed) throw new Error('no feed')
  return feed
}

export const ended = (feed: ReplyFeed) =>
  new Promise<void>((resolve) => {
    const check = () => feed.end && resolve()
    feed.subscribe(check)
    check()
  })
