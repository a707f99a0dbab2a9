import type { Deps } from '../../deps.ts'
import { deleteChats, findPurgeable, listRunningIn, purgeMessages } from './chat-purge.queries.ts'

type Parts = Pick<Deps, 'db' | 'files' | 'log' | 'runs'>

/**
 * Deletes chats whose retention time is over, in batches, with their messages and files; of one user, if given, until
 * `isLate`. Without a user also the messages that were deleted one by one.
 */
export async function purgeChats(
  parts: Parts,
  owner?: { userId: string },
  isLate: () => boolean = () => false,
): Promise<void> {
  const { db, runs } = parts
  for (;;) {
    const chatIds = await findPurgeable(db, owner)
    if (chatIds.length === 0) break
    await Promise.all((await listRunningIn(db, chatIds)).map((id) => runs.stop(id)))
    if (!(await purgeAll(parts, chatIds, isLate))) return
    await deleteChats(db, chatIds)
  }
  if (!owner) await purgeAll(parts, undefined, isLate)
}

/** False when it became late before the last batch. */
async function purgeAll(
  { db, files, log }: Parts,
  chatIds: string[] | undefined,
  isLate: () => boolean,
): Promise<boolean> {
  while (!isLate()) {
    const { keys, isOver } = await purgeMessages(db, chatIds)
    // The files are unreadable from here on; if the store is unavailable, the sweep deletes them later.
    await files.remove(keys).catch((error) => log.warn({ err: error }, 'files could not be removed yet'))
    if (isOver) return true
  }
  return false
}
