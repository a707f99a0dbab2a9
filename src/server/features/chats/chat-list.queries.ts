import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ChatsPage, ChatsQuery } from '#shared/contract/chats.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { agents, chats } from '../../db/schema/index.ts'
import { preparedOnce } from '../../db/statement.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { type ChatRow, chatColumns, toChat, withAgent } from './chats.queries.ts'

/** Time and id; with pinned chats first, also whether the chat is pinned. */
const Place = z.tuple([Instant, Id, z.boolean().optional()])
type Place = z.infer<typeof Place>

const placeOf = ({ chat }: ChatRow): [string, string] => [chat.lastMessageAt.toISOString(), chat.id]
const placePinnedFirst = (row: ChatRow): Place => [...placeOf(row), row.chat.pinnedAt !== null]

/** The clauses of a list; each combination is one named statement. */
type Shape = {
  isArchived: boolean
  pinned: ChatsQuery['pinned']
  hasAgent: boolean
  /** The page starts after a chat; with pinned chats first, after one of either part. */
  after: 'none' | 'pinned' | 'others'
}

const byTime = [desc(chats.lastMessageAt), desc(chats.id)]
const limit = sql.placeholder('limit')

const isListed = (shape: Shape, { isPinned, isAfter }: { isPinned?: boolean; isAfter: boolean }) =>
  and(
    eq(chats.userId, sql.placeholder('userId')),
    isNull(chats.deletedAt),
    gt(chats.lastSeq, 0),
    shape.isArchived ? isNotNull(chats.archivedAt) : isNull(chats.archivedAt),
    isPinned === undefined ? undefined : isPinned ? isNotNull(chats.pinnedAt) : isNull(chats.pinnedAt),
    shape.hasAgent ? eq(chats.agentId, sql.placeholder('agentId')) : undefined,
    isAfter
      ? sql`(${chats.lastMessageAt}, ${chats.id}) < (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterId')}::uuid)`
      : undefined,
  )

/**
 * Pinned chats and others in one statement, each by its index: two statements could miss a chat that is pinned
 * or unpinned between them.
 */
function pinnedFirst(db: Db, shape: Shape) {
  const part = (isPinned: boolean, isAfter: boolean) =>
    db
      .select()
      .from(chats)
      .where(isListed(shape, { isPinned, isAfter }))
      .orderBy(...byTime)
      .limit(limit)
  const others = part(false, shape.after === 'others')
  // Named like the table, whose columns the outer statement selects.
  const parts =
    shape.after === 'others'
      ? others.as('chats')
      : unionAll(part(true, shape.after === 'pinned'), others).as('chats')
  return db
    .select(chatColumns)
    .from(parts)
    .innerJoin(agents, withAgent)
    .orderBy(isNull(chats.pinnedAt), ...byTime)
    .limit(limit)
}

function listed(db: Db, shape: Shape) {
  const isPinned = shape.pinned === undefined ? {} : { isPinned: shape.pinned === 'true' }
  return db
    .select(chatColumns)
    .from(chats)
    .innerJoin(agents, withAgent)
    .where(isListed(shape, { ...isPinned, isAfter: shape.after !== 'none' }))
    .orderBy(...byTime)
    .limit(limit)
}

type Run = (values: Record<string, unknown>) => Promise<ChatRow[]>

const prepare = (shape: Shape, name: string) =>
  preparedOnce((db): Run => {
    const query = shape.pinned === 'first' ? pinnedFirst(db, shape) : listed(db, shape)
    const prepared = query.prepare(name)
    return (values) => prepared.execute(values)
  })

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
  const run = statementOf({ isArchived: query.archived, pinned, hasAgent: agentId !== undefined, after })(db)
  const rows = await run({
    ...{ userId, agentId, limit: query.limit + 1 },
    ...(place && { afterTime: place[0], afterId: place[1] }),
  })
  return toPage(rows, query.limit, toChat, pinned === 'first' ? placePinnedFirst : placeOf)
}
