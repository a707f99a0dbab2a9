import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type {
  MappingPreview,
  MappingQuery,
  OtherSale,
  SaleBatch,
  SaleDecision,
  SaleDecisionDetail,
} from '#shared/contract/sales.ts'
import type { AdminUsersPage } from '#shared/contract/users.ts'
import type { MapOffer, MappedOffer, WebhookEvent } from '#shared/contract/webhooks.ts'
import { ledgerChanged, pathOf, root } from './webhooks.api.ts'

const DECISIONS = '/webhooks/admin/decisions'

export const saleQueries = {
  /** Who would get in; read anew each time it is asked. */
  preview: (query: MappingQuery) =>
    queryOptions({
      queryKey: [...root, 'preview', query],
      staleTime: 0,
      gcTime: 0,
      queryFn: ({ signal }) =>
        request<MappingPreview>('GET', `/webhooks/admin/mappings/preview?${new URLSearchParams(query)}`, {
          signal,
        }),
    }),
  decisions: () =>
    queryOptions({
      queryKey: [...root, 'decisions'],
      staleTime: 0,
      queryFn: ({ signal }) => request<SaleDecision[]>('GET', DECISIONS, { signal }),
    }),
  /** The first people of a search, with their plans. */
  people: (q: string) =>
    queryOptions({
      queryKey: [...root, 'people', q],
      staleTime: 0,
      queryFn: ({ signal }) =>
        request<AdminUsersPage>('GET', `/users/admin?${new URLSearchParams({ q, limit: '6' })}`, { signal }),
    }),
  decision: (decisionId: string) =>
    queryOptions({
      queryKey: [...root, 'decision', decisionId],
      staleTime: 0,
      gcTime: 0,
      queryFn: ({ signal }) => request<SaleDecisionDetail>('GET', `${DECISIONS}/${decisionId}`, { signal }),
    }),
}

/** Told after each batch, in purchases or deliveries. */
type Progress = (done: number, left: number) => void

/** Calls until nothing is left; each call is one batch, and an interrupted series can be repeated. */
async function inBatches<T extends { left: number }>(
  call: () => Promise<T>,
  doneIn: (batch: T) => number,
  onProgress: Progress,
): Promise<T[]> {
  const batches: T[] = []
  for (let done = 0; ; ) {
    const batch = await call()
    batches.push(batch)
    done += doneIn(batch)
    onProgress(done, batch.left)
    if (batch.left === 0) return batches
  }
}

/** Maps an offer to a plan and processes all events that waited for it. @throws {ApiError} */
export async function mapOffer(
  client: QueryClient,
  body: MapOffer,
  onProgress: Progress,
): Promise<Pick<MappedOffer, 'processed' | 'remaining'>> {
  try {
    const batches = await inBatches(
      () => request<MappedOffer>('POST', '/webhooks/admin/mappings', { body }),
      ({ processed, remaining }) => processed + remaining,
      onProgress,
    )
    return batches.reduce(
      (sum, { processed, remaining }) => ({
        processed: sum.processed + processed,
        remaining: sum.remaining + remaining,
      }),
      { processed: 0, remaining: 0 },
    )
  } finally {
    await codesChanged(client)
  }
}

/** Marks a code as none of this house's plans. @throws {ApiError} */
export async function markOther(client: QueryClient, body: OtherSale): Promise<string> {
  try {
    const [first] = await inBatches(
      () => request<SaleBatch>('POST', `${DECISIONS}/other`, { body }),
      ({ done }) => done,
      () => {},
    )
    return first?.decisionId ?? ''
  } finally {
    await codesChanged(client)
  }
}

/** Undoes a decision with its effects. @throws {ApiError} */
export async function undoDecision(
  client: QueryClient,
  decisionId: string,
  onProgress: Progress = () => {},
): Promise<void> {
  try {
    await inBatches(
      () => request<SaleBatch>('POST', `${DECISIONS}/${encodeURIComponent(decisionId)}/undo`),
      ({ done }) => done,
      onProgress,
    )
  } finally {
    await codesChanged(client)
  }
}

/** A plan gained or lost a code, and with it has a new version. */
const codesChanged = (client: QueryClient) =>
  Promise.all([
    ledgerChanged(client),
    client.invalidateQueries({ queryKey: ['plans'] }),
    client.invalidateQueries({ queryKey: ['admin', 'users'] }),
  ])

/** Gives the purchase of an event to a person. @throws {ApiError} */
export async function assignPurchase(
  client: QueryClient,
  eventId: string,
  userId: string,
): Promise<Pick<WebhookEvent, 'state'>> {
  try {
    return await request<WebhookEvent>('POST', pathOf(eventId, '/assign'), { body: { userId } })
  } finally {
    await codesChanged(client)
  }
}

/** Takes the purchase of an event back from the person to whom it was given. @throws {ApiError} */
export async function unassignPurchase(client: QueryClient, eventId: string): Promise<void> {
  try {
    await request<WebhookEvent>('POST', pathOf(eventId, '/unassign'))
  } finally {
    await codesChanged(client)
  }
}
