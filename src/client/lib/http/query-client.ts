import { type InvalidateOptions, type InvalidateQueryFilters, noop, QueryClient } from '@tanstack/react-query'
import { ApiError } from './http-client.ts'

const RETRY_DELAY_MS = 1_000

/**
 * Begins every read under way again when what it reads has changed. TanStack's own takes the answer of one that nobody
 * looks at, or that is the first of its kind, for news, although it may have been given before the change.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // Whoever waits for the one that is given up gets the answer of the next.
      void query.cancel({ silent: true })
      query.fetch().catch(noop)
    }
    return super.invalidateQueries(filters, { ...options, cancelRefetch: false })
  }
}

/** The one query cache (figures of SPEC §8): fresh 5 minutes, one retry on queries, none on mutations. */
export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      retry: 1,
      // A refusal will be repeated: waiting before the one retry would only keep the person waiting.
      retryDelay: (_, error) =>
        error instanceof ApiError && error.status < 500 && error.status > 0 ? 0 : RETRY_DELAY_MS,
      refetchOnWindowFocus: false,
      // Without a network too: the browser may have kept the answer, and a failure says more than waiting does.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: 0, networkMode: 'always' },
  },
})
