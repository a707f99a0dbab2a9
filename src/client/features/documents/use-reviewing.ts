import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPARED_WITH_NOTHING, type Compared } from '#client/entities/reviews/compared.ts'
import { readReviewDraft, writeReviewDraft } from '#client/entities/reviews/review-draft.ts'
import { missedText } from '#client/entities/reviews/review-texts.ts'
import { addReviewNotes } from '#client/entities/reviews/reviews.api.ts'
import type { OwnNotes } from '#client/entities/reviews/use-review.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'

/** What the text of a document's form is reviewed with. */
export type Reviewing = {
  /** Remarks are stored with it; those on a new document are `own`. */
  documentId: string | undefined
  own: OwnNotes
  compared: Compared
  onCompared: (compared: Compared) => void
}

type Options = { documentId: string | undefined; userId: string }

/** Choices and remarks of the reviews of a form. Remarks on a new document stay in this browser until it is saved. */
export function useReviewing({ documentId, userId }: Options) {
  const client = useQueryClient()
  const place = { userId, isNewDocument: true }
  const [compared, onCompared] = useState(COMPARED_WITH_NOTHING)
  const [notes, setNotes] = useState(() => (documentId ? [] : readReviewDraft(place).notes))
  const onNotes = (now: readonly ReviewNote[]) => {
    setNotes(now)
    writeReviewDraft(place, { text: '', compared: COMPARED_WITH_NOTHING, notes: now })
  }
  return {
    reviewing: { documentId, own: { notes, onNotes }, compared, onCompared } satisfies Reviewing,
    /** Removes the remarks on a new document. */
    forgetNotes: () => documentId === undefined && onNotes([]),
    /** Stores the remarks whose words stand in it with the document that was new. */
    storeNotes: async ({ id, body }: Document) => {
      if (documentId !== undefined || notes.length === 0) return
      onNotes([])
      const missed = missedText(
        await addReviewNotes(
          client,
          id,
          notes.filter(({ quote }) => body.includes(quote)),
        ),
      )
      if (missed) showToast(missed, 'error')
    },
  }
}
