import { eq, sql } from 'drizzle-orm'
import type { GroundingDetail } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { hasSources } from '../collections/readable.queries.ts'

/** A reply reads sources, or an earlier writer of it did. */
const readsSources = sql<boolean>`(${hasSources(sql`chats.user_id`, sql`chats.agent_id`)}
  or exists (select 1 from message_passages where message_passages.message_id = messages.id))`

/** The context of one reply with what its model read, empty for a user's message; and whether it reads sources. */
export async function findReplyContext(
  db: Db,
  { messageId }: { messageId: string },
): Promise<{ grounding: GroundingDetail[]; readsSources: boolean }> {
  const [row] = await db
    .select({ grounding: messages.grounding, readsSources })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(eq(messages.id, messageId))
  return { grounding: row?.grounding ?? [], readsSources: row?.readsSources ?? false }
}
