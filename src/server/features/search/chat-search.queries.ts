import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Chat } from '#shared/contract/chats.ts'
import type { Db } from '../../db/connect.ts'
import { agents, chats, chatTitles, messageSearch, messages } from '../../db/schema/index.ts'
import { searchTransaction } from '../../db/search/search-transaction.ts'
import type { MessageSearch, TitleSearch } from '../../db/search/search-words.ts'

/** An account of no more messages is scanned. */
const SMALL_ACCOUNT = 1_000
/** The newest messages of a larger one are scanned before the index is queried. */
const FIRST_WINDOW = 400
/** So many are scanned when they will probably fill the page, by the matches of the window before. */
const WIDER_WINDOWS = [1_000, 4_000]
/** Messages of an account, spread over time, that are sampled to estimate a word's frequency. */
const SAMPLES = 100
/** A word in fewer samples is rare: all its messages are fetched at once. */
const FREQUENT_FROM = 2
/** An incomplete word in more samples is not looked up in the index if the search has other words. */
const EVERYWHERE_FROM = 20
/** Characters of a message that are read; as much as is indexed. */
const READ_LENGTH = 50_000
/** Trigram similarity from which two words count as a typo of each other; 1 is identical. */
const MIN_SIMILARITY = 0.5
const MAX_LIKE = 5

/** Cursor: the list continues after the row with this timestamp and id. */
export type Place = readonly [at: string, id: string]

type FoundIn = { id: string; agentId: string; title: string; agent: Chat['agent']; archivedAt: Date | null }
export type FoundChat = FoundIn & { lastMessageAt: Date }
export type FoundMessage = MessageRef & { content: string; chat: FoundIn }
/** A found message, not yet read. */
export type MessageRef = { messageId: string; chatId: string; writtenAt: Date }

const foundIn = {
  id: chats.id,
  agentId: chats.agentId,
  title: chats.title,
  agent: { id: agents.id, name: agents.name, photoUrl: agents.photoUrl },
  archivedAt: chats.archivedAt,
}

const isSearchable = (userId: string) =>
  and(eq(chats.userId, userId), isNull(chats.deletedAt), gt(chats.lastSeq, 0))

type Page = { userId: string; after: Place | undefined; limit: number }

