import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { CredentialStatus } from '#shared/contract/credentials.ts'
import type { OwnKey } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { credentials } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { type CredentialRow, sameUpdatedAt, sealContextOf } from './credentials.queries.ts'

type Parts = Pick<Deps, 'db' | 'log' | 'vault'>

/**
 * The user's key for replies; undefined if the operator's key is used. Impersonating administrators do not
 * use it.
 */
export async function ownKeyFor(
  parts: Parts,
  user: Pick<CurrentUser, 'id' | 'impersonator'>,
): Promise<OwnKey | undefined> {
  return user.impersonator ? undefined : findOwnKey(parts, { userId: user.id })
}

/** A stored key with what opening and using it needs. */
export type SealedKey = Pick<
  CredentialRow,
  'id' | 'userId' | 'provider' | 'sealed' | 'keyId' | 'lastFour' | 'status' | 'allowsFallback'
>

/** The user's active key, regardless of impersonation. */
export async function findOwnKey(parts: Parts, { userId }: { userId: string }): Promise<OwnKey | undefined> {
  const [row] = await parts.db
    .select()
    .from(credentials)
    .where(and(eq(credentials.userId, userId), sql`${credentials.isActive}`, isNull(credentials.deletedAt)))
  return row && toOwnKey(parts, row)
}

/** A stored key as replies use it. */
export function toOwnKey({ db, log, vault }: Parts, row: SealedKey): OwnKey {
  const note = (status: CredentialStatus) =>
    noteStatus(db, row, status).catch((error) =>
      log.warn({ credentialId: row.id, err: error }, 'what a provider said of a credential was not kept'),
    )
  return {
    provider: row.provider,
    apiKey: vault.open(row, sealContextOf(row)),
    allowsFallback: row.allowsFallback,
    onRefused: () => note('refused'),
    // The status is usually unchanged; skips the write then.
    onAccepted: async () => {
      if (row.status !== 'verified') await note('verified')
    },
  }
}

/** Stores the provider's verdict on a key, unless the key was replaced meanwhile. */
async function noteStatus(db: Db, { id, sealed }: SealedKey, status: CredentialStatus): Promise<void> {
  await db
    .update(credentials)
    .set({ status, checkedAt: sql`now()`, ...sameUpdatedAt })
    .where(and(eq(credentials.id, id), eq(credentials.sealed, sealed)))
}
