import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { RuleReach } from '#shared/contract/reviews.ts'
import { REACH_LIMITS } from '#shared/revisor/limits.ts'
import type { Db } from '../../db/connect.ts'
import { documents, reviewRules } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'

/** The phrases of a rule that an administrator added. @throws {AppError} NOT_FOUND, also for a rule of the code. */
export async function getPhrases(db: Db, { ruleId }: { ruleId: string }): Promise<string[]> {
  const [row] = await db
    .select({ phrases: reviewRules.phrases })
    .from(reviewRules)
    .where(and(eq(reviewRules.id, ruleId), eq(reviewRules.isOwn, true)))
  if (!row) throw notFound('Rule')
  return row.phrases
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
