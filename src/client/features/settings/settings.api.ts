import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Settings } from '#shared/contract/settings.ts'

export const settingsQueries = {
  /** What this installation is; it changes only when the server starts anew. */
  current: () =>
    queryOptions({
      queryKey: ['settings'],
      queryFn: ({ signal }) => request<Settings>('GET', '/settings', { signal }),
    }),
}
