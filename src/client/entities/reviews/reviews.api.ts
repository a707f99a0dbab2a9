import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type {
  CreateJudgement,
  CreateReview,
  CreateReviewNote,
  Judgement,
  Review,
  ReviewNote,
} from '#shared/contract/reviews.ts'

const pathOf = (documentId: string) => `/documents/${encodeURIComponent(documentId)}/review-notes`

/** Nothing of the text is stored. @throws {ApiError} */
export const reviewText = (body: CreateReview): Promise<Review> =>
  request<Review>('POST', '/reviews', { body })

let previous: Promise<unknown> = Promise.resolve()

/** Begins after the previous call has ended: the server reviews one text of a person at a time. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const next = previous.then(call, call)
  previous = next.catch(() => undefined)
  return next
}

/** The review of an ended reply for the general channel. A continued reply is longer, and is reviewed again. */
export const replyReviewQuery = ({ messageId, text }: { messageId: string; text: string }) =>
  queryOptions({
    queryKey: ['reply-review', messageId, text.length],
    // Without a signal: a reply that left the screen is not asked about again.
    queryFn: async () => ({ text, review: await inTurn(() => reviewText({ text, channel: 'page' })) }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** A model reads one part of the text; it costs a message. Aborting ends the provider's call. @throws {ApiError} */
export const judgeText = (body: CreateJudgement, signal: AbortSignal): Promise<Judgement> =>
  request<Judgement>('POST', '/reviews/judge', { body, signal })

/** The remarks of a document. */
export const reviewNotesQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['review-notes', documentId],
    queryFn: ({ signal }) => request<ReviewNote[]>('GET', pathOf(documentId), { signal }),
    staleTime: 0,
  })

/** Idempotent by `id`. @throws {ApiError} */
export async function addReviewNote(
  client: QueryClient,
  documentId: string,
  body: CreateReviewNote,
): Promise<void> {
  await request<ReviewNote>('POST', pathOf(documentId), { body })
  await client.invalidateQueries({ queryKey: reviewNotesQuery(documentId).queryKey })
}

/** @throws {ApiError} */
export async function removeReviewNote(client: QueryClient, documentId: string, id: string): Promise<void> {
  await request<ReviewNote>('DELETE', `${pathOf(documentId)}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: reviewNotesQuery(documentId).queryKey })
}
