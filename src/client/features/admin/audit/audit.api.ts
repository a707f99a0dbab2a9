import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { AdminUsersPage } from '#shared/contract/users.ts'
import { LIMITS } from '#shared/limits.ts'
import type { AuditSearch } from './audit-search.ts'

export const auditQueries = {
  /** Page by page, the latest first; asked for each time, since it grows with whatever is done. */
  list: (search: AuditSearch) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'audit', search],
      staleTime: 0,
      queryFn: ({ pageParam, signal }) =>
        request<AuditPage>('GET', '/audit/admin', {
          query: { ...search, cursor: pageParam, limit: 50 },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  /** Who administers now. */
  administrators: () =>
    queryOptions({
      queryKey: ['admin', 'users', 'administrators'],
      queryFn: ({ signal }) =>
        request<AdminUsersPage>('GET', '/users/admin', {
          query: { role: 'admin', sort: 'name', limit: LIMITS.pageMax },
          signal,
        }),
    }),
}
