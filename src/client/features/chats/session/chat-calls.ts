import type { QueryClient } from '@tanstack/react-query'
import { ApiError, request, requestStream } from '#client/lib/http/http-client.ts'
import type { Chat, CreateChat } from '#shared/contract/chats.ts'
import type {
  Message,
  MessageFeedback,
  ReplyChange,
  SendMessage,
  StopResult,
} from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { chatQueries } from './chats.api.ts'
import { mergeNewest } from './merge-newest.ts'

/** The newest messages, or those before one; oldest first. */
function fetchMessages(chatId: string, query: { before?: string; limit?: number } = {}): Promise<Message[]> {
  return request<Message[]>('GET', `/chats/${chatId}/messages`, { query })
}

export const fetchOlder = (chatId: string, before: string): Promise<Message[]> =>
  fetchMessages(chatId, { before, limit: LIMITS.messagesPage })

/**
 * Changes the cached messages of a chat and cancels a running refetch, which holds the old state. Without cached messages
 * it does nothing: a list with only the change would pass for the whole chat.
 */
export function updateMessages(
  client: QueryClient,
  chatId: string,
  change: (known: Message[]) => Message[],
): void {
  const { queryKey } = chatQueries.messages(chatId)
  // Not awaited: the result is dropped from now on.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (known) => known && change(known))
}

/** The requests of a chat; one object, so that tests can replace it. */
export const chatCalls = {
  createChat: (body: CreateChat) => request<Chat>('POST', '/chats', { body }),
  /** Resolves once the message is stored; the body streams the reply. */
  send: (chatId: string, body: SendMessage) => requestStream('POST', `/chats/${chatId}/messages`, { body }),
  regenerate: (chatId: string, messageId: string, change?: ReplyChange) =>
    requestStream(
      'POST',
      `/chats/${chatId}/messages/${messageId}/regenerate${change ? `?change=${change}` : ''}`,
    ),
  /** The running reply's stream after the first `after` characters, or 204 when none runs. */
  tail: (chatId: string, after: number | null, signal: AbortSignal) =>
    requestStream('GET', `/chats/${chatId}/stream`, {
      signal,
      headers: after === null ? {} : { 'Last-Event-ID': String(after) },
    }),
  stop: (chatId: string) => request<StopResult>('POST', `/chats/${chatId}/stop`),
  /** Continues the same reply; its stream begins with the text so far. */
  continueReply: (chatId: string, messageId: string) =>
    requestStream('POST', `/chats/${chatId}/messages/${messageId}/continue`),
  /** Makes the branch of a message the active one; resolves to its newest page. */
  selectBranch: (chatId: string, messageId: string) =>
    request<Message[]>('PUT', `/chats/${chatId}/branch`, { body: { messageId } }),
  rate: (chatId: string, messageId: string, body: MessageFeedback) =>
    request<Message>('PUT', `/chats/${chatId}/messages/${messageId}/feedback`, { body }),
  /** Deletes a message and all that follows from it; resolves to the newest page of what is then the active branch. */
  deleteMessage: (chatId: string, messageId: string) =>
    request<Message[]>('DELETE', `/chats/${chatId}/messages/${messageId}`),
  fetchChat: (chatId: string) => request<Chat>('GET', `/chats/${chatId}`),
  fetchMessages,
}
export type ChatCalls = typeof chatCalls

/** Id of the AI message of a stream. */
export function replyIdOf(response: Response): string {
  const id = response.headers.get('x-message-id')
  if (id) return id
  throw new ApiError({ code: 'INTERNAL_ERROR', status: response.status, message: 'Missing X-Message-Id' })
}

/** Whether a retry can succeed: no response, 429 or 5xx. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Two turns, enough to see how a reply ended. */
const END_LIMIT = 4

/** Merges the stored end of a chat into the cached messages, and resolves to it. */
export async function rereadEnd(client: QueryClient, calls: ChatCalls, chatId: string): Promise<Message[]> {
  const { queryKey } = chatQueries.messages(chatId)
  const before = client.getQueryData(queryKey)
  const newest = await calls.fetchMessages(chatId, { limit: END_LIMIT })
  const known = client.getQueryData(queryKey)
  // The cache changed meanwhile: the older response must not remove a new message.
  if (known !== before) return rereadEnd(client, calls, chatId)
  const merged = mergeNewest(known ?? [], newest, END_LIMIT)
  if (merged) updateMessages(client, chatId, () => merged)
  else void client.invalidateQueries({ queryKey })
  return newest
}

/** Merges the newest page of the active branch into the cached messages; older pages of it stay. */
export function showBranch(client: QueryClient, chatId: string, newest: Message[]): void {
  updateMessages(client, chatId, (known) => mergeNewest(known, newest, LIMITS.messagesPage) ?? newest)
}
