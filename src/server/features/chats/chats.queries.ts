import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Chat, ChatsPage, ChatsQuery, CreateChat } from '#shared/contract/chats.ts'
import { Id } from '#shared/contract/scalars.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { agents, type ChatOrigin, chats } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { agentColumns } from '../agents/agents.queries.ts'
import { findOrigin } from './chat-origin.queries.ts'

/** Title of a chat without messages. */
const UNTITLED = 'Nova conversa'

const isRunning = sql<boolean>`exists (select 1 from messages where chat_id = ${chats.id} and status = 'running')`

/** The visible part of a chat's origin; its texts are long and for the model only. */
type ShownOrigin = Omit<ChatOrigin, 'question' | 'reply'>
const origin = sql<ShownOrigin | null>`${chats.origin} - 'question' - 'reply'`

const columns = {
  chat: { ...getTableColumns(chats), origin },
  isRunning,
  agent: agentColumns,
}
type ChatRow = {
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

const toChat = ({ chat, agent, isRunning }: ChatRow): Chat => ({
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

const withAgent = eq(agents.id, chats.agentId)

const selectChats = (db: Db) => db.select(columns).from(chats).innerJoin(agents, withAgent)

type ListQuery = ChatsQuery & { userId: string }

/** Time and id; with pinned chats first, also whether the chat is pinned. */
const Place = z.tuple([Instant, Id, z.boolean().optional()])
type Place = z.infer<typeof Place>

const placeOf = ({ chat }: ChatRow): [string, string] => [chat.lastMessageAt.toISOString(), chat.id]
const placePinnedFirst = (row: ChatRow): Place => [...placeOf(row), row.chat.pinnedAt !== null]

const byTime = [desc(chats.lastMessageAt), desc(chats.id)]

type Part = { isPinned: boolean | undefined; after: Place | undefined }

const isListed = (query: ListQuery, { isPinned, after }: Part) =>
  and(
    eq(chats.userId, query.userId),
    isNull(chats.deletedAt),
    gt(chats.lastSeq, 0),
    query.archived ? isNotNull(chats.archivedAt) : isNull(chats.archivedAt),
    isPinned === undefined ? undefined : isPinned ? isNotNull(chats.pinnedAt) : isNull(chats.pinnedAt),
    query.agentId ? eq(chats.agentId, query.agentId) : undefined,
    after && sql`(${chats.lastMessageAt}, ${chats.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  )

/** A user's chats, last written in first, without empty ones. */
export async function listChats(db: Db, query: ListQuery): Promise<ChatsPage> {
  const after = decodeCursor(query.cursor, Place)
  if (query.pinned === 'first') {
    const rows = await db
      .select(columns)
      .from(partsOf(db, query, after))
      .innerJoin(agents, withAgent)
      .orderBy(isNull(chats.pinnedAt), ...byTime)
      .limit(query.limit + 1)
    return toPage(rows, query.limit, toChat, placePinnedFirst)
  }
  const isPinned = query.pinned === undefined ? undefined : query.pinned === 'true'
  const rows = await selectChats(db)
    .where(isListed(query, { isPinned, after }))
    .orderBy(...byTime)
    .limit(query.limit + 1)
  return toPage(rows, query.limit, toChat, placeOf)
}

/**
 * Pinned chats and others in one statement, each by its index: two statements could miss a chat that is pinned
 * or unpinned between them.
 */
function partsOf(db: Db, query: ListQuery, after: Place | undefined) {
  const part = (where: Part) =>
    db
      .select()
      .from(chats)
      .where(isListed(query, where))
      .orderBy(...byTime)
      .limit(query.limit + 1)
  const isBelowPinned = after !== undefined && !after[2]
  const others = part({ isPinned: false, after: isBelowPinned ? after : undefined })
  // Named like the table, whose columns the outer statement selects.
  return isBelowPinned ? others.as('chats') : unionAll(part({ isPinned: true, after }), others).as('chats')
}

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
