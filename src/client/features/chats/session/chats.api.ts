import { queryOptions } from '@tanstack/react-query'
import { chatKeys } from '#client/entities/chats/chat-keys.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Chat, ChatsPage } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { mergeNewest } from './merge-newest.ts'

const keys = {
  list: (filter: ChatsFilter) => [...chatKeys.lists, filter] as const,
  detail: chatKeys.detail,
  messages: (chatId: string) => [...chatKeys.messages, chatId] as const,
}

export type ChatsFilter = { agentId?: string; limit?: number }

export const chatQueries = {
  /** The user's chats, newest first, with one agent or all. */
  list: (filter: ChatsFilter = {}) =>
    pagedQuery<ChatsPage>({
      queryKey: keys.list(filter),
      path: '/chats',
      query: filter,
      isKeptOffline: true,
    }),
  detail: (chatId: string) =>
    queryOptions({
      queryKey: keys.detail(chatId),
      queryFn: (query) => request<Chat>('GET', `/chats/${chatId}`, cacheFallback(query)),
    }),
  /** Messages loaded so far, oldest first; a refetch keeps the older pages. */
  messages: (chatId: string) =>
    queryOptions({
      queryKey: keys.messages(chatId),
      // Without the query's signal: an unmounting component would abort the loader's same request.
      queryFn: async ({ client, ...query }) => {
        const newest = await request<Message[]>(
          'GET',
          `/chats/${chatId}/messages`,
          cacheFallback({ client, ...query }),
        )
        const known = client.getQueryData<Message[]>(keys.messages(chatId)) ?? []
        return mergeNewest(known, newest, LIMITS.messagesPage) ?? newest
      },
    }),
}
