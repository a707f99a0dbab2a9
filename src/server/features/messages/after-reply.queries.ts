import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { agents, type ChatOrigin, chats, messages, users } from '../../db/schema/index.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'

export type EndedReply = {
  chatId: string
  userId: string
  /** The reply was written with the user's own key. */
  ownKey: boolean
  origin: ChatOrigin | null
  status: string
  content: string
  context: MessageContext | null
  titledBy: typeof chats.$inferSelect.titledBy
  creatorName: string
  agent: Omit<AgentInstructions, 'promptVersion'>
}

/**
 * A finished reply with what titling and summarising its chat needs; undefined if it is gone or running
 * again.
 */
export async function findEndedReply(
  db: Db,
  { messageId }: { messageId: string },
): Promise<EndedReply | undefined> {
  const [row] = await db
    .select({
      chatId: messages.chatId,
      userId: chats.userId,
      ownKey: messages.ownKey,
      origin: chats.origin,
      status: messages.status,
      content: messages.content,
      context: messages.context,
      titledBy: chats.titledBy,
      creatorName: users.name,
      agent: { name: agents.name, systemPrompt: agents.systemPrompt, model: agents.model },
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(
      and(
        eq(messages.id, messageId),
        sql`${messages.status} <> 'running'`,
        isNull(messages.deletedAt),
        isNull(chats.deletedAt),
      ),
    )
  return row
}

/** Number of attempts at replies in a chat. Attempts that failed without text do not count. */
export async function countAttempts(db: Db, { chatId }: { chatId: string }): Promise<number> {
  const [row] = await db
    .select({ attempts: sql<number>`coalesce(sum(${messages.attempt}), 0)::int` })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), eq(messages.sender, 'ai'), sql`${messages.status} <> 'error'`))
  return row?.attempts ?? 0
}

/** The first message of a chat in its newest version, and the newest reply to it. */
export async function findFirstExchange(
  db: Db,
  { chatId }: { chatId: string },
): Promise<{ message: string; reply: string } | undefined> {
  const inChat = and(eq(messages.chatId, chatId), isNull(messages.deletedAt))
  const [first] = await db
    .select({ id: messages.id, content: messages.content })
    .from(messages)
    .where(and(inChat, eq(messages.sender, 'human'), isNull(messages.parentId)))
    .orderBy(desc(messages.seq))
    .limit(1)
  if (!first) return undefined
  const [answer] = await db
    .select({ content: messages.content })
    .from(messages)
    .where(and(inChat, eq(messages.parentId, first.id), eq(messages.sender, 'ai')))
    .orderBy(desc(messages.seq))
    .limit(1)
  return { message: first.content, reply: answer?.content ?? '' }
}

/**
 * Stores the model's title, unless the chat has a title other than the automatic one from its first message.
 */
export async function titleByModel(
  db: Db,
  { chatId, title }: { chatId: string; title: string },
): Promise<boolean> {
  const titled = await db
    .update(chats)
    .set({ title, titledBy: 'model' })
    .where(and(eq(chats.id, chatId), eq(chats.titledBy, 'message'), isNull(chats.deletedAt)))
    .returning({ id: chats.id })
  return titled.length > 0
}
