import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/paged-query.ts'
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
  /** Page by page, the latest first; asked for each time, since providers add to it whenever they like. */
  list: (search: WebhooksSearch) =>
    pagedQuery<WebhookEventsPage>([...root, 'list', search], '/webhooks/admin', { ...search, limit: 50 }),
  detail: (eventId: string) =>
    queryOptions({
      queryKey: [...root, 'detail', eventId],
      staleTime: 0,
      queryFn: ({ signal }) => request<WebhookEvent>('GET', pathOf(eventId), { signal }),
    }),
  /** What was sold and is no plan yet. */
  unmapped: () =>
    queryOptions({
      queryKey: [...root, 'unmapped'],
      staleTime: 0,
      queryFn: ({ signal }) => request<UnmappedOffer[]>('GET', '/webhooks/admin/unmapped', { signal }),
    }),
  /** How events come; looked at again every minute while somebody sees it. */
  health: () =>
    queryOptions({
      queryKey: [...root, 'health'],
      staleTime: 0,
      refetchInterval: LOOK_MS,
      queryFn: ({ signal }) => request<WebhookHealth>('GET', '/webhooks/admin/health', { signal }),
    }),
}

/** Whatever of the ledger is on the screen is read again; resolves once it is there. */
const ledgerChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: root })

/** Processes an event once more, and answers what became of it. @throws {ApiError} */
export async function retryEvent(client: QueryClient, eventId: string): Promise<WebhookState> {
  try {
    const { state } = await request<Pick<WebhookEvent, 'state'>>('POST', pathOf(eventId, '/retry'))
    return state
  } finally {
    await ledgerChanged(client)
  }
}

/** Says which plan something is; what waited for it is processed then. @throws {ApiError} */
export async function mapOffer(client: QueryClient, body: MapOffer): Promise<MappedOffer> {
  try {
    return await request<MappedOffer>('POST', '/webhooks/admin/mappings', { body })
  } finally {
    // The plan has one id more, and is another version.
    await Promise.all([ledgerChanged(client), client.invalidateQueries({ queryKey: ['plans'] })])
  }
}
