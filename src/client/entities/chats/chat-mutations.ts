import type { QueryClient } from '@tanstack/react-query'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import type { Chat, UpdateChat } from '#shared/contract/chats.ts'
import type { ExportFormat } from '#shared/contract/exports.ts'
import { broadcastChatChange } from './chat-broadcast.ts'
import { chatKeys } from './chat-keys.ts'
import { dropChat, knownChat, placeChat } from './chat-lists.api.ts'

/** Has what is known about a chat from outside read again: its title, and its place in every list. */
export function invalidateSummaries(client: QueryClient, chatId: string): void {
  void client.invalidateQueries({ queryKey: chatKeys.lists })
  void client.invalidateQueries({ queryKey: chatKeys.detail(chatId) })
}

/** What a change asked for makes of a chat, until the server says it. */
function wished(chat: Chat, { title = chat.title, pinned, archived }: UpdateChat): Chat {
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

/** Renames, pins or archives a chat; every list shows it at once, and as it was when the server refuses. */
export async function updateChat(client: QueryClient, chatId: string, change: UpdateChat): Promise<void> {
  const before = knownChat(client, chatId)
  if (before) placeChat(client, wished(before, change))
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

/** Deletes a chat, which `restoreChat` brings back for some days. */
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

/** Takes a deletion back. */
export async function restoreChat(client: QueryClient, chatId: string): Promise<void> {
  placeChat(client, await request<Chat>('POST', `/chats/${chatId}/restore`))
  invalidateSummaries(client, chatId)
  broadcastChatChange(chatId)
}

/** Says that everything in a chat was seen. A failure shows nothing: the dot stays until it is said again. */
export async function markChatRead(client: QueryClient, chatId: string): Promise<void> {
  try {
    const chat = await request<Chat>('PUT', `/chats/${chatId}/read`, { outlivesPage: true })
    placeChat(client, chat)
    // What was being read, or was to be read again, was given up for this.
    void client.invalidateQueries({ queryKey: chatKeys.lists })
    broadcastChatChange(chatId)
  } catch {
    // The next reply, or the next look at this tab, tries again.
  }
}

/** The chat's active branch as a file, under the name that the server gives it. */
export const exportChat = (chatId: string, format: ExportFormat): Promise<NamedFile> =>
  fetchFile(`/chats/${chatId}/export?format=${format}`, `conversa.${format}`)
