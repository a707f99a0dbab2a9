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
