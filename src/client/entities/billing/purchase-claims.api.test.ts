import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { purchaseClaimQueries } from './purchase-claims.api.ts'

afterEach(() => onlineManager.setOnline(true))

test('a claim’s link opened without a network fails, instead of looking for ever as if it went on', async () => {
  onlineManager.setOnline(false)
  const client = new QueryClient()
  await expect(client.fetchQuery(purchaseClaimQueries.confirmed('um-token'))).rejects.toMatchObject({
    status: 0,
  })
})
