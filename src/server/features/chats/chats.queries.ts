import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Chat, CreateChat } from '#shared/contract/chats.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { agents, type ChatOrigin, chats } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { agentColumns } from '../agents/agents.queries.ts'
import { findOrigin } from './chat-origin.queries.ts'

/** Title of a chat without messages. */
const UNTITLED = 'Nova conversa'

const isRunning = sql<boolean>`exists (select 1 from messages where chat_id = ${chats.id} and status = 'running')`

/** The visible part of a chat's origin; its texts are long and for the model only. */
type ShownOrigin = Omit<ChatOrigin, 'question' | 'reply'>
const origin = sql<ShownOrigin | null>`${chats.origin} - 'question' - 'reply'`

/** Columns of a chat with its agent. */
export const chatColumns = {
  chat: { ...getTableColumns(chats), origin },
  isRunning,
  agent: agentColumns,
}
export type ChatRow = {
  chat: Omit<typeof chats.$inferSelect, 'origin'> & { origin: ShownOrigin | null }
  agent: Chat['agent']
  isRunning: boolean
}

const toOrigin = ({ chatId, messageId, agentId, agentName, context }: ShownOrigin): Chat['origin'] => ({
  chatId,
  messageId,
  agentId,
  agentName,
  context,
})

export const toChat = ({ chat, agent, isRunning }: ChatRow): Chat => ({
  id: chat.id,
  agentId: chat.agentId,
  userId: chat.userId,
  title: chat.title,
  agent,
  pinnedAt: chat.pinnedAt?.toISOString() ?? null,
  archivedAt: chat.archivedAt?.toISOString() ?? null,
  lastMessageAt: chat.lastMessageAt.toISOString(),
  isRunning,
  isUnread: !isRunning && chat.lastSeq > chat.readSeq,
  isTitleProvisional: chat.titledBy === 'message',
  origin: chat.origin && toOrigin(chat.origin),
  createdAt: chat.createdAt.toISOString(),
  updatedAt: chat.updatedAt.toISOString(),
})

export const withAgent = eq(agents.id, chats.agentId)

const selectChats = (db: Db) => db.select(chatColumns).from(chats).innerJoin(agents, withAgent)

async function findChat(
  db: Db,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<Chat | undefined> {
  const [row] = await selectChats(db).where(
    and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)),
  )
  return row && toChat(row)
}

/** @throws {AppError} NOT_FOUND for a missing chat and for one of another user. */
export async function getChat(db: Db, key: { chatId: string; userId: string }): Promise<Chat> {
  const chat = await findChat(db, key)
  if (!chat) throw notFound('Chat')
  return chat
}

/**
 * Opens a chat, optionally from a reply. Idempotent by id: returns the user's existing chat with the same
 * agent and origin, even if the reply is deleted since.
 * @throws {AppError} NOT_FOUND for a reply that is no valid origin, CONFLICT when the id is taken otherwise.
 */
export async function createChat(
  db: Db,
  { id, agentId, userId, fromMessageId }: CreateChat & { userId: string },
): Promise<{ chat: Chat; isNew: boolean }> {
  const from = fromMessageId && (await findOrigin(db, { messageId: fromMessageId, userId }))
  const isSame = (chat: Chat) => chat.agentId === agentId && chat.origin?.messageId === fromMessageId
  if (fromMessageId && !from) {
    const earlier = id && (await findChat(db, { chatId: id, userId }))
    if (earlier && isSame(earlier)) return { chat: earlier, isNew: false }
    throw notFound('Message')
  }
  const created = await db
    .insert(chats)
    .values({ ...(id && { id }), ...(from && { origin: from }), agentId, userId, title: UNTITLED })
    .onConflictDoNothing()
    .returning({ id: chats.id })
    .catch((error) => {
      // The agent was deleted after it was checked.
      if (constraintOf(error)?.includes('agent')) throw notFound('Agent')
      throw error
    })
  const chatId = created[0]?.id ?? id
  const chat = chatId && (await findChat(db, { chatId, userId }))
  if (!chat || !isSame(chat)) {
    throw new AppError('CONFLICT', 'Já existe uma conversa com este identificador.')
  }
  return { chat, isNew: created.length > 0 }
}
