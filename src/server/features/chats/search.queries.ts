import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Chat } from '#shared/contract/chats.ts'
import type { Db } from '../../db/connect.ts'
import { agents, chats, messageSearch, messages } from '../../db/schema/index.ts'
import type { Lexemes, QueryWord, TypedWord } from './search-words.ts'

/** The newest messages of an account are scanned in this number before the index is queried. */
const WINDOW = 1_000
/** Messages of an account, spread over time, that are sampled to estimate a word's frequency. */
const SAMPLES = 300
/** A word in fewer samples is rare: all its messages are fetched at once. */
const FREQUENT_FROM = 3
/** Characters of a message that are read; as much as is indexed. */
const READ_LENGTH = 50_000
/** Trigram similarity from which two words count as a typo of each other; 1 is identical. */
const MIN_SIMILARITY = 0.5
const MAX_LIKE = 5

/** Cursor: the list continues after the row with this timestamp and id. */
export type Place = readonly [at: string, id: string]

type FoundIn = { id: string; agentId: string; title: string; agent: Chat['agent']; archivedAt: Date | null }
export type FoundChat = FoundIn & { lastMessageAt: Date }
export type FoundMessage = { messageId: string; writtenAt: Date; content: string; chat: FoundIn }

/**
 * The lexemes of each form of the typed words, and the mark that prefixes the user's lexemes in the index.
 */
export async function readWords(
  db: Db,
  { userId, words }: { userId: string; words: TypedWord[] },
): Promise<{ mark: string; words: QueryWord[] }> {
  const forms = words.flatMap((word) => word.forms)
  const { rows } = await db.execute<Lexemes & { mark: string }>(sql`
    select search_mark(${userId}::uuid) as mark, lower(unaccent(form)) as plain,
      tsvector_to_array(to_tsvector('elenco_stems', form)) as stems,
      tsvector_to_array(to_tsvector('elenco_words', form)) as words
    from unnest(${sql.param(forms)}::text[]) with ordinality as typed (form, place) order by place`)
  let at = 0
  return {
    mark: rows[0]?.mark ?? '',
    words: words.map((word, index) => {
      const from = at
      at += word.forms.length
      return { forms: rows.slice(from, at), isLast: index === words.length - 1 }
    }),
  }
}

const foundIn = {
  id: chats.id,
  agentId: chats.agentId,
  title: chats.title,
  agent: { id: agents.id, name: agents.name, photoUrl: agents.photoUrl },
  archivedAt: chats.archivedAt,
}

const isSearchable = (userId: string) =>
  and(eq(chats.userId, userId), isNull(chats.deletedAt), gt(chats.lastSeq, 0))

const plainTitle = sql`lower(unaccent(normalize(${chats.title}, NFC)))`

type Page = { userId: string; after: Place | undefined; limit: number }

