import type { QueryClient } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AdminReport, AdminReportsPage, DecideReport, ReportedTexts } from '#shared/contract/reports.ts'
import type { ReportsFilter } from './reports-search.ts'

const root = ['reports', 'admin'] as const

export const adminReportQueries = {
  list: (filter: ReportsFilter) =>
    pagedQuery<AdminReportsPage>({
      queryKey: [...root, filter],
      path: '/reports/admin',
      query: filter,
      staleTime: 0,
    }),
}

export const refreshReports = (client: QueryClient) => client.invalidateQueries({ queryKey: root })

/** Audited at each call. */
export const readReportedTexts = (reportId: string) =>
  request<ReportedTexts>('POST', `/reports/admin/${reportId}/reading`)

/** @throws {ApiError} CONFLICT when the report has changed since. */
export async function decideReport(
  client: QueryClient,
  { id, version }: Pick<AdminReport, 'id' | 'version'>,
  decision: Omit<DecideReport, 'version'>,
): Promise<void> {
  await request<AdminReport>('PATCH', `/reports/admin/${id}`, { body: { ...decision, version } })
  await refreshReports(client)
}
