import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Page } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { FoundChat } from '#shared/contract/search.ts'
import type { Db } from '../../db/connect.ts'
import { type Matcher, markAll, matchingWords, snippetOf } from '../../db/search/search-marks.ts'
import { matcherOf, messageSearchOf } from '../../db/search/search-words.ts'
import { decodeCursor, encodeCursor, Instant } from '../../http/cursor.ts'
import {
  type FoundMessage,
  findMessages,
  type MessageRef,
  type Place,
  readMessages,
  type FoundChat as TitledChat,
} from './chat-search.queries.ts'
import { findTitles, type Search } from './chat-search.service.ts'

/** Messages that a page considers; only their ids are read. Beyond them a chat's number is a lower bound. */
const PASSAGES = 300

/** The page continues after a chat found by its title, or after a message. */
const Last = z.tuple([z.enum(['title', 'message']), Instant, Id])
type Last = z.infer<typeof Last>

/** A chat of the page; `after` is where the page before it ends. */
type Group = { chatId: string; titled?: TitledChat; refs: MessageRef[]; after: Last | undefined }

const titlePlace = ({ lastMessageAt, id }: TitledChat): Last => ['title', lastMessageAt.toISOString(), id]
const messagePlace = ({ writtenAt, messageId }: MessageRef): Last => [
  'message',
  writtenAt.toISOString(),
  messageId,
]

/**
 * A user's chats with a match, each once on a page: those found by title, then those found by messages, newest first.
 * A chat may be on a later page again, with its older messages.
 * @throws {AppError} VALIDATION_ERROR for a cursor of another list.
 */
export async function findChatGroups(
  db: Db,
  { cursor, ...search }: Search & { cursor: string | undefined },
): Promise<Page<FoundChat>> {
  const { userId, signal, mark, words, limit } = search
  const last = decodeCursor(cursor, Last)
  const place: Place | undefined = last && [last[1], last[2]]
  const hasTitles = last?.[0] !== 'message'
  const sought = messageSearchOf(words, mark)
  const after = hasTitles ? undefined : place
  const [titled, refs] = await Promise.all([
    hasTitles ? findTitles(db, { ...search, limit: limit + 1 }, place) : [],
    sought ? findMessages(db, { userId, signal, search: sought, after, limit: PASSAGES }) : [],
  ])
  const groups = groupsOf(titled, refs)
  const kept = groups.slice(0, limit)
  const isCut = refs.length === PASSAGES
  const oldest = isCut ? refs.at(-1) : undefined
  const end = groups[limit]?.after ?? (oldest && messagePlace(oldest))
  const nextCursor = end ? encodeCursor(end) : null
  const found = await readMessages(db, { userId, refs: kept.flatMap(({ refs: [newest] }) => newest ?? []) })
  const items = await toItems(kept, { found, isCut, matcher: matcherOf(words) })
  return { items, nextCursor, hasMore: nextCursor !== null }
}

function groupsOf(titled: TitledChat[], refs: MessageRef[]): Group[] {
  const groups = new Map<string, Group>()
  let after: Last | undefined
  for (const it of titled) {
    groups.set(it.id, { chatId: it.id, titled: it, refs: [], after })
    after = titlePlace(it)
  }
  for (const ref of refs) {
    const { chatId } = ref
    const group = groups.get(chatId) ?? { chatId, refs: [], after }
    group.refs.push(ref)
    groups.set(chatId, group)
    after = messagePlace(ref)
  }
  return [...groups.values()]
}

type Read = { found: FoundMessage[]; isCut: boolean; matcher: Matcher }

async function toItems(groups: Group[], { found, isCut, matcher }: Read): Promise<FoundChat[]> {
  const byChat = new Map(found.map((message) => [message.chatId, message]))
  const items: FoundChat[] = []
  for (const { chatId, titled, refs } of groups) {
    const message = byChat.get(chatId)
    const chat = message?.chat ?? titled
    // Deleted since.
    if (!chat) continue
    const { id, agentId, agent, archivedAt, title } = chat
    items.push({
      chat: { id, agentId, agent, archivedAt: archivedAt?.toISOString() ?? null },
      title: markAll(title, matcher),
      passages: refs.length,
      hasMorePassages: isCut,
      messageId: message?.messageId ?? null,
      snippet: message ? snippetOf(message.content, matcher) : [],
      words: message ? matchingWords(message.content, matcher) : [],
      writtenAt: (message?.writtenAt ?? titled?.lastMessageAt ?? new Date(0)).toISOString(),
    })
    // Marking long texts is slow; yields to other requests between two of them.
    await nextTurn()
  }
  return items
}