/** A user's chats whose titles match all patterns, last written in first. */
export async function findByTitle(
  db: Db,
  { userId, patterns, after, limit }: Page & { patterns: string[] },
): Promise<FoundChat[]> {
  return db
    .select({ ...foundIn, lastMessageAt: chats.lastMessageAt })
    .from(chats)
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(
      and(
        isSearchable(userId),
        after && sql`(${chats.lastMessageAt}, ${chats.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
        sql`${plainTitle} ~ all(${sql.param(patterns)}::text[])`,
      ),
    )
    .orderBy(desc(chats.lastMessageAt), desc(chats.id))
    .limit(limit)
}

/** A user's few chats with the most similar titles, best first. */
export async function findByLikeTitle(
  db: Db,
  { userId, words }: { userId: string; words: string[] },
): Promise<FoundChat[]> {
  const likeness = sql<number>`(
    select min(word_similarity(word, ${plainTitle})) from unnest(${sql.param(words)}::text[]) as word)`
  return db
    .select({ ...foundIn, lastMessageAt: chats.lastMessageAt })
    .from(chats)
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .where(and(isSearchable(userId), sql`${likeness} >= ${MIN_SIMILARITY}`))
    .orderBy(desc(likeness), desc(chats.lastMessageAt), desc(chats.id))
    .limit(MAX_LIKE)
}

/**
 * A user's messages on any branch that match a tsquery, newest first. Frequent words are found among the
 * newest messages; for rare ones the index has all. Words that were frequent only in the past are searched
 * back slice by slice, as far as the page needs. Each strategy alone is slow for the other words.
 */
export async function findMessages(
  db: Db,
  { userId, after, tsquery, limit }: Page & { tsquery: string },
): Promise<FoundMessage[]> {
  const search = { userId, limit, isMatch: sql`vector @@ ${tsquery}::tsquery` }
  const own = isOwn(userId, after)
  const newest = sql`(
    select * from ${messageSearch} where ${own} order by written_at desc, message_id desc limit ${WINDOW})`
  // Evaluated per match, only as far as the page goes.
  const isThere = sql`(select deleted_at is null from chats where chats.id = found.chat_id and user_id = ${userId})`
  const few = await readFound(db, { ...search, found: newest, where: and(search.isMatch, isThere) })
  if (few.length === limit) return few
  return db.transaction(async (tx) => {
    // The planner ignores the cost of unpacking tsvectors, and would choose a sequential scan over the index.
    await tx.execute(sql`set local enable_seqscan = off`)
    return findInSlices(tx, { ...search, after })
  })
}

const isOwn = (userId: string, after: Place | undefined) =>
  and(
    sql`user_id = ${userId}`,
    after && sql`(written_at, message_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  )

const isKept = (userId: string) =>
  sql`chat_id in (select id from chats where user_id = ${userId} and deleted_at is null)`

type Search = { userId: string; limit: number; isMatch: SQL }

type Slice = Search & { after: Place | undefined }

/**
 * Searches a user's messages backwards slice by slice until the page is full; both indexes are combined per
 * slice.
 */
async function findInSlices(tx: Db, { after, ...search }: Slice): Promise<FoundMessage[]> {
  const { userId, limit, isMatch } = search
  const found: FoundMessage[] = []
  let from = after
  for (;;) {
    const end = await findSliceEnd(tx, { ...search, after: from })
    const until = end && sql`(written_at, message_id) >= (${end[0]}::timestamptz, ${end[1]}::uuid)`
    const slice = sql`(
      select * from ${messageSearch} where ${and(isMatch, isOwn(userId, from), until)} offset 0)`
    const rest = limit - found.length
    found.push(...(await readFound(tx, { ...search, limit: rest, found: slice, where: isKept(userId) })))
    if (!end || found.length === limit) return found
    from = end
  }
}

/**
 * Estimates where a slice with a few matches ends, by sampling messages before `after`; undefined if the word
 * is too rare to estimate.
 */
async function findSliceEnd(tx: Db, { userId, isMatch, after }: Slice): Promise<Place | undefined> {
  const own = isOwn(userId, after)
  const { rows } = await tx.execute<{ at: string; id: string }>(sql`
    with edges as (select min(written_at) as first, max(written_at) as last from ${messageSearch} where ${own})
    select to_json(written_at)#>>'{}' as at, message_id as id from (
      select distinct sample.* from edges, generate_series(1, ${SAMPLES}) as n, lateral (
        select written_at, message_id, ${isMatch} as is_match from ${messageSearch}
        where ${own} and written_at <= last - (last - first) * (n / ${SAMPLES}::float)
        order by written_at desc, message_id desc limit 1) as sample) as samples
    where is_match order by written_at desc, message_id desc offset ${FREQUENT_FROM - 1} limit 1`)
  return rows[0] && [rows[0].at, rows[0].id]
}

async function readFound(
  db: Db,
  { userId, limit, found, where }: Omit<Search, 'isMatch'> & { found: SQL; where: SQL | undefined },
): Promise<FoundMessage[]> {
  const page = sql`(
    select message_id, chat_id, written_at from ${found} as found where ${where}
    order by written_at desc, message_id desc limit ${limit})`
  const rows = await db
    .select({
      ...foundIn,
      messageId: messages.id,
      writtenAt: sql<Date>`page.written_at`.mapWith(chats.lastMessageAt),
      content: sql<string>`left(${messages.content}, ${READ_LENGTH})`,
    })
    .from(sql`${page} as page`)
    .innerJoin(messages, sql`${messages.id} = page.message_id and ${messages.deletedAt} is null`)
    .innerJoin(chats, and(sql`${chats.id} = page.chat_id`, isSearchable(userId)))
    .innerJoin(agents, eq(agents.id, chats.agentId))
    .orderBy(sql`page.written_at desc, page.message_id desc`)
  return rows.map(({ messageId, writtenAt, content, ...chat }) => ({ messageId, writtenAt, content, chat }))
}
