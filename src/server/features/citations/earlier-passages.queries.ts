import { type SQL, sql } from 'drizzle-orm'
import type { NumberedPassage } from '../../ai/citations/given-passages.ts'
import type { Db } from '../../db/connect.ts'

/** Passages of a chat whose addresses are known to a later reply, the newest ones. */
const EARLIER_MAX = 200

/** The chat and the one that it came from, whose reply is in its prompt. */
const ofChat = (chatId: SQL, origin: SQL) => sql`(${chatId}, (${origin} ->> 'chatId')::uuid)`

/** SQL: whether a reply of the chat was given passages; one probe of an index for a user without any. */
export const hasGiven = (
  userId: SQL,
  { chatId, origin }: { chatId: SQL; origin: SQL },
): SQL<boolean> => sql<boolean>`
  case when exists (select 1 from message_passages where message_passages.user_id = ${userId}) then exists (
    select 1 from messages earlier join message_passages on message_passages.message_id = earlier.id
    where earlier.chat_id in ${ofChat(chatId, origin)}) else false end`

/** The texts that the other replies of a reply's chat were given; a model may repeat of them what it reads in the chat. */
export async function listEarlier(
  db: Db,
  { messageId }: { messageId: string },
): Promise<Pick<NumberedPassage, 'sourceName' | 'headings' | 'text'>[]> {
  const { rows } = await db.execute<Pick<NumberedPassage, 'sourceName' | 'headings' | 'text'>>(sql`
    select "sourceName", headings, text from (
      select distinct on (given.passage_id) given.source_name as "sourceName", given.headings, given.text,
        max(earlier.created_at) over (partition by given.passage_id) as given_at
      from messages reply join chats on chats.id = reply.chat_id
        join messages earlier on earlier.chat_id in ${ofChat(sql`chats.id`, sql`chats.origin`)}
        join message_passages given on given.message_id = earlier.id and given.user_id = chats.user_id
      where reply.id = ${messageId}::uuid and earlier.id <> reply.id
      order by given.passage_id, length(given.text) desc) passages
    order by given_at desc limit ${EARLIER_MAX}`)
  return rows
}
