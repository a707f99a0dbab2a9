import { sql } from 'drizzle-orm'
import { HOUSE_RULES } from '#shared/revisor/rules.ts'
import type { Db } from '../connect.ts'
import { reviewRules, reviewRulesState } from '../schema/index.ts'

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
export async function seedReviewRules(db: Db): Promise<void> {
  let changed = 0
  for (const rule of HOUSE_RULES) {
    const { id, ...fields } = { ...rule, channels: [...rule.channels] }
    const differs = sql.join(
      [
        sql`${reviewRules.severity} <> ${fields.severity}`,
        sql`${reviewRules.title} <> ${fields.title}`,
        sql`${reviewRules.why} <> ${fields.why}`,
        sql`${reviewRules.suggestion} <> ${fields.suggestion}`,
        sql`${reviewRules.source} <> ${fields.source}`,
        sql`${reviewRules.sourceAddress} <> ${fields.sourceAddress}`,
        sql`${reviewRules.readAt} is distinct from ${fields.readAt}::date`,
        sql`${reviewRules.channels} <> ${sql.param(fields.channels, reviewRules.channels)}::text[]`,
      ],
      sql` or `,
    )
    const rows = await db
      .insert(reviewRules)
      .values({ id, ...fields })
      .onConflictDoUpdate({
        target: reviewRules.id,
        set: fields,
        setWhere: sql`${reviewRules.version} = 1 and not ${reviewRules.isOwn} and (${differs})`,
      })
      .returning({ id: reviewRules.id })
    changed += rows.length
  }
  // All of them: the house is new.
  if (changed > 0 && changed < HOUSE_RULES.length) await countRuleChange(db)
  await db.insert(reviewRulesState).values({ id: 1 }).onConflictDoNothing()
}
