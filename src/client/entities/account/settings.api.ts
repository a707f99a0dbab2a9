import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Settings } from '#shared/contract/settings.ts'

export const settingsQueries = {
  /** Settings change only with a restart of the server. */
  current: () =>
    queryOptions({
      queryKey: ['settings'],
      queryFn: ({ signal }) => request<Settings>('GET', '/settings', { signal }),
    }),
}
