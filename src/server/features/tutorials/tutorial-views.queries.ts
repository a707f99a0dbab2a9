import { and, eq, sql } from 'drizzle-orm'
import type { Page, PageQuery } from '#shared/contract/pagination.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'
import type { Db } from '../../db/connect.ts'
import { tutorials, tutorialViews } from '../../db/schema/index.ts'
import { toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'
import {
  inOrder,
  isBehind,
  isKept,
  placeOf,
  type TutorialRow,
  toTutorialFields,
} from './tutorials.queries.ts'

type ViewRow = typeof tutorialViews.$inferSelect
type Person = { userId: string }

const toView = (row: ViewRow | null): TutorialView => ({
  positionSeconds: row?.positionSeconds ?? 0,
  watchedAt: row?.watchedAt?.toISOString() ?? null,
})

const toTutorial = ({ tutorial, view }: { tutorial: TutorialRow; view: ViewRow | null }): Tutorial => ({
  ...toTutorialFields(tutorial),
  view: toView(view),
})

/** The tutorials in order, each with the user's progress. */
export async function listTutorials(
  db: Db,
  { userId, cursor, limit }: PageQuery & Person,
): Promise<Page<Tutorial>> {
  const rows = await db
    .select({ tutorial: tutorials, view: tutorialViews })
    .from(tutorials)
    .leftJoin(
      tutorialViews,
      and(eq(tutorialViews.tutorialId, tutorials.id), eq(tutorialViews.userId, userId)),
    )
    .where(and(isKept, isBehind(cursor)))
    .orderBy(...inOrder)
    .limit(limit + 1)
  return toPage(rows, limit, toTutorial, ({ tutorial }) => placeOf(tutorial))
}

/**
 * Stores progress; omitted fields stay. Watching again keeps the first completion time.
 * @throws {AppError} NOT_FOUND, also for a deleted tutorial.
 */
export async function updateTutorialView(
  db: Db,
  { tutorialId, userId, positionSeconds, watched }: UpdateTutorialView & Person & { tutorialId: string },
): Promise<TutorialView> {
  const [tutorial] = await db
    .select({ id: tutorials.id })
    .from(tutorials)
    .where(and(eq(tutorials.id, tutorialId), isKept))
  if (!tutorial) throw notFound('Tutorial')
  const now = new Date()
  const firstWatched = sql`coalesce(${tutorialViews.watchedAt}, excluded.watched_at)`
  const [row] = await db
    .insert(tutorialViews)
    .values({
      userId,
      tutorialId,
      positionSeconds: positionSeconds ?? 0,
      watchedAt: watched ? now : null,
    })
    .onConflictDoUpdate({
      target: [tutorialViews.userId, tutorialViews.tutorialId],
      set: {
        updatedAt: now,
        ...(positionSeconds !== undefined && { positionSeconds }),
        ...(watched !== undefined && { watchedAt: watched ? firstWatched : null }),
      },
    })
    .returning()
  return toView(row ?? null)
}

/** A user's progress in each tutorial, including deleted ones. */
export const listViews = (db: Db, { userId }: Person) =>
  db
    .select({
      tutorial: tutorials.title,
      youtubeVideoId: tutorials.youtubeVideoId,
      positionSeconds: tutorialViews.positionSeconds,
      watchedAt: tutorialViews.watchedAt,
      createdAt: tutorialViews.createdAt,
      updatedAt: tutorialViews.updatedAt,
    })
    .from(tutorialViews)
    .innerJoin(tutorials, eq(tutorials.id, tutorialViews.tutorialId))
    .where(eq(tutorialViews.userId, userId))
    .orderBy(...inOrder)
