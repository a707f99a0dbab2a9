import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { WaitingPurchase, WaitingPurchasesPage } from '#shared/contract/waiting-purchases.ts'
import type {
  UnmappedOffer,
  WebhookEvent,
  WebhookEventsPage,
  WebhookHealth,
} from '#shared/contract/webhooks.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

export const root = ['admin', 'webhooks'] as const
const LOOK_MS = 60_000

export const pathOf = (eventId: string, call = '') => `/webhooks/admin/${encodeURIComponent(eventId)}${call}`

export const webhookQueries = {
  list: (search: WebhooksSearch) =>
    pagedQuery<WebhookEventsPage>({
      queryKey: [...root, 'list', search],
      path: '/webhooks/admin',
      query: { ...search, limit: 50 },
      staleTime: 0,
    }),
  detail: (eventId: string) =>
    queryOptions({
      queryKey: [...root, 'detail', eventId],
      staleTime: 0,
      queryFn: ({ signal }) => request<WebhookEvent>('GET', pathOf(eventId), { signal }),
    }),
  unmapped: () =>
    queryOptions({
      queryKey: [...root, 'unmapped'],
      staleTime: 0,
      queryFn: ({ signal }) => request<UnmappedOffer[]>('GET', '/webhooks/admin/unmapped', { signal }),
    }),
  /** Buyers who did not get in. */
  waiting: () =>
    pagedQuery<WaitingPurchasesPage>({
      queryKey: [...root, 'waiting'],
      path: '/webhooks/admin/waiting',
      query: { limit: 10 },
      staleTime: 0,
    }),
  health: () =>
    queryOptions({
      queryKey: [...root, 'health'],
      staleTime: 0,
      refetchInterval: LOOK_MS,
      queryFn: ({ signal }) => request<WebhookHealth>('GET', '/webhooks/admin/health', { signal }),
    }),
}

export const ledgerChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: root })

/** Processes an event again and returns its new state. @throws {ApiError} */
export async function retryEvent(
  client: QueryClient,
  eventId: string,
): Promise<Pick<WebhookEvent, 'state' | 'waiting'>> {
  try {
    return await request<WebhookEvent>('POST', pathOf(eventId, '/retry'))
  } finally {
    await ledgerChanged(client)
  }
}

/** Mails the way in again. @throws {ApiError} */
export async function resendWayIn(client: QueryClient, purchaseId: string): Promise<WaitingPurchase> {
  try {
    return await request<WaitingPurchase>('POST', `/webhooks/admin/waiting/${purchaseId}/mail`)
  } finally {
    await ledgerChanged(client)
  }
}
