import { type InvalidateOptions, type InvalidateQueryFilters, noop, QueryClient } from '@tanstack/react-query'
import { ApiError } from './http-client.ts'

const RETRY_DELAY_MS = 1_000

/**
 * Restarts running fetches on invalidation. TanStack's client keeps the result of a fetch that has no observer or is the
 * query's first, although the server may have answered before the change.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // Callers that await the cancelled fetch get the result of the next.
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
      // A user who would not prove who is there is not asked twice.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof ApiError && error.code === 'STEP_UP_REQUIRED'),
      // A 4xx is likely to repeat: its one retry needs no delay.
      retryDelay: (_, error) =>
        error instanceof ApiError && error.status < 500 && error.status > 0 ? 0 : RETRY_DELAY_MS,
      refetchOnWindowFocus: false,
      // Also without a network: the service worker may have the answer, and a failure is better than a pause.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: 0, networkMode: 'always' },
  },
})