/** A user's chats with a matching title, last written in first. */
export async function findByTitle(
  db: Db,
  { userId, title, after, limit }: Page & { title: TitleSearch },
): Promise<FoundChat[]> {
  return db
    .select({ ...foundIn, lastMessageAt: chats.lastMessageAt })
    .from(chatTitles)
    .innerJoin(chats, and(eq(chats.id, chatTitles.chatId), isSearchable(userId)))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(
      and(
        sql`${chatTitles.vector} @@ ${title.tsquery}::tsquery`,
        sql`${chatTitles.plain} ~ all(${sql.param(title.patterns)}::text[])`,
        after && sql`(${chats.lastMessageAt}, ${chats.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(desc(chats.lastMessageAt), desc(chats.id))
    .limit(limit)
}

/** A user's few chats with the most similar titles, best first. `tsquery` has all of them and others. */
export async function findByLikeTitle(
  db: Db,
  { userId, words, tsquery }: { userId: string; words: string[]; tsquery: string },
): Promise<FoundChat[]> {
  const likeness = sql<number>`likeness.value`
  return db
    .select({ ...foundIn, lastMessageAt: chats.lastMessageAt })
    .from(chatTitles)
    .innerJoin(chats, and(eq(chats.id, chatTitles.chatId), isSearchable(userId)))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .crossJoinLateral(sql`(
      select min(word_similarity(word, ${chatTitles.plain})) as value from unnest(${sql.param(words)}::text[]) as word
      offset 0) as likeness`)
    .where(and(sql`${chatTitles.vector} @@ ${tsquery}::tsquery`, sql`${likeness} >= ${MIN_SIMILARITY}`))
    .orderBy(desc(likeness), desc(chats.lastMessageAt), desc(chats.id))
    .limit(MAX_LIKE)
}

/**
 * A user's messages on any branch that match a search, newest first. Frequent words are found among the
 * newest messages; for rare ones the index has all. Frequent words of the past are searched
 * back slice by slice, as far as the page needs. Each strategy alone is slow for the other words.
 */
export async function findMessages(
  db: Db,
  { userId, after, search: sought, limit, signal }: Page & { search: MessageSearch; signal: AbortSignal },
): Promise<MessageRef[]> {
  const search = { userId, limit, sought, isMatch: matches(sought.whole), after }
  const isSmall = await hasAtMost(db, { userId, count: SMALL_ACCOUNT })
  if (isSmall) return findAmong(db, search, SMALL_ACCOUNT)
  let window = FIRST_WINDOW
  let newest = await findAmong(db, search, window)
  for (const wider of WIDER_WINDOWS) {
    if (newest.length === limit || newest.length * (wider / window) < limit) continue
    window = wider
    newest = await findAmong(db, search, window)
  }
  if (newest.length === limit) return newest
  return searchTransaction(db, signal, (tx) => findInSlices(tx, search))
}

/** Whether an account has no more messages than `count`, so that a look at so many reads them all. */
async function hasAtMost(db: Db, { userId, count }: { userId: string; count: number }): Promise<boolean> {
  const { rows } = await db.execute<{ hasMore: boolean }>(
    sql`select exists (select from ${messageSearch} where user_id = ${userId} offset ${count}) as "hasMore"`,
  )
  return rows[0]?.hasMore === false
}

/** Matches among the newest messages. */
function findAmong(db: Db, search: Slice, count: number): Promise<MessageRef[]> {
  const { userId, after, isMatch } = search
  const newest = sql`(
    select * from ${messageSearch} where ${isOwn(userId, after)} order by written_at desc, message_id desc limit ${count})`
  // Evaluated per match, only as far as the page goes.
  const isThere = sql`(select deleted_at is null from chats where chats.id = found.chat_id and user_id = ${userId})`
  return readFound(db, { ...search, found: newest, where: and(isMatch, isThere) })
}

const matches = (tsquery: string) => sql`vector @@ ${tsquery}::tsquery`

const isOwn = (userId: string, after: Place | undefined) =>
  and(
    sql`user_id = ${userId}`,
    after && sql`(written_at, message_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  )

const isKept = (userId: string) =>
  sql`chat_id in (select id from chats where user_id = ${userId} and deleted_at is null)`

type Slice = {
  userId: string
  limit: number
  sought: MessageSearch
  isMatch: SQL
  after: Place | undefined
}

/**
 * Searches a user's messages backwards slice by slice until the page is full; both indexes are combined per
 * slice.
 */
async function findInSlices(tx: Db, { after, ...search }: Slice): Promise<MessageRef[]> {
  const { userId, limit, sought, isMatch } = search
  const found: MessageRef[] = []
  let from = after
  for (;;) {
    const { end, isLastEverywhere } = await sampleMatches(tx, { ...search, after: from })
    const until = end && sql`(written_at, message_id) >= (${end[0]}::timestamptz, ${end[1]}::uuid)`
    // The index reads all words that begin with an incomplete one before it considers the others.
    const indexed = matches(isLastEverywhere && 'others' in sought ? sought.others : sought.whole)
    const slice = sql`(
      select * from ${messageSearch} where ${and(indexed, isOwn(userId, from), until)} offset 0)`
    const where = and(isMatch, isKept(userId))
    found.push(...(await readFound(tx, { ...search, limit: limit - found.length, found: slice, where })))
    if (!end || found.length === limit) return found
    from = end
  }
}

/**
 * Samples messages before `after`. `end` is where a slice with a few matches ends; undefined if the search is
 * too rare to estimate.
 */
async function sampleMatches(
  tx: Db,
  { userId, sought, isMatch, after }: Slice,
): Promise<{ end: Place | undefined; isLastEverywhere: boolean }> {
  const own = isOwn(userId, after)
  const isLast = 'last' in sought ? matches(sought.last) : sql`false`
  const { rows } = await tx.execute<{ at: string; id: string; isMatch: boolean }>(sql`
    with edges as (select min(written_at) as first, max(written_at) as last from ${messageSearch} where ${own})
    select to_json(written_at)#>>'{}' as at, message_id as id, is_match as "isMatch" from (
      select distinct sample.* from edges, generate_series(1, ${SAMPLES}) as n, lateral (
        select written_at, message_id, ${isMatch} as is_match, ${isLast} as is_last from ${messageSearch}
        where ${own} and written_at <= last - (last - first) * (n / ${SAMPLES}::float)
        order by written_at desc, message_id desc limit 1) as sample) as samples
    where is_match or is_last order by written_at desc, message_id desc`)
  const end = rows.filter((row) => row.isMatch)[FREQUENT_FROM - 1]
  return { end: end && [end.at, end.id], isLastEverywhere: rows.length >= EVERYWHERE_FROM }
}

const readFound = (
  db: Db,
  { limit, found, where }: { limit: number; found: SQL; where: SQL | undefined },
): Promise<MessageRef[]> =>
  db
    .select({
      messageId: sql<string>`message_id`,
      chatId: sql<string>`chat_id`,
      writtenAt: sql<Date>`written_at`.mapWith(chats.lastMessageAt),
    })
    .from(sql`${found} as found`)
    .where(where)
    .orderBy(sql`written_at desc, message_id desc`)
    .limit(limit)

/** The texts and chats of found messages, in their order; without those deleted since. */
export async function readMessages(
  db: Db,
  { userId, refs }: { userId: string; refs: readonly MessageRef[] },
): Promise<FoundMessage[]> {
  if (refs.length === 0) return []
  const ids = refs.map(({ messageId }) => messageId)
  const rows = await db
    .select({
      ...foundIn,
      messageId: messages.id,
      content: sql<string>`left(${messages.content}, ${READ_LENGTH})`,
    })
    .from(messages)
    .innerJoin(chats, and(eq(chats.id, messages.chatId), isSearchable(userId)))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(and(inArray(messages.id, ids), isNull(messages.deletedAt)))
  const byId = new Map(rows.map(({ messageId, content, ...chat }) => [messageId, { content, chat }]))
  return refs.flatMap((ref) => {
    const row = byId.get(ref.messageId)
    return row ? [{ ...ref, ...row }] : []
  })
}
