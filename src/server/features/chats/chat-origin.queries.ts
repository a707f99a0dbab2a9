import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { agents, type ChatOrigin, chats, messages } from '../../db/schema/index.ts'
import { EMPTY_CONTEXT } from '../messages/context.queries.ts'

const question = alias(messages, 'question')

/**
 * The user's own finished, non-empty reply as the origin of a chat with another agent: with its question, the
 * names of attachments, and its context. Undefined for any other message.
 */
export async function findOrigin(
  db: Db,
  { messageId, userId }: { messageId: string; userId: string },
): Promise<ChatOrigin | undefined> {
  const [row] = await db
    .select({
      chatId: messages.chatId,
      agentId: agents.id,
      agentName: agents.name,
      question: question.content,
      names: sql<string[]>`array(select attachments.name from message_attachments
        join attachments on attachments.id = attachment_id
        where message_attachments.message_id = ${messages.parentId} order by position)`,
      reply: messages.content,
      context: messages.context,
    })
    .from(messages)
    .innerJoin(question, and(eq(question.id, messages.parentId), isNull(question.deletedAt)))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.sender, 'ai'),
        sql`${messages.status} <> 'running'`,
        sql`btrim(${messages.content}, E' \\t\\r\\n') <> ''`,
        eq(chats.userId, userId),
        isNull(messages.deletedAt),
        isNull(chats.deletedAt),
      ),
    )
  if (!row) return undefined
  const { names, ...found } = row
  const attached = names.length > 0 ? ` (anexos: ${names.join(', ')})` : ''
  return {
    ...found,
    messageId,
    question: found.question + attached,
    context: { ...EMPTY_CONTEXT, ...found.context },
  }
}
