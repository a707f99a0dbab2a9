import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Page } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { UsageRepliesQuery, UsageReply } from '#shared/contract/usage.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { readPriceOf } from './prices.queries.ts'
import { CostSum } from './usage-cost.ts'
import { MODEL, PROVIDER, startOf } from './usage-days.queries.ts'
import { addCost, type PriceOf } from './usage-sums.ts'

/**
 * Tolerance for clock differences between the server that made an id and the database that set the timestamp.
 */
const CLOCK_TOLERANCE = sql.raw(`interval '10 minutes'`)

type Row = Omit<UsageReply, 'createdAt' | 'ratedAt' | 'agent' | 'person' | 'costUsd'> & {
  day: string
  createdAt: number
  ratedAt: number | null
  agentId: string
  agentName: string
  userId: string
  userName: string
}

type ReplyTokens = Pick<
  Row,
  'day' | 'provider' | 'model' | 'isOwnKey' | 'nTokens' | 'nCachedTokens' | 'nOutputTokens'
>

const instant = (column: SQL) => sql`extract(epoch from ${column})::float8 * 1000`

const toReply =
  (priceOf: PriceOf) =>
  ({ day, createdAt, ratedAt, agentId, agentName, userId, userName, ...row }: Row): UsageReply => ({
    ...row,
    costUsd: costOf({ ...row, day }, priceOf),
    createdAt: new Date(createdAt).toISOString(),
    ratedAt: ratedAt === null ? null : new Date(ratedAt).toISOString(),
    agent: { id: agentId, name: agentName },
    person: { id: userId, name: userName },
  })

function costOf(row: ReplyTokens, priceOf: PriceOf): string | null {
  if (row.nTokens === null) return null
  const sum = new CostSum()
  const { nTokens, nCachedTokens, nOutputTokens } = row
  addCost(
    sum,
    { ...row, nTokens, nCachedTokens: nCachedTokens ?? 0, nOutputTokens: nOutputTokens ?? 0 },
    priceOf,
  )
  return sum.cost.usd
}

/** How replies are found and sorted. */
type ReplyOrder = {
  /** The indexed expression, exactly as in the index. */
  found: SQL
  time: SQL
  place: (row: Row) => [string, string]
  order: SQL
  after: (place: [string, string]) => SQL
}

const byColumn = (column: SQL, found: SQL, timeOf: (row: Row) => number | null): ReplyOrder => ({
  found,
  time: column,
  place: (row) => [new Date(timeOf(row) ?? 0).toISOString(), row.id],
  order: sql`${column} desc, m.id desc`,
  after: ([at, id]) => sql`(${column}, m.id) < (${at}::timestamptz, ${id}::uuid)`,
})

const BY_ID: ReplyOrder = {
  found: sql`m.sender = 'ai'`,
  time: sql`m.created_at`,
  place: (row) => [new Date(row.createdAt).toISOString(), row.id],
  order: sql`m.id desc`,
  after: ([, id]) => sql`m.id < ${id}::uuid`,
}
const BY_END = byColumn(
  sql`m.created_at`,
  sql`m.sender = 'ai' and m.status in ('error', 'interrupted', 'stopped')`,
  ({ createdAt }) => createdAt,
)
const BY_RATING = byColumn(
  sql`m.feedback_at`,
  sql`m.sender = 'ai' and m.feedback is not null`,
  ({ ratedAt }) => ratedAt,
)

function orderOf({ status, rating }: UsageRepliesQuery): ReplyOrder {
  if (rating) return BY_RATING
  return status && status !== 'done' && status !== 'running' ? BY_END : BY_ID
}

/** The smallest id (UUID version 7) that a server can have made at this time. */
const idAt = (time: SQL) =>
  sql`(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`

/**
 * Range of ids. Reply ids are made by servers in order of time; message ids are made by clients and may be
 * anywhere.
 */
const idsBetween = (from: SQL | undefined, to: SQL) => [
  from && sql`m.id >= ${idAt(sql`${from} - ${CLOCK_TOLERANCE}`)}`,
  sql`m.id < ${idAt(sql`${to} + ${CLOCK_TOLERANCE}`)}`,
]

const Place = z.tuple([Instant, Id])

/** The replies behind the figures, newest first, without their texts. Running replies only on request. */
export async function listReplies(db: Db, query: UsageRepliesQuery): Promise<Page<UsageReply>> {
  const place = decodeCursor(query.cursor, Place)
  const way = orderOf(query)
  const from = query.from && startOf(sql`${query.from}::date`)
  const to = query.to && startOf(sql`${query.to}::date + 1`)
  const conditions = [
    way.found,
    from && sql`${way.time} >= ${from}`,
    to && sql`${way.time} < ${to}`,
    ...(way === BY_ID ? idsBetween(from || undefined, to || sql`now()`) : []),
    query.status ? sql`m.status = ${query.status}` : sql`m.status <> 'running'`,
    query.rating && sql`m.feedback = ${query.rating}`,
    query.agentId && sql`c.agent_id = ${query.agentId}::uuid`,
    query.provider && sql`${PROVIDER} = ${query.provider}`,
    query.model !== undefined && sql`${MODEL} = ${query.model}`,
    place && way.after(place),
  ].filter((condition) => typeof condition === 'object')
  const { rows } = await db.execute<Row>(sql`
    select m.id, ${instant(sql`m.created_at`)} as "createdAt", ${dayOf(sql`m.created_at`)}::text as day, m.status, m.error_code as "errorCode",
      m.finish_reason as "finishReason", ${PROVIDER} as provider, ${MODEL} as model, m.own_key as "isOwnKey",
      m.n_tokens as "nTokens", m.n_cached_tokens as "nCachedTokens", m.n_output_tokens as "nOutputTokens",
      m.first_token_ms as "firstTokenMs", m.feedback as rating, ${instant(sql`m.feedback_at`)} as "ratedAt",
      a.id as "agentId", a.name as "agentName", u.id as "userId", u.name as "userName"
    from messages m join chats c on c.id = m.chat_id join agents a on a.id = c.agent_id join users u on u.id = c.user_id
    where ${sql.join(conditions, sql` and `)}
    order by ${way.order} limit ${query.limit + 1}`)
  return toPage(rows, query.limit, toReply(await readPriceOf(db)), way.place)
}
