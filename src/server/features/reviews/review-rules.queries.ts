import { and, asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type {
  AdminReviewRule,
  CreateReviewRule,
  ReviewRule,
  UpdateReviewRule,
} from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { type Audited, changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import { reviewRules, reviewRulesState } from '../../db/schema/index.ts'
import { countRuleChange, keepRuleVersion } from '../../db/seed/review-rules.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { getRuleVersion } from './review-rule-versions.queries.ts'

type By = { origin: AuditOrigin }
type RuleRow = typeof reviewRules.$inferSelect
type Author = AuditOrigin['actor']

const toRule = ({ createdAt: _, updatedAt, ...row }: RuleRow): AdminReviewRule => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
})

// Without an id: those of the code are names, and the log has UUIDs.
const entityOf = ({ title }: { title: string }) => ({ type: 'review-rule', name: title }) as const

const audited = ({ id: _id, version: _version, isOwn: _own, updatedAt: _at, ...fields }: AdminReviewRule) =>
  fields

/** The number of changes of the rules, and the moment of the last one. */
export async function readRulesState(db: Db): Promise<{ version: number; changedAt: Date | null }> {
  const [row] = await db.select().from(reviewRulesState)
  return row ?? { version: 0, changedAt: null }
}

/** All rules: those of the code first, then the house's own, oldest first. */
export async function listReviewRules(db: Db): Promise<AdminReviewRule[]> {
  const rows = await db
    .select()
    .from(reviewRules)
    .orderBy(asc(reviewRules.isOwn), asc(reviewRules.createdAt), asc(reviewRules.id))
  return rows.map(toRule)
}

/** Those that are switched on for a channel. */
export const rulesInForce = async (db: Db, channel: Channel): Promise<AdminReviewRule[]> =>
  (await listReviewRules(db)).filter((it) => it.isEnabled && it.channels.includes(channel))

/** A rule without what only administrators see. */
export const toPublicRule = ({
  isEnabled: _on,
  isOwn: _own,
  phrases: _p,
  version: _v,
  updatedAt: _at,
  ...rule
}: AdminReviewRule): ReviewRule => rule

/** @throws {AppError} CONFLICT at the limit of own rules. */
export const createReviewRule = (
  db: Db,
  { origin, ...fields }: CreateReviewRule & By,
): Promise<AdminReviewRule> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .insert(reviewRules)
      .values({ ...fields, id: `casa-${uuidv7()}`, isOwn: true })
      .returning()
    if (!row) throw new Error('no row was inserted')
    if ((await tx.$count(reviewRules, eq(reviewRules.isOwn, true))) > REVIEW_LIMITS.ownRules) {
      const most = `São até ${REVIEW_LIMITS.ownRules} regras próprias. Exclua uma antes.`
      throw new AppError('CONFLICT', most)
    }
    const rule = toRule(row)
    await keepVersion(tx, row, origin.actor)
    await writeAudit(tx, {
      origin,
      action: 'review-rule.create',
      entity: entityOf(rule),
      after: audited(rule),
    })
    return rule
  })

/** @throws {AppError} NOT_FOUND; VALIDATION_ERROR for phrases of a rule of the code. */
export const updateReviewRule = (
  db: Db,
  { origin, ruleId, ...fields }: UpdateReviewRule & By & { ruleId: string },
): Promise<AdminReviewRule> =>
  db.transaction((tx) => changeRule(tx, { origin, action: 'review-rule.update' }, { ruleId, ...fields }))

/** An earlier version as the newest one; the rule stays as it is if it is the same. @throws {AppError} NOT_FOUND */
export const restoreRuleVersion = (
  db: Db,
  { origin, ruleId, number }: By & { ruleId: string; number: number },
): Promise<AdminReviewRule> =>
  db.transaction(async (tx) => {
    const { isOwn, phrases, ...fields } = await getRuleVersion(tx, { ruleId, number })
    // The review of a lawyer was of these words.
    const wanted = { ruleId, ...fields, ...(isOwn && { phrases }) }
    return changeRule(tx, { origin, action: 'review-rule.restore-version', details: { number } }, wanted)
  })

type Change = By & Pick<Audited, 'action' | 'details'>

async function changeRule(
  tx: Db,
  { origin, ...act }: Change,
  { ruleId, ...fields }: UpdateReviewRule & { ruleId: string },
): Promise<AdminReviewRule> {
  const before = await lockRule(tx, ruleId)
  const wanted = withReview(before, fields)
  if (fields.phrases && !before.isOwn) {
    const text = 'Esta regra é conferida pelo código e não tem frases'
    throw new AppError('VALIDATION_ERROR', text, { details: { phrases: text } })
  }
  const change = changedFields(audited(before), wanted)
  if (Object.keys(change.after).length === 0) return before
  const [row] = await tx
    .update(reviewRules)
    .set({ ...wanted, version: before.version + 1 })
    .where(eq(reviewRules.id, ruleId))
    .returning()
  if (!row) throw notFound('Rule')
  const after = toRule(row)
  await keepVersion(tx, row, origin.actor)
  await writeAudit(tx, { origin, ...act, entity: entityOf(after), ...change })
  return after
}

/** Deletes a rule that an administrator added; a rule of the code can only be switched off. @throws {AppError} NOT_FOUND */
export const deleteReviewRule = (
  db: Db,
  { origin, ruleId }: By & { ruleId: string },
): Promise<AdminReviewRule> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .delete(reviewRules)
      .where(and(eq(reviewRules.id, ruleId), eq(reviewRules.isOwn, true)))
      .returning()
    if (!row) throw notFound('Rule')
    const rule = toRule(row)
    await countRuleChange(tx)
    await writeAudit(tx, {
      origin,
      action: 'review-rule.delete',
      entity: entityOf(rule),
      before: audited(rule),
    })
    return rule
  })

async function keepVersion(tx: Db, row: RuleRow, { id: authorId, name: authorName }: Author): Promise<void> {
  await keepRuleVersion(tx, row, { authorId, authorName })
  await countRuleChange(tx)
}

/** What a lawyer reads; a review is of these words. */
const READ = ['title', 'why', 'suggestion', 'source', 'sourceAddress', 'phrases'] as const

/** A change of a rule's words ends a lawyer's review, unless the same call says that they reviewed the new ones. */
function withReview(before: AdminReviewRule, { ...fields }: UpdateReviewRule): UpdateReviewRule {
  const isChanged = READ.some(
    (field) => fields[field] !== undefined && JSON.stringify(fields[field]) !== JSON.stringify(before[field]),
  )
  return isChanged && before.isLawyerReviewed && fields.isLawyerReviewed === undefined
    ? { ...fields, isLawyerReviewed: false }
    : fields
}

async function lockRule(tx: Db, ruleId: string): Promise<AdminReviewRule> {
  const [row] = await tx.select().from(reviewRules).where(eq(reviewRules.id, ruleId)).for('update')
  if (!row) throw notFound('Rule')
  return toRule(row)
}
