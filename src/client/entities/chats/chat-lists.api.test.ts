import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Chat, ChatsPage } from '#shared/contract/chats.ts'
import { chatKeys } from './chat-keys.ts'
import { type ChatListName, chatListQuery, dropChat, knownChat, placeChat } from './chat-lists.api.ts'
import type { ChatList } from './merge-chat-pages.ts'

const AT = '2026-11-21T12:00:00.000Z'

const chat = (id: string, other: Partial<Chat> = {}): Chat => ({
  id,
  agentId: 'agent',
  userId: 'person',
  title: id,
  agent: { id: 'agent', name: 'Clara', photoUrl: null },
  pinnedAt: null,
  archivedAt: null,
  lastMessageAt: AT,
  isRunning: false,
  isUnread: false,
  isTitleProvisional: false,
  origin: null,
  createdAt: AT,
  updatedAt: AT,
  ...other,
})

const PAGED = [...chatKeys.lists, { agentId: 'agent' }]

/** A cache as it is after the sidebar, the archive and an agent's page were read. */
function cacheWith(...chats: Chat[]): QueryClient {
  const client = new QueryClient()
  const shelves: Record<ChatListName, (it: Chat) => boolean> = {
    open: (it) => it.archivedAt === null,
    archived: (it) => it.archivedAt !== null,
  }
  for (const shelf of Object.keys(shelves) as ChatListName[]) {
    client.setQueryData(chatListQuery(shelf).queryKey, {
      items: chats.filter(shelves[shelf]),
      nextCursor: null,
    })
  }
  const page: ChatsPage = {
    items: chats.filter((it) => it.archivedAt === null),
    nextCursor: null,
    hasMore: false,
  }
  client.setQueryData(PAGED, { pages: [page], pageParams: [undefined] })
  return client
}

const idsOn = (client: QueryClient, shelf: ChatListName) =>
  client.getQueryData<ChatList>(chatListQuery(shelf).queryKey)?.items.map(({ id }) => id)
const idsPaged = (client: QueryClient) =>
  client.getQueryData<InfiniteData<ChatsPage>>(PAGED)?.pages.flatMap(({ items }) => items.map(({ id }) => id))

test('a chat is in one list at a time', () => {
  const client = cacheWith(chat('b'), chat('a'))
  placeChat(client, chat('a', { pinnedAt: AT }))
  expect([idsOn(client, 'open'), idsOn(client, 'archived')]).toEqual([['a', 'b'], []])
  expect(idsPaged(client)).toEqual(['b', 'a'])
  placeChat(client, chat('a', { archivedAt: AT }))
  expect([idsOn(client, 'open'), idsOn(client, 'archived')]).toEqual([['b'], ['a']])
  expect(idsPaged(client)).toEqual(['b'])
  placeChat(client, chat('a'))
  expect([idsOn(client, 'open'), idsOn(client, 'archived')]).toEqual([['b', 'a'], []])
})

test('a new title is in every list and in the chat’s summary', () => {
  const client = cacheWith(chat('a'))
  client.setQueryData(chatKeys.detail('a'), chat('a'))
  placeChat(client, chat('a', { title: 'Outro' }))
  expect(client.getQueryData<Chat>(chatKeys.detail('a'))?.title).toBe('Outro')
  expect(client.getQueryData<InfiniteData<ChatsPage>>(PAGED)?.pages[0]?.items[0]?.title).toBe('Outro')
  expect(knownChat(client, 'a')?.title).toBe('Outro')
})

test('lists that were not loaded stay empty', () => {
  const client = new QueryClient()
  placeChat(client, chat('a'))
  expect(client.getQueryData(chatListQuery('open').queryKey)).toBeUndefined()
  expect(client.getQueryData(chatKeys.detail('a'))).toBeUndefined()
  expect(knownChat(client, 'a')).toBeUndefined()
})

test('a removed chat is in no list', () => {
  const client = cacheWith(chat('c', { pinnedAt: AT }), chat('b'), chat('a'))
  dropChat(client, 'a')
  dropChat(client, 'c')
  expect([idsOn(client, 'open'), idsPaged(client)]).toEqual([['b'], ['b']])
})
