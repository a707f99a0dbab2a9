import { and, asc, eq, gte } from 'drizzle-orm'
import type { SourcePassages, SourcePassagesQuery } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Db } from '../../db/connect.ts'
import { passages } from '../../db/schema/index.ts'
import { getSource, type OwnSource } from './sources.queries.ts'

/** Passages of the searched version of a source, in their order. @throws {AppError} NOT_FOUND */
export async function readSourcePassages(
  db: Db,
  { from, ...own }: OwnSource & SourcePassagesQuery,
): Promise<SourcePassages> {
  const { version, ...source } = await getSource(db, own)
  const { id, collectionId, name, kind, address, passages: count, pagesWithoutText } = source
  const { position, page, headings, startSecond, text } = passages
  const items = await db
    .select({ position, page, headings, startSecond, text })
    .from(passages)
    .where(
      and(
        eq(passages.ownerId, own.ownerId),
        eq(passages.sourceId, id),
        eq(passages.version, version),
        gte(position, from),
      ),
    )
    .orderBy(asc(position))
    .limit(COLLECTION_LIMITS.passagesPerPage)
  return { source: { id, collectionId, name, kind, address, passages: count, pagesWithoutText }, items }
}
