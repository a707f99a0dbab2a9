import { TERMS_VERSION } from '#shared/contract/terms.ts'
import type { Db } from '../../db/connect.ts'
import { termsAcceptances } from '../../db/schema/index.ts'

/** Records the acceptance of the current terms; a repeated acceptance keeps the first date. */
export async function acceptTerms(db: Db, userId: string): Promise<void> {
  await db.insert(termsAcceptances).values({ userId, version: TERMS_VERSION }).onConflictDoNothing()
}
