import { and, eq, isNull, sql } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { agents, type ChatOrigin, chats, messages, type ReplyRevision, users } from '../../db/schema/index.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'

const notBanned = sql`not (${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now()))`

export type Orphan = {
  chatId: string
  agentId: string
  parentId: string
  content: string
  context: MessageContext | null
  revision: ReplyRevision | null
  userId: string
  /** The previous writer used the user's own key. */
  ownKey: boolean
  /** First day of the month in which a message was reserved for it; null when it costs none. */
  quotaMonth: string | null
  /** The extra messages that paid for it; null when the plan did. */
  extraId: string | null
  origin: ChatOrigin | null
  creatorName: string
  agent: AgentInstructions
}

/** A running reply with everything its prompt needs; undefined if the user may no longer read the chat. */
export async function findOrphan(db: Db, { messageId }: { messageId: string }): Promise<Orphan | undefined> {
  const [row] = await db
    .select({
      chatId: messages.chatId,
      agentId: chats.agentId,
      parentId: messages.parentId,
      content: messages.content,
      context: messages.context,
      revision: messages.revision,
      userId: chats.userId,
      ownKey: messages.ownKey,
      quotaMonth: messages.quotaMonth,
      extraId: messages.extraId,
      origin: chats.origin,
      creatorName: users.name,
      agent: {
        name: agents.name,
        systemPrompt: agents.systemPrompt,
        model: agents.model,
        promptVersion: agents.promptVersion,
        messageWeight: agents.messageWeight,
      },
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.sender, 'ai'),
        eq(messages.status, 'running'),
        isNull(chats.deletedAt),
        notBanned,
      ),
    )
  return row?.parentId ? { ...row, parentId: row.parentId } : undefined
}
