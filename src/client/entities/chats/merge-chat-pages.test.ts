import { expect, test } from 'vitest'
import type { Chat } from '#shared/contract/chats.ts'
import { appendPage, type ChatList, insertChat, mergeHead, removeChat } from './merge-chat-pages.ts'

/** A chat last written in at this minute. */
function chat(id: string, minute: number, other: Partial<Chat> = {}): Chat {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  return {
    id,
    agentId: 'agent',
    userId: 'person',
    title: id,
    agent: { id: 'agent', name: 'Clara', photoUrl: null },
    pinnedAt: null,
    archivedAt: null,
    lastMessageAt: at,
    isRunning: false,
    isUnread: false,
    isTitleProvisional: false,
    origin: null,
    createdAt: at,
    updatedAt: at,
    ...other,
  }
}

const list = (items: Chat[], nextCursor: string | null = null): ChatList => ({ items, nextCursor })
const idsOf = ({ items }: ChatList) => items.map(({ id }) => id).join(' ')

test('a new chat goes to the top, and older pages stay', () => {
  const known = list([chat('d', 4), chat('c', 3), chat('b', 2), chat('a', 1)], 'after-a')
  const merged = mergeHead(known, list([chat('e', 5), chat('d', 4), chat('c', 3)], 'after-c'))
  expect(idsOf(merged)).toBe('e d c b a')
  expect(merged.nextCursor).toBe('after-a')
})

test('a chat with a new message moves up without a duplicate', () => {
  const known = list([chat('d', 4), chat('c', 3), chat('b', 2), chat('a', 1)], 'after-a')
  const merged = mergeHead(known, list([chat('a', 9), chat('d', 4), chat('c', 3)], 'after-c'))
  expect(idsOf(merged)).toBe('a d c b')
})

test('a chat missing from the newest page’s range is removed', () => {
  const known = list([chat('d', 4), chat('c', 3), chat('b', 2), chat('a', 1)], 'after-a')
  const merged = mergeHead(known, list([chat('d', 4), chat('b', 2)], 'after-b'))
  expect(idsOf(merged)).toBe('d b a')
})

test('a complete page replaces the list', () => {
  const known = list([chat('c', 3), chat('b', 2), chat('a', 1)], 'after-a')
  expect(mergeHead(known, list([chat('c', 3)]))).toEqual(list([chat('c', 3)]))
  expect(mergeHead(known, list([]))).toEqual(list([]))
  expect(mergeHead(undefined, list([chat('c', 3)], 'after-c'))).toEqual(list([chat('c', 3)], 'after-c'))
})

test('more new chats than a page leave no gap', () => {
  const known = list([chat('b', 2), chat('a', 1)], 'after-a')
  const merged = mergeHead(known, list([chat('z', 26), chat('y', 25)], 'after-y'))
  expect(idsOf(merged)).toBe('z y')
  expect(merged.nextCursor).toBe('after-y')
})

test('an older page adds each chat once', () => {
  const known = list([chat('d', 4), chat('b', 9)], 'after-d')
  const more = appendPage(known, list([chat('c', 3), chat('b', 2), chat('a', 1)]))
  expect(idsOf(more)).toBe('d b c a')
  expect(more.nextCursor).toBeNull()
})

test('a chat is placed by its last message', () => {
  const known = list([chat('d', 4), chat('b', 2)], 'after-b')
  expect(idsOf(insertChat(known, chat('c', 3)))).toBe('d c b')
  expect(idsOf(insertChat(known, chat('b', 9)))).toBe('b d')
  // Below the loaded range.
  expect(idsOf(insertChat(known, chat('a', 1)))).toBe('d b')
  expect(idsOf(insertChat(list(known.items), chat('a', 1)))).toBe('d b a')
})

test('a pinned chat is above all others', () => {
  const pinnedAt = new Date().toISOString()
  const known = list([chat('b', 2, { pinnedAt }), chat('d', 4), chat('c', 3)], 'after-c')
  expect(idsOf(insertChat(known, chat('a', 1, { pinnedAt })))).toBe('b a d c')
  expect(idsOf(insertChat(known, chat('d', 4, { pinnedAt })))).toBe('d b c')
  expect(idsOf(insertChat(list(known.items), chat('b', 2)))).toBe('d c b')
})

test('chats of the same time are ordered by id', () => {
  expect(idsOf(insertChat(list([chat('c', 1), chat('a', 1)]), chat('b', 1)))).toBe('c b a')
})

test('a removed chat is in no list', () => {
  expect(idsOf(removeChat(list([chat('b', 2), chat('a', 1)]), 'b'))).toBe('a')
})
