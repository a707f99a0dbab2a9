import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Page, PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type {
  AdminTutorial,
  CreateTutorial,
  DeletedTutorial,
  UpdateTutorial,
} from '#shared/contract/tutorials.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { tutorials } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'

export type TutorialRow = typeof tutorials.$inferSelect
type Key = { tutorialId: string }
type Picture = { thumbnailUrl: string | null }

// Qualified names are written out: Drizzle omits the table in a query of one table.
const adminColumns = {
  row: tutorials,
  watchedCount: sql<number>`(
    select count(*)::int from tutorial_views
    where tutorial_views.tutorial_id = tutorials.id and tutorial_views.watched_at is not null
  )`,
}

/** The fields for users and administrators alike. */
export const toTutorialFields = (row: TutorialRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  youtubeVideoId: row.youtubeVideoId,
  thumbnailUrl: row.thumbnailUrl,
  order: row.order,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const toAdminTutorial = ({
  row,
  watchedCount,
}: {
  row: TutorialRow
  watchedCount: number
}): AdminTutorial => ({
  ...toTutorialFields(row),
  watchedCount,
})

const Place = z.tuple([z.int32(), Id])

export const isKept = isNull(tutorials.deletedAt)
export const inOrder = [asc(tutorials.order), asc(tutorials.id)]
export const placeOf = (row: TutorialRow) => [row.order, row.id]

/** Condition for rows after a cursor; none without one. */
export function isBehind(cursor: string | undefined) {
  const place = decodeCursor(cursor, Place)
  return place && sql`(${tutorials.order}, ${tutorials.id}) > (${place[0]}, ${place[1]}::uuid)`
}

/** Every tutorial that is not deleted, in order, for administrators. */
export async function listAdminTutorials(db: Db, { cursor, limit }: PageQuery): Promise<Page<AdminTutorial>> {
  const rows = await db
    .select(adminColumns)
    .from(tutorials)
    .where(and(isKept, isBehind(cursor)))
    .orderBy(...inOrder)
    .limit(limit + 1)
  return toPage(rows, limit, toAdminTutorial, ({ row }) => placeOf(row))
}

/** The title of a tutorial; undefined for a missing or deleted one. */
export async function findTutorialTitle(db: Db, { tutorialId }: Key): Promise<string | undefined> {
  const [row] = await db
    .select({ title: tutorials.title })
    .from(tutorials)
    .where(and(eq(tutorials.id, tutorialId), isKept))
  return row?.title
}

/** @throws {AppError} NOT_FOUND for a missing or deleted tutorial. */
export async function getAdminTutorial(db: Db, { tutorialId }: Key): Promise<AdminTutorial> {
  const [row] = await db
    .select(adminColumns)
    .from(tutorials)
    .where(and(eq(tutorials.id, tutorialId), isKept))
  if (!row) throw notFound('Tutorial')
  return toAdminTutorial(row)
}

/**
 * Locks the row of a tutorial, deleted or not, until the transaction ends.
 * @throws {AppError} NOT_FOUND
 */
export async function lockTutorial(tx: Db, { tutorialId }: Key): Promise<TutorialRow> {
  const [row] = await tx.select().from(tutorials).where(eq(tutorials.id, tutorialId)).for('no key update')
  if (!row) throw notFound('Tutorial')
  return row
}

async function keepWithinLimit(tx: Db): Promise<void> {
  const count = await tx.$count(tutorials, isKept)
  if (count <= LIMITS.tutorialsMax) return
  throw new AppError(
    'CONFLICT',
    `Cabem ${LIMITS.tutorialsMax} tutoriais. Exclua algum para abrir espaço para outro.`,
  )
}

/** @throws {AppError} CONFLICT at the limit of tutorials. */
export async function createTutorial(tx: Db, tutorial: CreateTutorial & Picture): Promise<TutorialRow> {
  const [row] = await tx.insert(tutorials).values(tutorial).returning()
  if (!row) throw new Error('no row was inserted')
  await keepWithinLimit(tx)
  return row
}

/** Changes a locked tutorial; returns the new row. */
export async function updateTutorial(
  tx: Db,
  { tutorialId, ...change }: UpdateTutorial & Picture & Key,
): Promise<TutorialRow> {
  const [row] = await tx.update(tutorials).set(change).where(eq(tutorials.id, tutorialId)).returning()
  if (!row) throw notFound('Tutorial')
  return row
}

/** Soft-deletes a locked tutorial; {@link restoreTutorial} restores it. */
export async function deleteTutorial(tx: Db, { tutorialId }: Key): Promise<DeletedTutorial> {
  const deletedAt = new Date()
  await tx.update(tutorials).set({ deletedAt }).where(eq(tutorials.id, tutorialId))
  return { id: tutorialId, deletedAt: deletedAt.toISOString() }
}

/**
 * Restores a locked tutorial.
 * @throws {AppError} CONFLICT at the limit of tutorials.
 */
export async function restoreTutorial(tx: Db, { tutorialId }: Key): Promise<void> {
  await tx.update(tutorials).set({ deletedAt: null }).where(eq(tutorials.id, tutorialId))
  await keepWithinLimit(tx)
}

const CHANGED = 'A lista mudou enquanto você a ordenava. Confira a ordem e arraste de novo.'

/**
 * Numbers all tutorials in the order of `ids`. Returns them in the previous order.
 * @throws {AppError} CONFLICT if `ids` are not exactly the existing ones.
 */
export async function orderTutorials(
  tx: Db,
  { ids }: { ids: string[] },
): Promise<{ id: string; title: string }[]> {
  // Locked by id, so that concurrent reorderings do not deadlock.
  const rows = await tx
    .select({ id: tutorials.id, title: tutorials.title, order: tutorials.order })
    .from(tutorials)
    .where(isKept)
    .orderBy(asc(tutorials.id))
    .for('no key update')
  const before = rows.toSorted((one, other) => one.order - other.order)
  const known = new Set(before.map(({ id }) => id))
  if (before.length !== ids.length || !ids.every((id) => known.has(id)))
    throw new AppError('CONFLICT', CHANGED)
  if (ids.length === 0) return before
  const places = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  const order = sql`array_position(array[${places}], ${tutorials.id}) - 1`
  await tx.update(tutorials).set({ order }).where(inArray(tutorials.id, ids))
  return before
}
