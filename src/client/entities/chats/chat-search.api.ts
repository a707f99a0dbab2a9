import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { ChatSearchPage } from '#shared/contract/chats.ts'

/** Where `text` stands in the titles and messages of this person, best first, page by page. */
export const chatSearchQuery = (text: string, limit = 20) =>
  pagedQuery<ChatSearchPage>({
    queryKey: ['chats', 'search', text, limit],
    path: '/chats/search',
    query: { q: text, limit },
    // What was said a minute ago is to be found.
    staleTime: 10_000,
  })
