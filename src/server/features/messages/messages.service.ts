import type { CurrentUser } from '#shared/contract/auth.ts'
import type { SendMessage } from '#shared/contract/messages.ts'
import { provisionalTitle } from '../../ai/tasks/title.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { claimAttachments } from '../attachments/message-attachments.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { type Conversation, readConversation } from './conversation.queries.ts'
import { getMessage } from './messages.queries.ts'
import { type Parts, startReply } from './reply-start.service.ts'
import { findContext, findMessagePlace, findReplyTo, takeSequence } from './sending.queries.ts'

type Send = { user: CurrentUser; chatId: string; message: SendMessage }
type OfMessage = { user: CurrentUser; chatId: string; messageId: string }

/**
 * Stores a message with its placeholder reply and starts the run. Returns the reply's id. Idempotent: an id
 * already stored in this chat returns its reply. Without a context, uses the one of the previous message on
 * the branch, of the replaced message, or of the chat's origin.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, RATE_LIMITED, UNAVAILABLE; nothing
 * is stored then.
 */
export async function sendMessage(parts: Parts, { user, chatId, message }: Send): Promise<string> {
  const { db } = parts
  const { id, content, context, replacesId, attachmentIds } = message
  const userId = user.id
  const { agentId } = await getChat(db, { chatId, userId })
  try {
    const agent = await getOpenAgent(db, { agentId, reader: user })
    return await startReply(parts, { user, agent, chatId }, async (tx) => {
      const firstTitle = provisionalTitle(content)
      const { previousSeq, ...chat } = await takeSequence(tx, { chatId, userId, count: 2, firstTitle })
      const before = await readBefore(tx, { chatId, userId, replacesId })
      const inherited = before.context ?? chat.origin?.context ?? EMPTY_CONTEXT
      const wanted = { userId, context: context ?? inherited, isExact: context !== undefined }
      const grounded = await readContext(tx, wanted)
      const attachments = await claimAttachments(tx, { userId, chatId, attachmentIds })
      const turn = { messageId: id, role: 'user' as const, content, attachments }
      return {
        conversation: { ...before, turns: [...before.turns, turn] },
        ...chat,
        grounded,
        reply: { seq: previousSeq + 2, parentId: id },
        message: { id, seq: previousSeq + 1, parentId: before.leafId, content },
        attachments,
      }
    })
  } catch (error) {
    // A concurrent copy may have stored the message meanwhile; answer with its reply.
    const repeated = await findRepeated(db, { user, chatId, messageId: id })
    if (repeated) return repeated
    throw error
  }
}

/** The branch before a new message: the active one, or the ancestors of the message that it replaces. */
async function readBefore(
  tx: Db,
  { replacesId, ...chat }: { chatId: string; userId: string; replacesId: string | undefined },
): Promise<Conversation> {
  if (!replacesId) return readConversation(tx, chat)
  const replaced = await getMessage(tx, { ...chat, messageId: replacesId })
  if (replaced.sender !== 'human') {
    throw new AppError('CONFLICT', 'Só uma mensagem sua pode ser editada.')
  }
  const { parentId, context } = replaced
  if (!parentId) return { turns: [], summary: undefined, leafId: undefined, context }
  return { ...(await readConversation(tx, { ...chat, leafId: parentId })), context }
}

/**
 * Writes another reply to the message that the reply `messageId` answers, with what is left of its context.
 * The new reply becomes the active branch.
 * @throws {AppError} as {@link sendMessage}
 */
export async function regenerateReply(parts: Parts, { user, chatId, messageId }: OfMessage): Promise<string> {
  const { db } = parts
  const userId = user.id
  const chat = await getChat(db, { chatId, userId })
  const { sender, parentId } = await getMessage(db, { chatId, userId, messageId })
  if (sender !== 'ai' || !parentId) {
    throw new AppError('CONFLICT', 'Só uma resposta pode ser gerada de novo.')
  }
  const agent = await getOpenAgent(db, { agentId: chat.agentId, reader: user })
  return startReply(parts, { user, agent, chatId }, async (tx) => {
    const { previousSeq, ...rest } = await takeSequence(tx, { chatId, userId, count: 1 })
    // Checked again under the lock; it may have been deleted meanwhile.
    await getMessage(tx, { chatId, userId, messageId })
    const conversation = await readConversation(tx, { chatId, leafId: parentId })
    const context = (await findContext(tx, { messageId: parentId })) ?? EMPTY_CONTEXT
    const grounded = await readContext(tx, { userId, context })
    return { conversation, ...rest, grounded, reply: { seq: previousSeq + 1, parentId } }
  })
}

async function findRepeated(db: Db, { user, chatId, messageId }: OfMessage): Promise<string | undefined> {
  const place = await findMessagePlace(db, { messageId })
  return place?.chatId === chatId && place.userId === user.id ? findReplyTo(db, { messageId }) : undefined
}
