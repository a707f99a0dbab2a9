import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'

export const STORAGE_KEY = ['storage'] as const

/** How much of the plan's room the user's things take. */
export const storageQuery = () =>
  queryOptions({
    queryKey: STORAGE_KEY,
    queryFn: ({ signal }) => request<StorageUsage>('GET', '/me/storage', { signal }),
    refetchOnMount: 'always',
  })
