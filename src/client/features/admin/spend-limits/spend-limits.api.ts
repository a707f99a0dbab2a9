import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { ChangeSpendLimits, SpendLimits } from '#shared/contract/spend-limits.ts'

export const spendLimitQueries = {
  current: () =>
    queryOptions({
      queryKey: ['spend-limits'],
      queryFn: ({ signal }) => request<SpendLimits>('GET', '/spend-limits/admin', { signal }),
      staleTime: 0,
    }),
}

/** Replaces all limits. @throws {ApiError} CONFLICT when `version` is not the newest; the newest is read then. */
export async function saveSpendLimits(client: QueryClient, body: ChangeSpendLimits): Promise<void> {
  const { queryKey } = spendLimitQueries.current()
  try {
    client.setQueryData(queryKey, await request<SpendLimits>('PUT', '/spend-limits/admin', { body }))
  } catch (error) {
    await client.invalidateQueries({ queryKey })
    throw error
  }
}
