import { and, asc, count, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { credentials } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { sealContextOf } from './credentials.queries.ts'

type Parts = Pick<Deps, 'db' | 'log' | 'vault'>

const BATCH = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Runs at startup: re-encrypts credentials of the previous secret, and logs the unreadable ones with
 * instructions.
 */
export async function maintainCredentials(parts: Parts): Promise<void> {
  await resealCredentials(parts)
  await logUnreadable(parts)
}

/** Re-encrypts credentials of the previous secret in batches; skips rows that changed meanwhile. */
export async function resealCredentials({ db, log, vault }: Parts): Promise<void> {
  const { keyId, earlierKeyIds } = vault
  if (earlierKeyIds.length === 0) return
  let sealedAnew = 0
  for (let after = NO_ID; ; ) {
    const rows = await db
      .select()
      .from(credentials)
      .where(and(inArray(credentials.keyId, [...earlierKeyIds]), gt(credentials.id, after)))
      .orderBy(asc(credentials.id))
      .limit(BATCH)
    const last = rows.at(-1)
    if (!last) break
    after = last.id
    const anew = rows.flatMap((row) => {
      const text = vault.open(row, sealContextOf(row))
      return text === undefined
        ? []
        : [{ id: row.id, before: row.sealed, sealed: vault.seal(text, sealContextOf(row)).sealed }]
    })
    const { rowCount } = await db.execute(sql`
      update ${credentials} set sealed = anew.sealed, key_id = ${keyId}
      from unnest(${sql.param(anew.map(({ id }) => id))}::uuid[],
                  ${sql.param(anew.map(({ before }) => before))}::text[],
                  ${sql.param(anew.map(({ sealed }) => sealed))}::text[]) as anew (id, before, sealed)
      where ${credentials.id} = anew.id and ${credentials.sealed} = anew.before`)
    sealedAnew += rowCount ?? 0
  }
  if (sealedAnew > 0) log.info({ count: sealedAnew }, 'credentials sealed with the present secret')
}

async function logUnreadable({ db, log, vault }: Parts): Promise<void> {
  const known = [vault.keyId, ...vault.earlierKeyIds]
  const [row] = await db
    .select({ unreadable: count() })
    .from(credentials)
    .where(and(notInArray(credentials.keyId, known), isNull(credentials.deletedAt)))
  if (!row?.unreadable) return
  log.error(
    { count: row.unreadable },
    'credentials were encrypted with a secret that is gone: name it in SECRET_PREVIOUS and start again, or have their owners type the keys anew',
  )
}
