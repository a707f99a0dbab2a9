import type { EmptiedTrash, TrashKind } from '#shared/contract/trash.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { purgeDeletedAssets } from '../assets/asset-rows.queries.ts'
import { purgeDocuments } from '../documents/document-changes.queries.ts'
import { purgeChats } from './chat-purge.service.ts'
import { expireTrash } from './trash.queries.ts'

type Parts = Pick<Deps, 'db' | 'files' | 'log' | 'runs'>

/** A call's answer waits for the purge of thousands of messages no longer; the hourly purge deletes the rest. */
const PATIENCE_MS = 5_000

/** Deletes one deleted thing for good. @throws {AppError} NOT_FOUND when it is not in the user's trash. */
export async function deleteForGood(
  parts: Parts,
  wanted: { userId: string; kind: TrashKind; itemId: string },
): Promise<void> {
  if ((await expireTrash(parts.db, wanted)) === 0) throw notFound('Item')
  await purgeExpired(parts, wanted.userId)
}

/** Deletes for good all that the user had deleted before. */
export async function emptyTrash(parts: Parts, { userId }: { userId: string }): Promise<EmptiedTrash> {
  const count = await parts.db.transaction((tx) => expireTrash(tx, { userId }))
  if (count > 0) await purgeExpired(parts, userId)
  return { count }
}

async function purgeExpired(parts: Parts, userId: string): Promise<void> {
  const owner = { userId }
  const start = performance.now()
  await purgeDeletedAssets(parts.db, owner)
  await purgeDocuments(parts.db, owner)
  await purgeChats(parts, owner, () => performance.now() - start > PATIENCE_MS)
}
