import { createOTP } from '@better-auth/utils/otp'
import type { GenericEndpointContext } from 'better-auth'
import { symmetricDecrypt } from 'better-auth/crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { twoFactors } from '../../db/schema/index.ts'

type Call = GenericEndpointContext

const PERIOD_MS = 30_000
/** Clocks differ: the library accepts the code before and the code after too. */
const SKEW = [0, -1, 1]

/**
 * Marks a correct code as used. False when this code, or a later one, was used before (RFC 6238 §5.2: a code opens
 * once); true for a wrong code, which the library refuses and counts itself.
 */
export async function claimCode(
  call: Call,
  { db, userId, code }: { db: Db; userId: string; code: string },
): Promise<boolean> {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (!row) return true
  const period = await periodOf(call, row.secret, code)
  if (period === undefined) return true
  const claimed = await db
    .update(twoFactors)
    .set({ lastPeriod: period })
    .where(
      and(eq(twoFactors.id, row.id), or(isNull(twoFactors.lastPeriod), lt(twoFactors.lastPeriod, period))),
    )
    .returning({ id: twoFactors.id })
  return claimed.length > 0
}

/** The period that a code belongs to; undefined for a wrong code. */
async function periodOf(call: Call, encrypted: string, code: string): Promise<number | undefined> {
  const secret = await symmetricDecrypt({ key: call.context.secretConfig, data: encrypted })
  const now = Math.floor(Date.now() / PERIOD_MS)
  for (const skew of SKEW) {
    if ((await createOTP(secret).hotp(now + skew)) === code) return now + skew
  }
  return undefined
}
