import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import type { ReviewRuleVersion, ReviewRuleVersionsPage } from '#shared/contract/review-rule-versions.ts'
import type { Db } from '../../db/connect.ts'
import { reviewRules, reviewRuleVersions } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'

const Place = z.tuple([z.int32()])

const fields = {
  isEnabled: reviewRuleVersions.isEnabled,
  severity: reviewRuleVersions.severity,
  title: reviewRuleVersions.title,
  why: reviewRuleVersions.why,
  suggestion: reviewRuleVersions.suggestion,
  source: reviewRuleVersions.source,
  sourceAddress: reviewRuleVersions.sourceAddress,
  readAt: reviewRuleVersions.readAt,
  isLawyerReviewed: reviewRuleVersions.isLawyerReviewed,
  channels: reviewRuleVersions.channels,
  phrases: reviewRuleVersions.phrases,
}

/** The versions of a rule, newest first. @throws {AppError} NOT_FOUND for a missing rule. */
export async function listRuleVersions(
  db: Db,
  { ruleId, cursor, limit }: PageQuery & { ruleId: string },
): Promise<ReviewRuleVersionsPage> {
  const place = decodeCursor(cursor, Place)
  const [rule] = await db
    .select({ version: reviewRules.version })
    .from(reviewRules)
    .where(eq(reviewRules.id, ruleId))
  if (!rule) throw notFound('Rule')
  const { isByCode, authorName, createdAt, version: number } = reviewRuleVersions
  const rows = await db
    .select({ ...fields, number, isByCode, authorName, createdAt })
    .from(reviewRuleVersions)
    .where(and(eq(reviewRuleVersions.ruleId, ruleId), place && lt(number, place[0])))
    .orderBy(desc(number))
    .limit(limit + 1)
  const toVersion = (row: (typeof rows)[number]): ReviewRuleVersion => ({
    ...row,
    isCurrent: row.number === rule.version,
    createdAt: row.createdAt.toISOString(),
  })
  return toPage(rows, limit, toVersion, (row) => [row.number])
}

/** The wording of one version of a rule. @throws {AppError} NOT_FOUND */
export async function getRuleVersion(db: Db, { ruleId, number }: { ruleId: string; number: number }) {
  const [row] = await db
    .select({ ...fields, isOwn: reviewRules.isOwn })
    .from(reviewRuleVersions)
    .innerJoin(reviewRules, eq(reviewRules.id, reviewRuleVersions.ruleId))
    .where(and(eq(reviewRuleVersions.ruleId, ruleId), eq(reviewRuleVersions.version, number)))
  if (!row) throw notFound('Rule')
  return row
}
