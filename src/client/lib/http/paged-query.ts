import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { request } from './http-client.ts'

/** Query options of a list that is read page by page and never from the cache alone. `Page` has `nextCursor`. */
export const pagedQuery = <Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  path: string,
  query: Record<string, string | number | boolean | undefined> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      request<Page>('GET', path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
