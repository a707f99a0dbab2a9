import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { twoFactors } from '../../db/schema/index.ts'

type Secrets = { secret: string; previousSecrets: string[] }

/**
 * Runs at startup after a change of SECRET: encrypts the keys of authenticator apps and the recovery codes with the
 * present secret. Logs the accounts whose keys no named secret opens.
 */
export async function resealSecondFactors(
  { db, log }: { db: Db; log: Logger },
  { secret, previousSecrets }: Secrets,
): Promise<void> {
  if (previousSecrets.length === 0) return
  const open = (data: string) => firstOf([secret, ...previousSecrets], data)
  for (const row of await db.select().from(twoFactors)) {
    const [key, codes] = [await open(row.secret), await open(row.backupCodes)]
    if (!key || !codes) {
      log.error({ userId: row.userId }, 'a second factor was encrypted with a secret that is gone')
      continue
    }
    if (key.secret === secret) continue
    const seal = (data: string) => symmetricEncrypt({ key: secret, data })
    await db
      .update(twoFactors)
      .set({ secret: await seal(key.data), backupCodes: await seal(codes.data) })
      .where(and(eq(twoFactors.id, row.id), eq(twoFactors.secret, row.secret)))
  }
}

/** The text, and the secret that opens it; undefined when none does. */
async function firstOf(secrets: string[], encrypted: string) {
  for (const secret of secrets) {
    const data = await symmetricDecrypt({ key: secret, data: encrypted }).catch(() => undefined)
    if (data !== undefined) return { secret, data }
  }
  return undefined
}
