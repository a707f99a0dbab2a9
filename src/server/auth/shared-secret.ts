import { inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { installation } from '../db/schema/index.ts'
import type { Vault } from './vault.ts'

type Keys = Pick<Vault, 'keyId' | 'earlierKeyIds'>

/**
 * Records the id of the secret's key as the installation's, when it has none or that of an earlier secret. False when
 * the other instances have another secret: sessions of one would be unknown to the other.
 */
export async function agreeOnSecret(db: Db, { keyId, earlierKeyIds }: Keys): Promise<boolean> {
  const agreed = await db
    .update(installation)
    .set({ secretKeyId: keyId })
    .where(or(isNull(installation.secretKeyId), inArray(installation.secretKeyId, [keyId, ...earlierKeyIds])))
    .returning({ id: installation.id })
  return agreed.length > 0
}

/** Lets the next start bring any secret: for one that is lost, and for a database that has moved. */
export async function forgetSecret(db: Db): Promise<void> {
  await db.update(installation).set({ secretKeyId: null })
}
