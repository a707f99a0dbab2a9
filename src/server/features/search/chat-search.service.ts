import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ChatSearchHit, ChatSearchPage, ChatSearchQuery } from '#shared/contract/chats.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { readWords } from '../../db/search/read-words.ts'
import { markAll, snippetOf } from '../../db/search/search-marks.ts'
import {
  matcherOf,
  messageSearchOf,
  type QueryWord,
  selectiveWords,
  similarTitles,
  titleSearchOf,
  typedWords,
} from '../../db/search/search-words.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { inSearchTurn } from '../../http/limits/search-turns.ts'
import {
  type FoundChat,
  type FoundMessage,
  findByLikeTitle,
  findByTitle,
  findMessages,
  type Place,
  readMessages,
} from './chat-search.queries.ts'

/** The last hit of a page: a chat found by title, or a message. */
const LastHit = z.tuple([z.enum(['title', 'message']), Instant, Id])

/** Minimum length of a word for the similarity search; shorter words are similar to everything. */
const MIN_SIMILAR_LENGTH = 4

type Hit = { kind: 'title'; chat: FoundChat } | { kind: 'message'; message: FoundMessage }

/** A search for `limit` rows. */
export type Search = {
  userId: string
  signal: AbortSignal
  mark: string
  words: QueryWord[]
  limit: number
}

/**
 * Searches a user's chat titles, then messages, each newest first. A query without words has no hits.
 * @throws {AppError} VALIDATION_ERROR for a cursor of another list; RATE_LIMITED and UNAVAILABLE as
 * {@link inSearchTurn}.
 */
export const searchChats = (
  db: Db,
  query: ChatSearchQuery & { userId: string; signal: AbortSignal },
): Promise<ChatSearchPage> => inSearchTurn(query, (signal) => findChats(db, { ...query, signal }))

async function findChats(
  db: Db,
  { q, cursor, limit, userId, signal }: Parameters<typeof searchChats>[1],
): Promise<ChatSearchPage> {
  const last = decodeCursor(cursor, LastHit)
  const typed = typedWords(q)
  if (typed.length === 0) return { items: [], nextCursor: null, hasMore: false }
  const { mark, words } = await readWords(db, { userId, words: typed })
  const search = { userId, signal, mark, words, limit: limit + 1 }
  const place: Place | undefined = last && [last[1], last[2]]
  const hits =
    last?.[0] === 'message' ? await messageHits(db, search, place) : await allHits(db, search, place)
  const page = toPage(hits, limit, (hit) => hit, placeOf)
  return { ...page, items: await toItems(page.items, words) }
}

async function messageHits(db: Db, search: Search, after: Place | undefined): Promise<Hit[]> {
  const { userId, signal, mark, words, limit } = search
  const sought = messageSearchOf(words, mark)
  if (!sought) return []
  const refs = await findMessages(db, { userId, search: sought, after, limit, signal })
  const found = await readMessages(db, { userId, refs })
  return found.map((message) => ({ kind: 'message', message }))
}

/** Title hits after the cursor, then message hits up to the limit. */
async function allHits(db: Db, search: Search, after: Place | undefined): Promise<Hit[]> {
  // In parallel for latency, even though a full page of titles discards the messages.
  const [titles, messages] = await Promise.all([
    findTitles(db, search, after),
    messageHits(db, search, undefined),
  ])
  const titleHits: Hit[] = titles.map((chat) => ({ kind: 'title', chat }))
  return [...titleHits, ...messages].slice(0, search.limit)
}

/** Chats with a matching title; on the first page, without any, those with a similar one. */
export async function findTitles(db: Db, search: Search, after: Place | undefined): Promise<FoundChat[]> {
  const { userId, mark, words, limit } = search
  const title = titleSearchOf(words, mark)
  const chats = title ? await findByTitle(db, { userId, title, after, limit }) : []
  const typed = selectiveWords(words).flatMap(({ forms }) => forms[0] ?? [])
  if (chats.length === 0 && !after && typed.every(({ plain }) => plain.length >= MIN_SIMILAR_LENGTH)) {
    const tsquery = similarTitles(typed, mark)
    const likeWords = typed.map(({ plain }) => plain)
    const like = tsquery ? await findByLikeTitle(db, { userId, words: likeWords, tsquery }) : []
    // At most a page less one, so that a next page starts with exact hits.
    return like.slice(0, limit - 1)
  }
  return chats
}

const placeOf = (hit: Hit) =>
  hit.kind === 'title'
    ? ['title', hit.chat.lastMessageAt.toISOString(), hit.chat.id]
    : ['message', hit.message.writtenAt.toISOString(), hit.message.messageId]

async function toItems(hits: Hit[], words: QueryWord[]): Promise<ChatSearchHit[]> {
  const matcher = matcherOf(words)
  const items: ChatSearchHit[] = []
  for (const hit of hits) {
    const { id, agentId, agent, archivedAt, title } = hit.kind === 'title' ? hit.chat : hit.message.chat
    items.push({
      chat: { id, agentId, agent, archivedAt: archivedAt?.toISOString() ?? null },
      title: markAll(title, matcher),
      messageId: hit.kind === 'title' ? null : hit.message.messageId,
      snippet: hit.kind === 'title' ? [] : snippetOf(hit.message.content, matcher),
      writtenAt: (hit.kind === 'title' ? hit.chat.lastMessageAt : hit.message.writtenAt).toISOString(),
    })
    // Marking long texts is slow; yields to other requests between two of them.
    await nextTurn()
  }
  return items
}
