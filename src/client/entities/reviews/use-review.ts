import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import type { CreateReviewNote, Review, ReviewFinding, ReviewNote } from '#shared/contract/reviews.ts'
import { moveSpans } from '#shared/revisor/move-spans.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { addReviewNote, removeReviewNote, reviewNotesQuery, reviewText } from './reviews.api.ts'

export type ShownFinding = ReviewFinding & { key: string }
export type NewNote = Pick<CreateReviewNote, 'kind' | 'reason'>

/** What a text is compared with; empty texts stand for none. */
export type Compared = { channel: Channel; productId: string; offerId: string; brandId: string }

const NO_NOTES: readonly ReviewNote[] = []

/**
 * A review of a text that is edited meanwhile: findings move with the text and go when their words change. Remarks are
 * stored with a document; without one they last as long as the page.
 */
export function useReview({ text, documentId }: { text: string; documentId: string | undefined }) {
  const client = useQueryClient()
  const [review, setReview] = useState<Review>()
  const [placed, setPlaced] = useState<{ text: string; findings: ShownFinding[] }>({ text: '', findings: [] })
  const [own, setOwn] = useState<ReviewNote[]>([])
  const stored = useQuery({ ...reviewNotesQuery(documentId ?? ''), enabled: documentId !== undefined })
  const notes = documentId === undefined ? own : (stored.data ?? NO_NOTES)

  const current =
    placed.text === text ? placed : { text, findings: moveSpans(placed.findings, placed.text, text) }
  if (current !== placed) setPlaced(current)

  const asking = useMutation({
    mutationFn: ({ channel, productId, offerId, brandId }: Compared) =>
      reviewText({
        text,
        channel,
        ...(productId && { productId }),
        ...(offerId && { offerId }),
        ...(brandId && { brandId }),
      }),
    onMutate: () => text,
    onSuccess: (answer, _compared, asked) => {
      setReview(answer)
      // The text may have been edited since it was sent.
      setPlaced({ text: asked, findings: answer.findings.map((it) => ({ ...it, key: newId() })) })
    },
  })

  const noteOf = ({ ruleId, quote }: ReviewFinding) =>
    notes.find((it) => it.ruleId === ruleId && it.quote === quote)
  const add = async ({ ruleId, quote }: ReviewFinding, note: NewNote): Promise<void> => {
    const body = { id: newId(), ruleId, quote, ...note }
    if (documentId !== undefined) return addReviewNote(client, documentId, body)
    setOwn((now) => [...now, { ...body, createdAt: new Date().toISOString() }])
  }
  const remove = async ({ id }: ReviewNote): Promise<void> => {
    if (documentId !== undefined) return removeReviewNote(client, documentId, id)
    setOwn((now) => now.filter((it) => it.id !== id))
  }
  return {
    review,
    open: current.findings.filter((it) => !noteOf(it)),
    noted: current.findings.flatMap((finding) => {
      const note = noteOf(finding)
      return note ? [{ finding, note }] : []
    }),
    ask: asking.mutate,
    isAsking: asking.isPending,
    error: asking.error ?? stored.error,
    add,
    remove,
  }
}
