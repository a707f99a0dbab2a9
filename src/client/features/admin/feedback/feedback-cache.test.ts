import { expect, test } from 'vitest'
import type { FeedbackItem, FeedbackState } from '#shared/contract/feedback.ts'
import { linesOf, neighbourOf, withReview } from './feedback-cache.ts'

const item = (messageId: string, state: FeedbackState = 'open'): FeedbackItem => ({
  messageId,
  reason: null,
  feedbackAt: '2026-11-21T12:00:00.000Z',
  state,
  reviewedAt: null,
  agent: { id: 'clara', name: 'Clara', photoUrl: null },
  person: { id: 'marina', name: 'Marina' },
})
const page = (...items: FeedbackItem[]) => ({ items, nextCursor: null, hasMore: false })
const list = { pages: [page(item('a'), item('b')), page(item('c'))], pageParams: [undefined, 'x'] }
const filter = (state: FeedbackState | undefined) => ({ state, agentId: undefined, q: undefined })

test('what was looked at leaves the list of what waits, on whichever page it is', () => {
  const left = withReview(list, 'c', 'done', filter('open'))
  expect(left.pages.map(({ items }) => items.map(({ messageId }) => messageId))).toEqual([['a', 'b'], []])
  expect(left.pageParams).toEqual([undefined, 'x'])
})

test('in a list of everything it stays, and says what it is now', () => {
  const left = withReview(list, 'b', 'ignored', filter(undefined))
  expect(left.pages[0]?.items.map(({ state }) => state)).toEqual(['open', 'ignored'])
})

test('the next one is opened, at the end the one before, alone none', () => {
  const items = [item('a'), item('b'), item('c')]
  expect(neighbourOf(items, 'a')).toBe('b')
  expect(neighbourOf(items, 'c')).toBe('b')
  expect(neighbourOf([item('a')], 'a')).toBeUndefined()
  expect(neighbourOf(items, 'x')).toBeUndefined()
})

test('a reason is its lines', () => {
  expect(linesOf('Tom errado\n\nMuito formal')).toEqual(['Tom errado', 'Muito formal'])
  expect(linesOf(null)).toEqual([])
})
