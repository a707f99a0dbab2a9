import type { SignInRules } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/connect.ts'
import { houseSettings } from '../../db/schema/index.ts'

export async function findSignInRules(db: Db): Promise<SignInRules> {
  const [row] = await db.select().from(houseSettings)
  return { administratorsFrom: row?.administratorsFactorFrom?.toISOString() ?? null }
}

/** Stores the rules, and answers those of before. */
export async function storeSignInRules(
  db: Db,
  { administratorsFrom }: SignInRules,
): Promise<{ before: SignInRules }> {
  const before = await findSignInRules(db)
  const administratorsFactorFrom = administratorsFrom === null ? null : new Date(administratorsFrom)
  await db
    .insert(houseSettings)
    .values({ administratorsFactorFrom })
    .onConflictDoUpdate({ target: houseSettings.id, set: { administratorsFactorFrom } })
  return { before }
}
