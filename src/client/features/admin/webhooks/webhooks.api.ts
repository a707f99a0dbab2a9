import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type {
  MapOffer,
  MappedOffer,
  UnmappedOffer,
  WebhookEvent,
  WebhookEventsPage,
  WebhookHealth,
  WebhookState,
} from '#shared/contract/webhooks.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

const root = ['admin', 'webhooks'] as const
const LOOK_MS = 60_000

const pathOf = (eventId: string, call = '') => `/webhooks/admin/${encodeURIComponent(eventId)}${call}`

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
  health: () =>
    queryOptions({
      queryKey: [...root, 'health'],
      staleTime: 0,
      refetchInterval: LOOK_MS,
      queryFn: ({ signal }) => request<WebhookHealth>('GET', '/webhooks/admin/health', { signal }),
    }),
}

const ledgerChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: root })

/** Processes an event again and returns its new state. @throws {ApiError} */
export async function retryEvent(client: QueryClient, eventId: string): Promise<WebhookState> {
  try {
    const { state } = await request<Pick<WebhookEvent, 'state'>>('POST', pathOf(eventId, '/retry'))
    return state
  } finally {
    await ledgerChanged(client)
  }
}

/** Maps an offer to a plan and processes the events that waited for it. @throws {ApiError} */
export async function mapOffer(client: QueryClient, body: MapOffer): Promise<MappedOffer> {
  try {
    return await request<MappedOffer>('POST', '/webhooks/admin/mappings', { body })
  } finally {
    // The plan gained an external id, and with it a new version.
    await Promise.all([ledgerChanged(client), client.invalidateQueries({ queryKey: ['plans'] })])
  }
}
