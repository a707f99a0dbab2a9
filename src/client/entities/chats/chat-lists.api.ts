import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Chat, ChatsPage } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import { chatKeys } from './chat-keys.ts'
import { appendPage, type ChatList, insertChat, mergeHead, removeChat } from './merge-chat-pages.ts'

type Paged = InfiniteData<ChatsPage>

/** The three lists that every chat of a person is in one of. */
const SHELVES = {
  pinned: { query: { pinned: true }, has: (chat: Chat) => isOpen(chat) && chat.pinnedAt !== null },
  recent: { query: { pinned: false }, has: (chat: Chat) => isOpen(chat) && chat.pinnedAt === null },
  archived: { query: { archived: true }, has: (chat: Chat) => !isOpen(chat) },
} as const
export type ChatListName = keyof typeof SHELVES
const SHELF_NAMES = Object.keys(SHELVES) as ChatListName[]

const isOpen = ({ archivedAt }: Chat) => archivedAt === null

const PAGE = 30

/** A shelf as far as it was read; reading it again brings its newest page and keeps the older ones. */
export const chatListQuery = (shelf: ChatListName) =>
  queryOptions({
    queryKey: [...chatKeys.lists, shelf],
    queryFn: async ({ client, signal, queryKey }): Promise<ChatList> => {
      const known = client.getQueryData<ChatList>(queryKey)
      // As much as is shown, in one call, so that a title changed elsewhere is seen below the first page too.
      const limit = Math.min(LIMITS.pageMax, Math.max(PAGE, known?.items.length ?? 0))
      const head = await request<ChatsPage>('GET', '/chats', {
        query: { ...SHELVES[shelf].query, limit },
        signal,
        ...cacheFallback({ client, queryKey }),
      })
      for (const chat of head.items) {
        client.setQueryData<Chat>(chatKeys.detail(chat.id), (summary) => summary && chat)
      }
      return mergeHead(known, head)
    },
  })

/** Brings the next older page of a shelf; nothing where there is none. @throws {ApiError} */
export async function fetchOlderChats(client: QueryClient, shelf: ChatListName): Promise<void> {
  const { queryKey } = chatListQuery(shelf)
  const cursor = client.getQueryData(queryKey)?.nextCursor
  if (!cursor) return
  const page = await request<ChatsPage>('GET', '/chats', {
    query: { ...SHELVES[shelf].query, limit: PAGE, cursor },
  })
  client.setQueryData(queryKey, (known) => (known?.nextCursor === cursor ? appendPage(known, page) : known))
}

/** What the cache last knew of a chat. */
export function knownChat(client: QueryClient, chatId: string): Chat | undefined {
  const lists = client.getQueriesData<ChatList | Paged>({ queryKey: chatKeys.lists })
  const found = lists.flatMap(([, list]) => itemsOf(list)).find(({ id }) => id === chatId)
  return found ?? client.getQueryData<Chat>(chatKeys.detail(chatId))
}

/** Puts a chat where it now belongs in every list; a reading under way, which cannot know of it, is given up. */
export function placeChat(client: QueryClient, chat: Chat): void {
  void client.cancelQueries({ queryKey: chatKeys.lists })
  for (const shelf of SHELF_NAMES) {
    client.setQueryData(
      chatListQuery(shelf).queryKey,
      (known) => known && (SHELVES[shelf].has(chat) ? insertChat(known, chat) : removeChat(known, chat.id)),
    )
  }
  changePaged(client, (known) => (known.id !== chat.id ? known : isOpen(chat) ? chat : null))
  client.setQueryData<Chat>(chatKeys.detail(chat.id), (known) => known && chat)
}

/** Takes a chat out of every list. */
export function dropChat(client: QueryClient, chatId: string): void {
  void client.cancelQueries({ queryKey: chatKeys.lists })
  for (const shelf of SHELF_NAMES) {
    client.setQueryData(chatListQuery(shelf).queryKey, (known) => known && removeChat(known, chatId))
  }
  changePaged(client, (known) => (known.id === chatId ? null : known))
}

/** The lists that screens read page by page; null takes a chat out of them. */
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
