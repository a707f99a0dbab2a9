import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Notice, NoticeDismissal } from '#shared/contract/notices.ts'

/** For pages that stay open all day. */
const EVERY_MS = 10 * 60_000

export const noticeQueries = {
  /** The user's current notices, in reading order. */
  current: () =>
    queryOptions({
      queryKey: ['notices'],
      queryFn: ({ signal }) => request<Notice[]>('GET', '/notices', { signal }),
      refetchInterval: EVERY_MS,
    }),
}

/** Idempotent, and so retried on a broken connection. */
export const dismissNotice = (noticeId: string) =>
  request<NoticeDismissal>('PUT', `/notices/${encodeURIComponent(noticeId)}/dismissal`, {
    retry: { limit: 2, backoff: 'exponential' },
    outlivesPage: true,
  })
