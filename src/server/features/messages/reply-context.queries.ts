import { eq } from 'drizzle-orm'
import type { GroundingDetail } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { messages } from '../../db/schema/index.ts'

/** The context of one reply with what its model read; empty for a user's message. */
export async function findReplyContext(
  db: Db,
  { messageId }: { messageId: string },
): Promise<GroundingDetail[]> {
  const [row] = await db
    .select({ grounding: messages.grounding })
    .from(messages)
    .where(eq(messages.id, messageId))
  return row?.grounding ?? []
}
