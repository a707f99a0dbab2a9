import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'

/** The part of a query that a component shows: data, error and retry. */
export type QueryState<T> = Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isError' | 'error' | 'refetch'>

/** The same for a cursor list. */
export type PagedQueryState<Page> = QueryState<InfiniteData<Page>> &
  Pick<
    UseInfiniteQueryResult<InfiniteData<Page>>,
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >
