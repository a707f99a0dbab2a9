import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AssetDraft, CreateAssetDraft } from '#shared/contract/asset-drafts.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Message } from '#shared/contract/messages.ts'

/** The reply that a form is filled from. */
export type DraftSource = { chatId: string; messageId: string }

export const draftQueries = {
  /** The fields that a model reads from a reply. Costs a model call: no automatic retry or refetch. */
  draft: ({ chatId, messageId }: DraftSource, body: CreateAssetDraft) =>
    queryOptions({
      queryKey: ['drafts', messageId, body],
      queryFn: ({ signal }) =>
        request<AssetDraft>('POST', `/chats/${chatId}/messages/${messageId}/draft`, { body, signal }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  /** The reply's chat, and its text when it is on the newest page of messages. */
  source: ({ chatId, messageId }: DraftSource) =>
    queryOptions({
      queryKey: ['drafts', 'source', chatId, messageId],
      queryFn: async ({ signal }) => {
        const [chat, messages] = await Promise.all([
          request<Chat>('GET', `/chats/${chatId}`, { signal }),
          request<Message[]>('GET', `/chats/${chatId}/messages`, { signal }),
        ])
        return { chat, text: messages.find(({ id }) => id === messageId)?.content }
      },
    }),
}
