import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'

/** What a component needs to show a query that its route made: the answer, or why there is none, and another try. */
export type QueryState<T> = Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isError' | 'error' | 'refetch'>

/** The same for a list that comes page by page. */
export type PagedQueryState<Page> = QueryState<InfiniteData<Page>> &
  Pick<
    UseInfiniteQueryResult<InfiniteData<Page>>,
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >
