import { expect, test } from 'vitest'
import type { FoundChat, SearchResults } from '#shared/contract/search.ts'
import { chatsOf, repeatedPages } from './search.api.ts'

const pageOf = (...ids: string[]) => {
  const items = ids.map((id, index) => ({ chat: { id }, passages: index }) as FoundChat)
  return { chats: { items, nextCursor: null, hasMore: false } } as unknown as SearchResults
}

test('a chat of several pages is shown once, as its first page has it', () => {
  expect(chatsOf([pageOf('a', 'b'), pageOf('c', 'a')])).toMatchObject([
    { chat: { id: 'a' }, passages: 0 },
    { chat: { id: 'b' }, passages: 1 },
    { chat: { id: 'c' }, passages: 0 },
  ])
})

test.each([
  [[], 0],
  [[pageOf('a')], 0],
  [[pageOf('a'), pageOf('a')], 1],
  [[pageOf('a'), pageOf('a'), pageOf()], 2],
  [[pageOf('a'), pageOf('a'), pageOf('a', 'b')], 0],
])('the newest pages without a new chat are counted (%#)', (pages, count) => {
  expect(repeatedPages(pages)).toBe(count)
})
