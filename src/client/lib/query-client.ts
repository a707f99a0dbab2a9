import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './http.ts'

const RETRY_DELAY_MS = 1_000

/** The one query cache (figures of SPEC §8): fresh 5 minutes, one retry on queries, none on mutations. */
export const queryClient = new QueryClient({
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
