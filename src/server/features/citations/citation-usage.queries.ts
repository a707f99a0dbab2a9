import { sql } from 'drizzle-orm'
import type { AcervoUsage } from '#shared/contract/collections.ts'
import type { Db } from '../../db/connect.ts'

/** Replies of the last 30 days that cite a source, a user's or one of the house, by the agent of their chat. */
export async function countCitingReplies(db: Db): Promise<AcervoUsage> {
  const { rows } = await db.execute<AcervoUsage['items'][number]>(sql`
    select agents.id, agents.name, count(distinct messages.id)::int as replies
    from messages join message_passages given on given.message_id = messages.id
      join chats on chats.id = messages.chat_id join agents on agents.id = chats.agent_id
    where messages.created_at >= now() - interval '30 days' and agents.deleted_at is null
      and position('[' || given.number || ']' in messages.content) > 0
    group by agents.id order by replies desc, agents.id`)
  return { items: rows }
}
