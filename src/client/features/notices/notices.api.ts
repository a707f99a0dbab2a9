import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Notice, NoticeDismissal } from '#shared/contract/notices.ts'

/** A page that stays open all day learns of a notice by itself. */
const EVERY_MS = 10 * 60_000

export const noticeQueries = {
  /** What the house tells this person now, in the order in which it is to be read. */
  current: () =>
    queryOptions({
      queryKey: ['notices'],
      queryFn: ({ signal }) => request<Notice[]>('GET', '/notices', { signal }),
      refetchInterval: EVERY_MS,
    }),
}

/** Repeating changes nothing, so that a connection that breaks is no reason to ask. */
export const dismissNotice = (noticeId: string) =>
  request<NoticeDismissal>('PUT', `/notices/${encodeURIComponent(noticeId)}/dismissal`, {
    retry: { limit: 2, backoff: 'exponential' },
    outlivesPage: true,
  })
