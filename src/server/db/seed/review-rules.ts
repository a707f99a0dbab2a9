import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { HOUSE_RULES, type HouseRule } from '#shared/revisor/rules.ts'
import type { Db } from '../connect.ts'
import { reviewRules, reviewRulesState, reviewRuleVersions } from '../schema/index.ts'

type RuleRow = typeof reviewRules.$inferSelect

/** Who wrote a version. */
type VersionAuthor = Pick<typeof reviewRuleVersions.$inferInsert, 'isByCode' | 'authorId' | 'authorName'>

/** Keeps a rule as it is now; call in the transaction that changed it. */
export async function keepRuleVersion(
  tx: Db,
  { id: ruleId, isOwn: _own, createdAt: _made, updatedAt: createdAt, ...fields }: RuleRow,
  author: VersionAuthor,
): Promise<void> {
  await tx.insert(reviewRuleVersions).values({ ...fields, ruleId, createdAt, ...author })
}

/** Counts a change of the rules; the number never falls, also when a rule is deleted. */
export async function countRuleChange(db: Db): Promise<void> {
  await db
    .insert(reviewRulesState)
    .values({ version: 2, changedAt: new Date() })
    .onConflictDoUpdate({
      target: reviewRulesState.id,
      set: { version: sql`${reviewRulesState.version} + 1`, changedAt: new Date() },
    })
}

/** The rules of the code: missing ones are added, and those that no administrator edited get its newest texts. */
export const seedReviewRules = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    let changed = 0
    for (const rule of await listOutdated(tx)) {
      const row = await renewRule(tx, rule)
      if (!row) continue
      await keepRuleVersion(tx, row, { isByCode: true })
      changed += 1
    }
    // All of them: the house is new.
    if (changed > 0 && changed < HOUSE_RULES.length) await countRuleChange(tx)
    await tx.insert(reviewRulesState).values({ id: 1 }).onConflictDoNothing()
  })

/** The rules that are missing or have an older text of the code. Most starts find none, and lock no row. */
async function listOutdated(tx: Db): Promise<HouseRule[]> {
  const { ruleId, version, isByCode } = reviewRuleVersions
  const inForce = and(eq(ruleId, reviewRules.id), eq(version, reviewRules.version))
  const stored = await tx
    .select({ rule: reviewRules, isByCode })
    .from(reviewRules)
    .leftJoin(reviewRuleVersions, inForce)
  const rows = new Map(stored.map((row) => [row.rule.id, row]))
  return HOUSE_RULES.filter((rule) => {
    const row = rows.get(rule.id)
    if (!row) return true
    const fields: Record<string, unknown> = row.rule
    const differs = Object.entries(rule).some(([name, value]) => !isDeepStrictEqual(fields[name], value))
    return row.isByCode && !row.rule.isOwn && differs
  })
}

/** The row of a rule that was added or got a new text; undefined when an administrator has just edited it. */
async function renewRule(tx: Db, rule: HouseRule): Promise<RuleRow | undefined> {
  const { id, ...fields } = { ...rule, channels: [...rule.channels] }
  const isOfCode = sql`exists (select from ${reviewRuleVersions} where ${reviewRuleVersions.ruleId} = ${reviewRules.id}
    and ${reviewRuleVersions.version} = ${reviewRules.version} and ${reviewRuleVersions.isByCode})`
  const [row] = await tx
    .insert(reviewRules)
    .values({ id, ...fields })
    .onConflictDoUpdate({
      target: reviewRules.id,
      set: { ...fields, version: sql`${reviewRules.version} + 1` },
      setWhere: sql`${isOfCode} and not ${reviewRules.isOwn}`,
    })
    .returning()
  return row
}
