import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { RuleReach } from '#shared/contract/reviews.ts'
import { REACH_LIMITS } from '#shared/revisor/limits.ts'
import type { ActiveRule } from '#shared/revisor/review.ts'
import { NEEDS_FACTS } from '#shared/revisor/rules-with-facts.ts'
import type { Db } from '../../db/connect.ts'
import { documents, reviewRules } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'

export type CountedRule = ActiveRule & { isOwn: boolean }

/** A rule that needs the text only. @throws {AppError} NOT_FOUND, also for one that compares with saved data. */
export async function getCountedRule(db: Db, { ruleId }: { ruleId: string }): Promise<CountedRule> {
  const [row] = await db.select().from(reviewRules).where(eq(reviewRules.id, ruleId))
  if (!row || NEEDS_FACTS.has(ruleId)) throw notFound('Rule')
  return row
}

/** Ids of the documents of all people, the latest changed first. */
export async function newestDocumentIds(db: Db, { limit }: { limit: number }): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(isNull(documents.deletedAt))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Texts of any people's documents, for counting only: nothing of them may leave the server. */
export const readTexts = (db: Db, { ids }: { ids: string[] }) =>
  db
    .select({ id: documents.id, userId: documents.userId, body: documents.body })
    .from(documents)
    .where(and(inArray(documents.id, ids), isNull(documents.deletedAt)))

/** Those of some documents that are the user's own, the latest changed first. */
export const listOwnTitles = (
  db: Db,
  { ids, userId }: { ids: string[]; userId: string },
): Promise<RuleReach['own']> =>
  db
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(and(inArray(documents.id, ids), eq(documents.userId, userId), isNull(documents.deletedAt)))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(REACH_LIMITS.ownTitles)
