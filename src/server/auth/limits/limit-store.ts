import type { Db } from '../../db/connect.ts'
import type { Redis } from '../../db/redis.ts'

/** Storage of rate limits for all instances: Redis if it answers, else the database. */
export type LimitStore = { db: Db; redis: Redis | undefined }

// Scripts run atomically, so that parallel calls cannot exceed a limit.
const COUNT_SCRIPT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

const RESERVE_SCRIPT = `
local wait = redis.call('PTTL', KEYS[2])
if wait > 0 then return wait end
local failures = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local free, first, longest = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if failures >= free then
  redis.call('SET', KEYS[2], 1, 'PX', math.min(longest, first * 2 ^ math.min(failures - free, 30)))
end
return 0`

/** Undefined when Redis is missing, down or slower than two seconds. */
async function ask<T>(
  redis: Redis | undefined,
  command: (redis: Redis) => Promise<T>,
): Promise<T | undefined> {
  return redis?.isUp ? command(redis).catch(() => undefined) : undefined
}

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000))

/**
 * Counts a call in a window of `window` seconds that starts with its first call. Answers the count and the
 * remaining seconds; undefined without Redis.
 */
export async function countInRedis(
  redis: Redis | undefined,
  key: string,
  window: number,
): Promise<{ count: number; seconds: number } | undefined> {
  const name = `elenco:limit:${key}`
  const found = await ask(redis, ({ commands }) =>
    commands.eval(COUNT_SCRIPT, { keys: [name], arguments: [String(window * 1_000)] }),
  )
  if (!Array.isArray(found)) return undefined
  const [count, left] = found.map(Number)
  return { count: count ?? 1, seconds: secondsOf(left ?? 0) }
}

/** In seconds. After `free` tries in an hour each further try waits twice as long as the one before. */
export type AttemptRule = { free: number; first: number; longest: number; memory: number }

const triesKeys = (key: string) => [`elenco:tries:{${key}}`, `elenco:wait:{${key}}`]

/** Counts a try: 0 when it may proceed, else the seconds to wait. Undefined without Redis. */
export async function reserveInRedis(
  redis: Redis | undefined,
  key: string,
  { free, first, longest, memory }: AttemptRule,
): Promise<number | undefined> {
  const rule = [memory * 1_000, free, first * 1_000, longest * 1_000].map(String)
  const wait = await ask(redis, ({ commands }) =>
    commands.eval(RESERVE_SCRIPT, { keys: triesKeys(key), arguments: rule }),
  )
  if (wait === undefined) return undefined
  return Number(wait) > 0 ? secondsOf(Number(wait)) : 0
}

export async function forgetInRedis(redis: Redis | undefined, key: string): Promise<void> {
  await ask(redis, ({ commands }) => commands.del(triesKeys(key)))
}
