import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { AdminUsersPage } from '#shared/contract/users.ts'
import { LIMITS } from '#shared/limits.ts'
import type { AuditSearch } from './audit-search.ts'

export const auditQueries = {
  list: (search: AuditSearch) =>
    pagedQuery<AuditPage>({
      queryKey: ['admin', 'audit', search],
      path: '/audit/admin',
      query: { ...search, limit: 50 },
      staleTime: 0,
    }),
  /** Current administrators. */
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
