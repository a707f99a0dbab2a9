import type { ReviewNote } from '#shared/contract/reviews.ts'
import { COMPARED_WITH_NOTHING } from './compared.ts'
import { type Place, readReviewDraft, writeReviewDraft } from './review-draft.ts'
import type { AddedNotes } from './reviews.api.ts'

type Notes = readonly ReviewNote[]

/** Keeps the remarks on a text that is no document yet, or that wait for their document. */
export const keepNotes = (place: Place, notes: Notes): void =>
  writeReviewDraft(place, { text: '', compared: COMPARED_WITH_NOTHING, notes })

/** Documents whose remarks are being sent. */
const sending = new Set<string>()

type Options = {
  place: { userId: string; documentId: string }
  /** Instead of the kept ones, which a browser may have refused to keep. */
  notes?: Notes
  send: (notes: Notes) => Promise<AddedNotes<ReviewNote>>
}

/**
 * Sends the remarks that wait for a document, with those that are added meanwhile. Only stored and refused ones are
 * removed. Answers how many were refused and how many still wait.
 */
export async function storeWaitingNotes({ place, notes, send }: Options) {
  const result = { refused: 0, waiting: 0 }
  let batch = notes ?? readReviewDraft(place).notes
  if (sending.has(place.documentId)) return result
  sending.add(place.documentId)
  const tried = new Set<string>()
  try {
    while (batch.length > 0) {
      const { refused, unstored } = await send(batch)
      for (const { id } of batch) tried.add(id)
      const waits = new Set(unstored.map(({ id }) => id))
      const kept = readReviewDraft(place).notes
      keepNotes(
        place,
        kept.filter(({ id }) => waits.has(id) || !batch.some((it) => it.id === id)),
      )
      result.refused += refused.length
      result.waiting += unstored.length
      batch = kept.filter(({ id }) => !tried.has(id))
    }
  } finally {
    sending.delete(place.documentId)
  }
  return result
}
