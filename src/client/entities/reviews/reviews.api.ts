import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, request } from '#client/lib/http/http-client.ts'
import type { Message } from '#shared/contract/messages.ts'
import type {
  CreateJudgement,
  CreateReview,
  CreateReviewNote,
  Judgement,
  Review,
  ReviewNote,
} from '#shared/contract/reviews.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { COMPARED_WITH_NOTHING, type Compared, comparedOf } from './compared.ts'

const pathOf = (documentId: string) => `/documents/${encodeURIComponent(documentId)}/review-notes`

/** Nothing of the text is stored. @throws {ApiError} */
export function reviewText(
  text: string,
  { channel, productId, offerId, brandId }: Compared,
): Promise<Review> {
  const chosen = {
    ...(productId && { productId }),
    ...(offerId && { offerId }),
    ...(brandId && { brandId }),
  }
  const body: CreateReview = { text, channel, ...chosen }
  return request<Review>('POST', '/reviews', { body })
}

let previous: Promise<unknown> = Promise.resolve()

/** Begins after the previous call has ended: the server reviews one text of a person at a time. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const next = previous.then(call, call)
  previous = next.catch(() => undefined)
  return next
}

export type Reply = Pick<Message, 'groundedOn'> & { messageId: string; text: string; channel: Channel }

/** Without the comparison if its product, offer or brand was deleted since. */
async function reviewReply({ text, groundedOn, channel }: Reply) {
  const compared = comparedOf(groundedOn, channel)
  try {
    return { text, compared, review: await reviewText(text, compared) }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
    const bare = { ...COMPARED_WITH_NOTHING, channel }
    return { text, compared: bare, review: await reviewText(text, bare) }
  }
}

/** The key of a reply's review. A continued reply is longer, and is reviewed again. */
const replyReviewKey = ({ messageId, text, channel }: Omit<Reply, 'groundedOn'>) => [
  'reply-review',
  messageId,
  text.length,
  channel,
]

/** The review that the line under a reply has asked for, if it is of this text. */
export function knownReplyReview(client: QueryClient, reply: Omit<Reply, 'groundedOn'>) {
  const known = client.getQueryData<Awaited<ReturnType<typeof reviewReply>>>(replyReviewKey(reply))
  return known?.text === reply.text ? known : undefined
}

/** The review of an ended reply for the channel of its agent, beside the saved data that it was written with. */
export const replyReviewQuery = (reply: Reply) =>
  queryOptions({
    queryKey: replyReviewKey(reply),
    // Without a signal: a reply that left the screen is not asked about again.
    queryFn: () => inTurn(() => reviewReply(reply)),
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

/** Without an id, a copy of the remark is stored. */
type SentNote = Omit<ReviewNote, 'id'> & { id?: string | undefined }
/** `refused`: such as one whose source was deleted; `unstored`: for no lasting reason, such as a lost connection. */
export type AddedNotes<Note> = { refused: readonly Note[]; unstored: readonly Note[] }

const LASTING = ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT']

/** Stores remarks with a new document; answers those that were not stored. */
export async function addReviewNotes<Note extends SentNote>(
  client: QueryClient,
  documentId: string,
  notes: readonly Note[],
): Promise<AddedNotes<Note>> {
  const refused: Note[] = []
  const unstored: Note[] = []
  for (const note of notes) {
    const { id, ruleId, kind, quote, reason, source } = note
    // Only the remarks of a document have files.
    const body = { ruleId, kind, quote, reason, ...(id && { id }), ...(source && { sourceId: source.id }) }
    await request<ReviewNote>('POST', pathOf(documentId), { body }).catch((error: unknown) => {
      const isLasting = error instanceof ApiError && LASTING.includes(error.code)
      ;(isLasting ? refused : unstored).push(note)
    })
  }
  await client.invalidateQueries({ queryKey: reviewNotesQuery(documentId).queryKey })
  return { refused, unstored }
}
