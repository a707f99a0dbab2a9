import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { ChatSearchPage } from '#shared/contract/chats.ts'

/** Search in the user's titles and messages, best match first. */
export const chatSearchQuery = (text: string, limit = 20) =>
  infiniteQueryOptions({
    queryKey: ['chats', 'search', text, limit],
    queryFn: ({ pageParam, signal }) =>
      request<ChatSearchPage>('GET', '/chats/search', {
        query: { q: text, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 10_000,
  })
