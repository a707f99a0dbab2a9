import type { QueryClient } from '@tanstack/react-query'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import type { Message } from '#shared/contract/messages.ts'

/** Whether a reply of a conversation, as the query cache holds it, is being written. */
export const isAnswering = (messages: unknown): boolean =>
  Array.isArray(messages) && messages.some(({ status }: Message) => status === 'running')

/** Calls `then` as soon as no reply is being written on the screen, which may be at once. */
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
