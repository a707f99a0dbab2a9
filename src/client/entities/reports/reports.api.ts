import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { CreateReport, Report, ReportsPage } from '#shared/contract/reports.ts'

const root = ['reports'] as const

export const reportQueries = {
  own: () =>
    pagedQuery<ReportsPage>({
      queryKey: [...root, 'own'],
      path: '/me/reports',
      query: { limit: 5 },
      staleTime: 0,
    }),
  /** The newest report of a reply; null without one. */
  ofReply: (messageId: string) =>
    queryOptions({
      queryKey: [...root, 'reply', messageId],
      queryFn: async ({ signal }) => {
        const query = { messageId, limit: 1 }
        const { items } = await request<ReportsPage>('GET', '/me/reports', { query, signal })
        return items[0] ?? null
      },
      staleTime: 0,
    }),
}

export async function sendReport(client: QueryClient, body: CreateReport): Promise<void> {
  await request<Report>('POST', '/me/reports', { body })
  await client.invalidateQueries({ queryKey: root })
}

export async function takeBackReport(client: QueryClient, reportId: string): Promise<void> {
  await request<null>('DELETE', `/me/reports/${reportId}`)
  await client.invalidateQueries({ queryKey: root })
}
