import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChatsPage, ChatsQuery } from '#shared/contract/chats.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { statement, toIso } from '../../db/statement.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { type ChatRow, chatColumns, toChat } from './chats.queries.ts'

/** Time and id; with pinned chats first, also whether the chat is pinned. */
const Place = z.tuple([Instant, Id, z.boolean().optional()])
type Place = z.infer<typeof Place>

const placeOf = ({ lastMessageAt, id }: ChatRow): [string, string] => [toIso(lastMessageAt), id]
const placePinnedFirst = (row: ChatRow): Place => [...placeOf(row), row.pinnedAt !== null]

/** The clauses of a list; each combination is one named statement. */
type Shape = {
  isArchived: boolean
  pinned: ChatsQuery['pinned']
  hasAgent: boolean
  /** The page starts after a chat; with pinned chats first, after one of either part. */
  after: 'none' | 'pinned' | 'others'
}

const NOTHING = sql``
const BY_TIME = sql`chats.last_message_at desc, chats.id desc`
const LIMIT = sql`limit ${sql.placeholder('limit')}`

const isPinned = (value: boolean) => (value ? sql`and pinned_at is not null` : sql`and pinned_at is null`)

const isListed = (
  { isArchived, hasAgent }: Shape,
  { pinned, isAfter }: { pinned: SQL; isAfter: boolean },
) => sql`
  user_id = ${sql.placeholder('userId')}::uuid and chats.deleted_at is null and last_seq > 0
  and archived_at is ${isArchived ? sql`not null` : sql`null`} ${pinned}
  ${hasAgent ? sql`and agent_id = ${sql.placeholder('agentId')}::uuid` : NOTHING}
  ${
    isAfter
      ? sql`and (last_message_at, chats.id) <
          (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterId')}::uuid)`
      : NOTHING
  }`

/**
 * Pinned chats and others in one statement, each by its index: two statements could miss a chat that is pinned
 * or unpinned between them.
 */
function pinnedFirst(shape: Shape): SQL {
  const part = (pinned: boolean, isAfter: boolean) =>
    sql`(select * from chats where ${isListed(shape, { pinned: isPinned(pinned), isAfter })}
      order by ${BY_TIME} ${LIMIT})`
  const others = part(false, shape.after === 'others')
  // Named like the table, whose columns the outer statement selects.
  const parts =
    shape.after === 'others' ? others : sql`(${part(true, shape.after === 'pinned')} union all ${others})`
  return sql`select ${chatColumns} from ${parts} chats join agents on agents.id = chats.agent_id
    order by chats.pinned_at is null, ${BY_TIME} ${LIMIT}`
}

function listed(shape: Shape): SQL {
  const pinned = shape.pinned === undefined ? NOTHING : isPinned(shape.pinned === 'true')
  return sql`select ${chatColumns} from chats join agents on agents.id = chats.agent_id
    where ${isListed(shape, { pinned, isAfter: shape.after !== 'none' })} order by ${BY_TIME} ${LIMIT}`
}

const prepare = (shape: Shape, name: string) =>
  statement<ChatRow>(name, shape.pinned === 'first' ? pinnedFirst(shape) : listed(shape))

const statements = new Map<string, ReturnType<typeof prepare>>()

function statementOf(shape: Shape): ReturnType<typeof prepare> {
  const { isArchived, pinned, hasAgent, after } = shape
  const name = `chats ${isArchived} ${pinned} ${hasAgent} ${after}`
  const known = statements.get(name) ?? prepare(shape, name)
  statements.set(name, known)
  return known
}

/** A user's chats, last written in first, without empty ones. */
export async function listChats(db: Db, query: ChatsQuery & { userId: string }): Promise<ChatsPage> {
  const { pinned, agentId, userId } = query
  const place = decodeCursor(query.cursor, Place)
  const after = place ? (place[2] ? 'pinned' : 'others') : 'none'
  const read = statementOf({ isArchived: query.archived, pinned, hasAgent: agentId !== undefined, after })
  const rows = await read(db, {
    ...{ userId, agentId, limit: query.limit + 1 },
    ...(place && { afterTime: place[0], afterId: place[1] }),
  })
  return toPage(rows, query.limit, toChat, pinned === 'first' ? placePinnedFirst : placeOf)
}
