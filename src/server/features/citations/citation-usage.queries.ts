import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AcervoUsage } from '#shared/contract/collections.ts'
import { citedNumbers } from '../../ai/citations/cited-numbers.ts'
import type { Db } from '../../db/connect.ts'
import { messages } from '../../db/schema/index.ts'

type Counted = AcervoUsage['items'][number]
type Coded = Pick<Counted, 'id' | 'name'> & { messageId: string; numbers: number[] }

/** Replies with code are read to count them; at most the newest ones. */
const CODED_MAX = 10_000
const PAGE = 200

const HAS_CODE = sql`(strpos(messages.content, '\`') > 0 or strpos(messages.content, '~~~') > 0)`

/** Replies of the last 30 days that have the number of a passage, by the agent of their chat. */
const numbered = (condition: SQL) => sql`
  from messages join message_passages given on given.message_id = messages.id
    join chats on chats.id = messages.chat_id join agents on agents.id = chats.agent_id
  where messages.created_at >= now() - interval '30 days' and agents.deleted_at is null
    and position('[' || given.number || ']' in messages.content) > 0 and ${condition}`

/** Replies of the last 30 days that cite a source, a user's or one of the house, by the agent of their chat. */
export async function countCitingReplies(db: Db): Promise<AcervoUsage> {
  const { rows: plain } = await db.execute<Counted>(sql`
    select agents.id, agents.name, count(distinct messages.id)::int as replies ${numbered(sql`not ${HAS_CODE}`)}
    group by agents.id`)
  const counts = new Map(plain.map((agent) => [agent.id, agent]))
  for await (const { id, name, content, numbers } of codedReplies(db)) {
    const cited = citedNumbers(content)
    if (!numbers.some((number) => cited.has(number))) continue
    counts.set(id, { id, name, replies: (counts.get(id)?.replies ?? 0) + 1 })
  }
  const items = [...counts.values()].sort((a, b) => b.replies - a.replies || (a.id < b.id ? -1 : 1))
  return { items }
}

/** The replies in whose text a number may be code; the texts of all of them together would be too large. */
async function* codedReplies(db: Db): AsyncGenerator<Coded & { content: string }> {
  const { rows: coded } = await db.execute<Coded>(sql`
    select agents.id, agents.name, messages.id as "messageId", array_agg(given.number) as numbers
    ${numbered(HAS_CODE)}
    group by messages.id, agents.id order by messages.id desc limit ${CODED_MAX}`)
  for (let at = 0; at < coded.length; at += PAGE) {
    const page = coded.slice(at, at + PAGE)
    const ids = page.map(({ messageId }) => messageId)
    const { id, content } = messages
    const texts = await db.select({ id, content }).from(messages).where(inArray(id, ids))
    const contentOf = new Map(texts.map((text) => [text.id, text.content]))
    for (const reply of page) yield { ...reply, content: contentOf.get(reply.messageId) ?? '' }
  }
}
