import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Label } from '#shared/contract/labels.ts'

export const labelQueries = {
  list: () =>
    queryOptions({
      queryKey: ['labels', 'list'],
      queryFn: (query) =>
        request<Label[]>('GET', '/labels', { signal: query.signal, ...cacheFallback(query) }),
    }),
}
