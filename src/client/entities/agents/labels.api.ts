import { queryOptions } from '@tanstack/react-query'
import type { Label } from '#shared/contract/labels.ts'
import { request } from './http.ts'
import { fillsEmpty } from './reader.ts'

/** Query options that loaders and components share. */
export const labelQueries = {
  /** Those that group agents, in their order. */
  list: () =>
    queryOptions({
      queryKey: ['labels', 'list'],
      queryFn: (query) => request<Label[]>('GET', '/labels', { signal: query.signal, ...fillsEmpty(query) }),
    }),
}
