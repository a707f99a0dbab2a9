import type { Query, QueryClient } from '@tanstack/react-query'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import { postToWorker } from '#client/lib/browser/service-worker-messages.ts'
import { isAnswering } from './when-replies-settle.ts'

/** Debounce: the end of a reply changes a chat several times. */
const REST_MS = 2_000

/**
 * Has the service worker fetch chats that changed locally (a reply ended, an edit, a deletion), so that its cache has
 * them without a network.
 */
export function prefetchChats(client: QueryClient, send = postToWorker): void {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    if (changed.size === 0) return
    const paths = [...changed].flatMap((id) => [`/api/v1/chats/${id}`, `/api/v1/chats/${id}/messages`])
    changed.clear()
    void send({ type: 'keep', paths })
  }
  const note = ({ queryKey, state }: Query) => {
    const chatId = chatOf(queryKey)
    if (!chatId || isAnswering(state.data)) return
    changed.add(chatId)
    clearTimeout(timer)
    timer = setTimeout(tell, REST_MS)
  }
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual) note(event.query)
    // After signing out offline, the server would still answer.
    if (event.type === 'removed') changed.delete(chatOf(event.query.queryKey) ?? '')
  })
  // Chats that changed before this subscription: updated more than once.
  for (const query of cache.findAll({ queryKey: chatKeys.messages })) {
    if (query.state.dataUpdateCount > 1) note(query)
  }
}

const [NOUN, PART] = chatKeys.messages

const chatOf = ([noun, part, id]: readonly unknown[]): string | undefined =>
  noun === NOUN && part === PART && typeof id === 'string' ? id : undefined
