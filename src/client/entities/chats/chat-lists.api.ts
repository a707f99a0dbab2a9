import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Chat, ChatsPage } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import { chatKeys } from './chat-keys.ts'
import { appendPage, type ChatList, insertChat, mergeHead, removeChat } from './merge-chat-pages.ts'

type Paged = InfiniteData<ChatsPage>

const isOpen = ({ archivedAt }: Chat) => archivedAt === null

/**
 * Two lists; every chat is in exactly one. Pinned chats are no list of their own: two requests could miss a
 * chat that is pinned or unpinned between their answers.
 */
const LISTS = {
  open: { query: { pinned: 'first' }, has: isOpen },
  archived: { query: { archived: true }, has: (chat: Chat) => !isOpen(chat) },
} as const
export type ChatListName = keyof typeof LISTS
const LIST_NAMES = Object.keys(LISTS) as ChatListName[]

const PAGE = 30

/** A list as far as it was loaded; a refetch updates the newest page and keeps the older ones. */
export const chatListQuery = (name: ChatListName) =>
  queryOptions({
    queryKey: [...chatKeys.lists, name],
    queryFn: async ({ client, signal, queryKey }): Promise<ChatList> => {
      const known = client.getQueryData<ChatList>(queryKey)
      // As many as are shown, so that changes below the first page arrive too.
      const limit = Math.min(LIMITS.pageMax, Math.max(PAGE, known?.items.length ?? 0))
      const head = await request<ChatsPage>('GET', '/chats', {
        query: { ...LISTS[name].query, limit },
        signal,
        ...cacheFallback({ client, queryKey }),
      })
      for (const chat of head.items) {
        client.setQueryData<Chat>(chatKeys.detail(chat.id), (summary) => summary && chat)
      }
      return mergeHead(known, head)
    },
  })

/** Loads the next page of a list, if there is one. @throws {ApiError} */
export async function fetchOlderChats(client: QueryClient, name: ChatListName): Promise<void> {
  const { queryKey } = chatListQuery(name)
  const cursor = client.getQueryData(queryKey)?.nextCursor
  if (!cursor) return
  const page = await request<ChatsPage>('GET', '/chats', {
    query: { ...LISTS[name].query, limit: PAGE, cursor },
  })
  client.setQueryData(queryKey, (known) => (known?.nextCursor === cursor ? appendPage(known, page) : known))
}

/** The chat as the cache has it. */
export function knownChat(client: QueryClient, chatId: string): Chat | undefined {
  const lists = client.getQueriesData<ChatList | Paged>({ queryKey: chatKeys.lists })
  const found = lists.flatMap(([, list]) => itemsOf(list)).find(({ id }) => id === chatId)
  return found ?? client.getQueryData<Chat>(chatKeys.detail(chatId))
}

/** Moves a changed chat to its position in every list; cancels running refetches, which hold the old state. */
export function placeChat(client: QueryClient, chat: Chat): void {
  void client.cancelQueries({ queryKey: chatKeys.lists })
  for (const name of LIST_NAMES) {
    client.setQueryData(
      chatListQuery(name).queryKey,
      (known) => known && (LISTS[name].has(chat) ? insertChat(known, chat) : removeChat(known, chat.id)),
    )
  }
  changePaged(client, (known) => (known.id !== chat.id ? known : isOpen(chat) ? chat : null))
  client.setQueryData<Chat>(chatKeys.detail(chat.id), (known) => known && chat)
}

/** Removes a chat from every list. */
export function dropChat(client: QueryClient, chatId: string): void {
  void client.cancelQueries({ queryKey: chatKeys.lists })
  for (const name of LIST_NAMES) {
    client.setQueryData(chatListQuery(name).queryKey, (known) => known && removeChat(known, chatId))
  }
  changePaged(client, (known) => (known.id === chatId ? null : known))
}

/** Changes a chat in the infinite queries; null removes it. */
function changePaged(client: QueryClient, change: (chat: Chat) => Chat | null): void {
  client.setQueriesData<ChatList | Paged>({ queryKey: chatKeys.lists }, (list) => {
    if (!list || !('pages' in list)) return list
    const pages = list.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((chat) => change(chat) ?? []),
    }))
    return { ...list, pages }
  })
}

function itemsOf(list: ChatList | Paged | undefined): Chat[] {
  if (!list) return []
  return 'pages' in list ? list.pages.flatMap((page) => page.items) : list.items
}
