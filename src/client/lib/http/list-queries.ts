import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Page } from '#shared/contract/pagination.ts'
import { LIMITS } from '#shared/limits.ts'
import { type RequestOptions, request } from './http-client.ts'
import { cacheFallback } from './offline-reader.ts'

type ListOptions = {
  queryKey: QueryKey
  path: string
  query?: RequestOptions['query']
  staleTime?: number
  gcTime?: number
}

type PagedOptions = ListOptions & {
  /** Without a network, an empty list is filled from the offline cache. */
  isKeptOffline?: boolean
}

/** Query options of a cursor list: one request per page. Requests throw {ApiError}. */
export const pagedQuery = <List extends Page<unknown>>({
  path,
  query,
  isKeptOffline,
  ...options
}: PagedOptions) =>
  infiniteQueryOptions({
    ...options,
    queryFn: ({ client, queryKey, pageParam, signal }) =>
      request<List>('GET', path, {
        query: { ...query, cursor: pageParam },
        signal,
        ...(isKeptOffline && cacheFallback({ client, queryKey })),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/** Query options of a list that is short by nature: all its pages as one array. Requests throw {ApiError}. */
export const allPagesQuery = <Item>({ path, query, ...options }: ListOptions) =>
  queryOptions({
    ...options,
    queryFn: async ({ signal }) => {
      const items: Item[] = []
      let cursor: string | undefined
      do {
        const page: Page<Item> = await request('GET', path, {
          query: { ...query, limit: LIMITS.pageMax, cursor },
          signal,
        })
        items.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return items
    },
  })
