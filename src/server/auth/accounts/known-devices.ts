import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { knownDevices, users } from '../../db/schema/index.ts'
import type { AccountMails } from '../mail/account-mails.ts'
import { BY_FACTOR, CHALLENGED } from '../second-factor/challenge.ts'
import { deviceHash, deviceOf, placeOf } from './device.ts'

/** Calls with which users open sessions themselves, unlike an impersonation. */
export const SIGNING_IN = new Set(['/sign-up/email', ...CHALLENGED, ...BY_FACTOR])

type Opened = { userId: string; userAgent?: string | null | undefined; ipAddress?: string | null | undefined }

/** Stores the device of a session, and notifies the user when it is new. */
export async function recordDevice(
  { db, mails }: { db: Db; mails: AccountMails },
  { userId, userAgent, ipAddress }: Opened,
  path: string | undefined,
): Promise<void> {
  if (!SIGNING_IN.has(path ?? '')) return
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  // A trusted device is known; another one signs in with the code.
  if (!user || (user.twoFactorEnabled && CHALLENGED.has(path ?? ''))) return
  const device = deviceOf(userAgent)
  if (await isNewDevice(db, { userId, device })) mails.newSignIn(user, { device, place: placeOf(ipAddress) })
}

/** True for a new device of an account that has others. */
async function isNewDevice(db: Db, { userId, device }: { userId: string; device: string }): Promise<boolean> {
  const hash = deviceHash(userId, device)
  const [row] = await db
    .insert(knownDevices)
    .values({ userId, deviceHash: hash })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastSeenAt: sql`now()` },
    })
    // For an updated row, xmax holds the updating transaction.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (!row?.isNew) return false
  const others = and(eq(knownDevices.userId, userId), ne(knownDevices.deviceHash, hash))
  return (await db.$count(knownDevices, others)) > 0
}
