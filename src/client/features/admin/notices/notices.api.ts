import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type {
  AdminNotice,
  AdminNoticesPage,
  CreateNotice,
  DeletedNotice,
  UpdateNotice,
} from '#shared/contract/notices.ts'
import type { NoticesSearch } from './notices-search.ts'

const root = ['admin', 'notices'] as const

const pathOf = (noticeId: string) => `/notices/admin/${encodeURIComponent(noticeId)}`

export const adminNoticeQueries = {
  list: (search: NoticesSearch) =>
    pagedQuery<AdminNoticesPage>({
      queryKey: [...root, 'list', search],
      path: '/notices/admin',
      query: search,
      staleTime: 0,
    }),
  detail: (noticeId: string) =>
    queryOptions({
      queryKey: [...root, 'detail', noticeId],
      staleTime: 0,
      queryFn: ({ signal }) => request<AdminNotice>('GET', pathOf(noticeId), { signal }),
    }),
  plans: adminPlanList,
}

export const adminNoticeCalls = {
  create: (body: CreateNotice) => request<AdminNotice>('POST', '/notices/admin', { body }),
  change: (noticeId: string, body: UpdateNotice) => request<AdminNotice>('PATCH', pathOf(noticeId), { body }),
  remove: (noticeId: string) => request<DeletedNotice>('DELETE', pathOf(noticeId)),
}

export async function noticesChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: root }),
    client.invalidateQueries({ queryKey: ['notices'] }),
  ])
}
