import { eq, sql } from 'drizzle-orm'
import type { GroundingDetail } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { hasGiven } from '../citations/earlier-passages.queries.ts'
import { hasSources } from '../collections/readable.queries.ts'

/** A reply reads sources, or it or another one of its chat did. */
const readsSources = sql<boolean>`(${hasSources(sql`chats.user_id`, sql`chats.agent_id`)}
  or ${hasGiven(sql`chats.user_id`, { chatId: sql`chats.id`, origin: sql`chats.origin` })})`

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
