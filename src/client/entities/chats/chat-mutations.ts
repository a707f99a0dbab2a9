import type { QueryClient } from '@tanstack/react-query'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import type { Chat, UpdateChat } from '#shared/contract/chats.ts'
import type { ExportFormat } from '#shared/contract/exports.ts'
import { broadcastChatChange } from './chat-broadcast.ts'
import { chatKeys } from './chat-keys.ts'
import { dropChat, knownChat, placeChat } from './chat-lists.api.ts'

/** Refetches a chat's summary and the lists. */
export function invalidateSummaries(client: QueryClient, chatId: string): void {
  void client.invalidateQueries({ queryKey: chatKeys.lists })
  void client.invalidateQueries({ queryKey: chatKeys.detail(chatId) })
}

/** Optimistic result of a change. */
function withChange(chat: Chat, { title = chat.title, pinned, archived }: UpdateChat): Chat {
  const now = new Date().toISOString()
  const isPinned = pinned ?? (chat.pinnedAt !== null && !archived)
  const isArchived = archived ?? (chat.archivedAt !== null && !pinned)
  return {
    ...chat,
    title,
    pinnedAt: isPinned ? (chat.pinnedAt ?? now) : null,
    archivedAt: isArchived ? (chat.archivedAt ?? now) : null,
  }
}

/** Renames, pins or archives a chat, optimistically. @throws {ApiError} */
export async function updateChat(client: QueryClient, chatId: string, change: UpdateChat): Promise<void> {
  const before = knownChat(client, chatId)
  if (before) placeChat(client, withChange(before, change))
  try {
    const chat = await request<Chat>('PATCH', `/chats/${chatId}`, { body: change, outlivesPage: true })
    placeChat(client, chat)
    client.setQueryData(chatKeys.detail(chatId), chat)
    broadcastChatChange(chatId)
  } catch (error) {
    if (before) placeChat(client, before)
    throw error
  } finally {
    void client.invalidateQueries({ queryKey: chatKeys.lists })
  }
}

/** Deletes a chat, optimistically; `restoreChat` can undo it for some days. @throws {ApiError} */
export async function deleteChat(client: QueryClient, chatId: string): Promise<void> {
  const before = knownChat(client, chatId)
  dropChat(client, chatId)
  try {
    await request('DELETE', `/chats/${chatId}`, { outlivesPage: true })
    client.removeQueries({ queryKey: chatKeys.detail(chatId) })
    broadcastChatChange(chatId)
  } catch (error) {
    if (before) placeChat(client, before)
    throw error
  } finally {
    void client.invalidateQueries({ queryKey: chatKeys.lists })
  }
}

/** Undoes a deletion. @throws {ApiError} */
export async function restoreChat(client: QueryClient, chatId: string): Promise<Chat> {
  const chat = await request<Chat>('POST', `/chats/${chatId}/restore`)
  placeChat(client, chat)
  invalidateSummaries(client, chatId)
  broadcastChatChange(chatId)
  return chat
}

/** Marks a chat as read. A failure is silent; the next attempt repeats it. */
export async function markChatRead(client: QueryClient, chatId: string): Promise<void> {
  try {
    const chat = await request<Chat>('PUT', `/chats/${chatId}/read`, { outlivesPage: true })
    placeChat(client, chat)
    // `placeChat` has cancelled running refetches.
    void client.invalidateQueries({ queryKey: chatKeys.lists })
    broadcastChatChange(chatId)
  } catch {
    // The next reply or focus of this tab tries again.
  }
}

/** The chat's active branch as a file with the server's file name. */
export const exportChat = (chatId: string, format: ExportFormat): Promise<NamedFile> =>
  fetchFile(`/chats/${chatId}/export?format=${format}`, `conversa.${format}`)
