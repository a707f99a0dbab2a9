import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isNearLimit, planChanged, subscriptionQueries } from './subscription.api.ts'

test.each([
  [{ used: 159, limit: 200 }, false],
  [{ used: 160, limit: 200 }, true],
  [{ used: 200, limit: 200 }, true],
  [{ used: 250, limit: 200 }, true],
  [{ used: 0, limit: 1 }, false],
  [{ used: 0, limit: 0 }, true],
])('%j is near the end of the month’s messages: %s', (usage, expected) => {
  expect(isNearLimit(usage)).toBe(expected)
})

test('a changed plan has locks, profile and meter read again, and leaves the chats alone', async () => {
  const client = new QueryClient()
  const stale: unknown[][] = [
    ['agents', 'list', {}],
    ['agents', 'detail', 'a'],
    ['me'],
    subscriptionQueries.current().queryKey,
    subscriptionQueries.usage().queryKey,
  ]
  const fresh: unknown[][] = [['chats', 'messages', 'c'], ['me', 'sessions'], ['plans']]
  for (const queryKey of [...stale, ...fresh]) client.setQueryData(queryKey, {})
  await planChanged(client)
  for (const queryKey of stale) expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  for (const queryKey of fresh) expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)
})
