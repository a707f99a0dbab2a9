import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import {
  activateBranch,
  activateNewest,
  deleteFrom,
  findActiveLeaf,
  lockIdleChat,
  type Owned,
} from './branches.queries.ts'
import { getMessage, listMessages } from './messages.queries.ts'

type Key = Owned & { messageId: string }

/**
 * Makes the branch through this message active, down to its newest descendant. Returns the last page of that
 * branch.
 * @throws {AppError} NOT_FOUND, or CONFLICT while a reply is being written in the chat.
 */
export async function chooseBranch(db: Db, key: Key): Promise<Message[]> {
  await db.transaction(async (tx) => {
    await lockIdleChat(tx, key)
    await getMessage(tx, key)
    await activateBranch(tx, key)
  })
  return listMessages(db, { ...key, limit: LIMITS.messagesPage })
}

/**
 * Deletes a message and its descendants. If the active branch ended there, it falls back to the parent's
 * newest remaining descendant. Returns the last page of the active branch.
 * @throws {AppError} NOT_FOUND, or CONFLICT while a reply is being written in the chat.
 */
export async function deleteMessage(db: Db, key: Key): Promise<Message[]> {
  const { chatId } = key
  await db.transaction(async (tx) => {
    await lockIdleChat(tx, key)
    const { parentId } = await getMessage(tx, key)
    const leafBefore = await findActiveLeaf(tx, key)
    const removed = await deleteFrom(tx, key)
    if (leafBefore && !removed.has(leafBefore)) return
    if (parentId) await activateBranch(tx, { chatId, messageId: parentId })
    else await activateNewest(tx, { chatId })
  })
  return listMessages(db, { ...key, limit: LIMITS.messagesPage })
}
