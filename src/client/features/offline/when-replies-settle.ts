import type { QueryClient } from '@tanstack/react-query'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import type { Message } from '#shared/contract/messages.ts'

/** Whether cached messages include a running reply. */
export const isAnswering = (messages: unknown): boolean =>
  Array.isArray(messages) && messages.some(({ status }: Message) => status === 'running')

/** Calls `then` once no reply runs on the screen, possibly at once. */
export function whenRepliesSettle(client: QueryClient, then: () => void): void {
  const cache = client.getQueryCache()
  const isBusy = () =>
    cache
      .findAll({ queryKey: chatKeys.messages, type: 'active' })
      .some(({ state }) => isAnswering(state.data))
  if (!isBusy()) {
    then()
    return
  }
  const end = cache.subscribe(() => {
    if (isBusy()) return
    end()
    then()
  })
}
