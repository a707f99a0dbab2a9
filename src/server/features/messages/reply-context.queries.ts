import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Grounding, GroundingDetail } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { messages } from '../../db/schema/index.ts'

/** The context of each of these replies by name, in one query. The caller has checked ownership. */
export async function listReplyContexts(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, Grounding[]>> {
  if (messageIds.length === 0) return new Map()
  // Without the fields, which can be a hundred times longer.
  const names = sql<Grounding[]>`(select coalesce(jsonb_agg(part - 'fields' order by place), '[]')
    from jsonb_array_elements(${messages.grounding}) with ordinality as parts (part, place))`
  const rows = await db
    .select({ id: messages.id, names })
    .from(messages)
    .where(and(inArray(messages.id, [...messageIds]), isNotNull(messages.grounding)))
  return new Map(rows.map((row) => [row.id, row.names]))
}

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
