import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { FoundChat, SearchResults } from '#shared/contract/search.ts'

/** Search over everything of the user; a further page has chats only. Requests throw {ApiError}. */
export const searchQuery = (text: string, limit: number) =>
  infiniteQueryOptions({
    // With the chats: a changed chat is searched again.
    queryKey: ['chats', 'search', text, limit],
    queryFn: ({ pageParam, signal }) =>
      request<SearchResults>('GET', '/search', { query: { q: text, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ chats }) => chats.nextCursor ?? undefined,
    // A new message must be found at once.
    staleTime: 0,
  })

/** How many of the newest pages have only chats that an earlier page had. */
export function repeatedPages(pages: readonly SearchResults[]): number {
  const known = new Set<string>()
  let count = 0
  for (const { chats } of pages) {
    const before = known.size
    for (const { chat } of chats.items) known.add(chat.id)
    count = known.size > before ? 0 : count + 1
  }
  return count
}

/** The chats of all pages, each once: a later page may have older messages of an earlier one's. */
export function chatsOf(pages: readonly SearchResults[]): FoundChat[] {
  const chats = new Map<string, FoundChat>()
  for (const found of pages.flatMap((page) => page.chats.items)) {
    if (!chats.has(found.chat.id)) chats.set(found.chat.id, found)
  }
  return [...chats.values()]
}
