import type { ReviewNote } from '#shared/contract/reviews.ts'
import type { Deps } from '../../deps.ts'
import { deleteReviewNote } from './review-notes.queries.ts'

/** Deletes a remark, with its file if nothing else uses it. @throws {AppError} NOT_FOUND */
export async function removeReviewNote(
  { db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
  wanted: { noteId: string; documentId: string; userId: string },
): Promise<ReviewNote> {
  const { note, keys } = await deleteReviewNote(db, wanted)
  // The file is unreadable from here on; if the store is unavailable, the sweep deletes it later.
  await files.remove(keys).catch((error) => log.warn({ err: error }, 'a file could not be removed yet'))
  return note
}
