import { and, asc, eq, getTableColumns, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { collections, passages, sources } from '../../db/schema/index.ts'
import { PAGE, pages } from './export.queries.ts'

type Person = { userId: string }

/** All collections of a user, oldest first, in pages. */
export const collectionPages = (db: Db, { userId }: Person) =>
  pages((last: { id: string } | undefined) =>
    db
      .select({
        id: collections.id,
        name: collections.name,
        description: collections.description,
        createdAt: collections.createdAt,
        updatedAt: collections.updatedAt,
      })
      .from(collections)
      .where(
        and(
          eq(collections.ownerId, userId),
          isNull(collections.deletedAt),
          last && gt(collections.id, last.id),
        ),
      )
      .orderBy(asc(collections.id))
      .limit(PAGE),
  )

/** All sources of a user, without those whose deletion has begun, like {@link collectionPages}. */
export const sourcePages = (db: Db, { userId }: Person) =>
  pages((last: { id: string } | undefined) =>
    db
      .select(sourceColumns)
      .from(sources)
      .where(and(eq(sources.ownerId, userId), isNull(sources.deletedAt), last && gt(sources.id, last.id)))
      .orderBy(asc(sources.id))
      .limit(PAGE),
  )

const {
  id,
  collectionId,
  name,
  kind,
  key,
  mediaType,
  address,
  documentId,
  bytes,
  state,
  failure,
  version,
  pagesWithoutText,
  createdAt,
  updatedAt,
} = getTableColumns(sources)
const sourceColumns = {
  ...{ id, collectionId, name, kind, key, mediaType, address, documentId, bytes, state, failure, version },
  ...{ passages: sources.passages, pagesWithoutText, createdAt, updatedAt },
}
export type ExportedSource = Pick<typeof sources.$inferSelect, keyof typeof sourceColumns>

/** The passages of a user's source that a search finds, in their order, in pages. */
export const passagePages = (db: Db, { source, userId }: Person & { source: ExportedSource }) =>
  pages((last: { position: number } | undefined) =>
    db
      .select({
        position: passages.position,
        page: passages.page,
        headings: passages.headings,
        startSecond: passages.startSecond,
        text: passages.text,
      })
      .from(passages)
      .where(
        and(
          eq(passages.ownerId, userId),
          eq(passages.sourceId, source.id),
          eq(passages.version, source.version),
          gt(passages.position, last?.position ?? -1),
        ),
      )
      .orderBy(asc(passages.position))
      .limit(PAGE),
  )
