import { sql } from 'drizzle-orm'
import type { Chat, CreateChat } from '#shared/contract/chats.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { type ChatOrigin, chats } from '../../db/schema/index.ts'
import { statement, toIso, utc } from '../../db/statement.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { shownPhoto } from '../agents/agents.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { findOrigin } from './chat-origin.queries.ts'

/** Title of a chat without messages. */
const UNTITLED = 'Nova conversa'

/** Columns of `chats` and `agents` for {@link toChat}. The texts of an origin are long and for the model only. */
export const chatColumns = sql`chats.id, chats.agent_id as "agentId", chats.user_id as "userId", chats.title,
  chats.titled_by = 'message' as "isTitleProvisional", chats.last_seq > chats.read_seq as "hasNewer",
  chats.origin - 'question' - 'reply' as origin, ${utc(chats.pinnedAt)} as "pinnedAt",
  ${utc(chats.archivedAt)} as "archivedAt", ${utc(chats.lastMessageAt)} as "lastMessageAt",
  ${utc(chats.createdAt)} as "createdAt", ${utc(chats.updatedAt)} as "updatedAt",
  exists (select 1 from messages where chat_id = chats.id and status = 'running') as "isRunning",
  agents.name as "agentName", agents.photo_url as "agentPhotoUrl"`

export type ChatRow = Omit<Chat, 'agent' | 'isUnread' | 'origin'> & {
  hasNewer: boolean
  origin: Omit<ChatOrigin, 'question' | 'reply'> | null
  agentName: string
  agentPhotoUrl: string | null
}

const toOrigin = ({
  chatId,
  messageId,
  agentId,
  agentName,
  context,
}: NonNullable<ChatRow['origin']>): Chat['origin'] => ({ chatId, messageId, agentId, agentName, context })

export const toChat = (row: ChatRow): Chat => ({
  id: row.id,
  agentId: row.agentId,
  userId: row.userId,
  title: row.title,
  agent: { id: row.agentId, name: row.agentName, photoUrl: shownPhoto(row.agentPhotoUrl) },
  pinnedAt: row.pinnedAt && toIso(row.pinnedAt),
  archivedAt: row.archivedAt && toIso(row.archivedAt),
  lastMessageAt: toIso(row.lastMessageAt),
  isRunning: row.isRunning,
  isUnread: !row.isRunning && row.hasNewer,
  isTitleProvisional: row.isTitleProvisional,
  origin: row.origin && toOrigin(row.origin),
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

const readChat = statement<ChatRow>(
  'chat',
  sql`select ${chatColumns} from chats join agents on agents.id = chats.agent_id
    where chats.id = ${sql.placeholder('chatId')}::uuid and chats.user_id = ${sql.placeholder('userId')}::uuid
      and chats.deleted_at is null`,
)

async function findChat(db: Db, key: { chatId: string; userId: string }): Promise<Chat | undefined> {
  const [row] = await readChat(db, key)
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
 * @throws {AppError} NOT_FOUND for a reply that is no valid origin, CONFLICT when the id is taken otherwise,
 * STORAGE_FULL.
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
  if (from) await requireStorage(db, { userId, bytes: Buffer.byteLength(JSON.stringify(from)) })
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
  if (created.length > 0) await removeEmptyChats(db, { userId })
  return { chat, isNew: created.length > 0 }
}

/**
 * Deletes the user's oldest empty chats beyond a number: the new one takes their room. No list shows them, and nothing
 * was sent in them. One that gets its first message meanwhile stays. Parallel calls choose overlapping chats: each
 * leaves those that another one is deleting, because two that wait for each other's rows are a deadlock.
 */
async function removeEmptyChats(db: Db, { userId }: { userId: string }): Promise<void> {
  await db.execute(sql`
    with surplus as materialized (
      select id from chats
      where user_id = ${userId} and last_seq = 0 and deleted_at is null and titled_by = 'message'
        and pinned_at is null and archived_at is null
      order by last_message_at desc, id desc offset ${SERVER_LIMITS.emptyChats}
    ), locked as materialized (
      select id from chats where id in (select id from surplus) and last_seq = 0 for update skip locked
    )
    delete from chats where id in (select id from locked)`)
}
