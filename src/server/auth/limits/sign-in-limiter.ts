import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { eq, sql } from 'drizzle-orm'
import { signInFailures } from '../../db/schema/index.ts'
import { forgetInRedis, type LimitStore, reserveInRedis } from './limit-store.ts'

// From the fifth failure on each try waits: 30 s, doubling up to 15 minutes.
const FREE_FAILURES = 5
const FIRST_DELAY_SECONDS = 30
const MAX_DELAY_SECONDS = 900
const RULE = {
  free: FREE_FAILURES,
  first: FIRST_DELAY_SECONDS,
  longest: MAX_DELAY_SECONDS,
  memory: 3_600,
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

/**
 * Limits tries per account.
 * @throws {APIError} TOO_MANY_REQUESTS with `Retry-After` in seconds.
 */
export async function limitAttempts(store: LimitStore, account: string): Promise<void> {
  const seconds = await reserveTry(store, account)
  if (seconds === undefined) return
  const message = `Muitas tentativas para esta conta. Tente de novo em ${seconds} segundos.`
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'RATE_LIMITED', message },
    { 'Retry-After': String(seconds) },
  )
}

/**
 * Counts a try before the password check, so that parallel guesses count too. Undefined when it may proceed,
 * else the seconds to wait. The address need not exist.
 */
async function reserveTry({ db, redis }: LimitStore, email: string): Promise<number | undefined> {
  const emailHash = hashOf(email)
  const wait = await reserveInRedis(redis, emailHash, RULE)
  if (wait !== undefined) return wait || undefined
  const failures = sql`case when ${signInFailures.lastFailureAt} < now() - interval '1 hour'
    then 1 else ${signInFailures.failures} + 1 end`
  const delay = sql`least(${MAX_DELAY_SECONDS}, ${FIRST_DELAY_SECONDS} * power(2, ${failures} - ${FREE_FAILURES}))`
  const reserved = await db
    .insert(signInFailures)
    .values({ emailHash, failures: 1 })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: {
        failures,
        lastFailureAt: sql`now()`,
        blockedUntil: sql`case when ${failures} >= ${FREE_FAILURES}
          then now() + make_interval(secs => ${delay}) end`,
      },
      setWhere: sql`${signInFailures.blockedUntil} is null or ${signInFailures.blockedUntil} <= now()`,
    })
    .returning({ failures: signInFailures.failures })
  if (reserved.length > 0) return undefined

  const [row] = await db
    .select({
      seconds: sql<number>`greatest(1, ceil(extract(epoch from ${signInFailures.blockedUntil} - now())))::int`,
    })
    .from(signInFailures)
    .where(eq(signInFailures.emailHash, emailHash))
  return row?.seconds ?? 1
}

/** Resets an account's failures after a correct password. */
export async function forgetSignInFailures({ db, redis }: LimitStore, email: string): Promise<void> {
  const emailHash = hashOf(email)
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, emailHash))
  await forgetInRedis(redis, emailHash)
}
