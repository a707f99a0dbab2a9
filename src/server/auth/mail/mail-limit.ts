import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { mailCounts } from '../../db/schema/index.ts'
import { countInRedis, type LimitStore } from '../limits/limit-store.ts'

const PER_HOUR = 5
const HOUR_SECONDS = 3_600

/**
 * Counts a requested mail: five per kind, account and hour (SPEC §9). False when it must not be sent; the
 * caller's response stays the same.
 */
export async function reserveMail(
  { db, redis }: LimitStore,
  { kind, email }: { kind: string; email: string },
): Promise<boolean> {
  const key = createHash('sha256').update(`${kind}\n${email}`).digest('hex')
  const counted = await countInRedis(redis, `mail:${key}`, HOUR_SECONDS)
  if (counted) return counted.count <= PER_HOUR
  const isOver = sql`${mailCounts.windowStart} <= now() - interval '1 hour'`
  const [row] = await db
    .insert(mailCounts)
    .values({ key, count: 1 })
    .onConflictDoUpdate({
      target: mailCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${mailCounts.count}, ${PER_HOUR}) + 1 end`,
        windowStart: sql`case when ${isOver} then now() else ${mailCounts.windowStart} end`,
      },
    })
    .returning({ count: mailCounts.count })
  return (row?.count ?? 1) <= PER_HOUR
}
