import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import type { Redis } from '../db/redis.ts'
import { closeLog, logKey, readLog, startOf, withEntries } from './log-entries.ts'
import { createPublisher } from './redis-publisher.ts'
import { createTails } from './redis-tails.ts'
import type { ReplyLog } from './reply-log.ts'

const STOP_CHANNEL = 'elenco:stop'

type Parts = {
  redis: Redis
  db: Db
  log: Logger
  /** Called when any instance asks to stop a reply that may run here. */
  onStop(id: string): void
}

/** One Redis stream per attempt of a reply. While Redis is down, readers use the rows. */
export function createRedisLog({ redis, db, log, onStop }: Parts): ReplyLog {
  redis.commands.subscribe(STOP_CHANNEL, onStop).catch(() => undefined)
  return {
    isShared: true,
    publish: createPublisher(redis, log),
    follow: createTails(redis, db),

    async seal(reply) {
      if (!redis.isUp) return reply
      try {
        const key = logKey(reply)
        await closeLog(redis, key)
        const { entries } = await readLog(redis, key, startOf(reply))
        return withEntries(reply, entries) ?? reply
      } catch (error) {
        log.warn({ err: error, messageId: reply.id }, 'the log of a reply could not be read: its row counts')
        return reply
      }
    },

    askToStop(id) {
      if (redis.isUp) redis.commands.publish(STOP_CHANNEL, id).catch(() => undefined)
    },
  }
}
