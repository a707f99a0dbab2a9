import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { ChatSearchPage } from '#shared/contract/chats.ts'

/** Search in the user's titles and messages, best match first. */
export const chatSearchQuery = (text: string, limit = 20) =>
  pagedQuery<ChatSearchPage>({
    queryKey: ['chats', 'search', text, limit],
    path: '/chats/search',
    query: { q: text, limit },
    // New messages must be searchable at once: no cache.
    staleTime: 10_000,
  })
