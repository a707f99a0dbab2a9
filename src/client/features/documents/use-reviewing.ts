import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { COMPARED_WITH_NOTHING, type Compared } from '#client/entities/reviews/compared.ts'
import { readReviewDraft } from '#client/entities/reviews/review-draft.ts'
import { missedText, waitingText } from '#client/entities/reviews/review-texts.ts'
import { addReviewNotes } from '#client/entities/reviews/reviews.api.ts'
import type { OwnNotes } from '#client/entities/reviews/use-review.ts'
import { keepNotes, storeWaitingNotes } from '#client/entities/reviews/waiting-notes.ts'
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

/**
 * Choices and remarks of the reviews of a form. Remarks on a new document stay in this browser until the document is
 * saved and they are stored with it; those that could not be stored are sent when the document is edited again.
 */
export function useReviewing({ documentId, userId }: Options) {
  const client = useQueryClient()
  const [compared, onCompared] = useState(COMPARED_WITH_NOTHING)
  const [notes, setNotes] = useState(() =>
    documentId ? [] : readReviewDraft({ userId, isNewDocument: true }).notes,
  )
  /** A remark may be added while the document is being saved. */
  const latest = useRef(notes)
  const savedAs = useRef<string>(undefined)

  useEffect(() => {
    if (documentId !== undefined) void store(client, { userId, documentId })
  }, [client, userId, documentId])

  const onNotes = (now: readonly ReviewNote[]) => {
    latest.current = now
    setNotes(now)
    const saved = savedAs.current
    keepNotes(saved ? { userId, documentId: saved } : { userId, isNewDocument: true }, now)
    if (saved) void store(client, { userId, documentId: saved })
  }
  return {
    reviewing: { documentId, own: { notes, onNotes }, compared, onCompared } satisfies Reviewing,
    /** Removes the remarks on a new document. */
    forgetNotes: useCallback(() => {
      if (documentId !== undefined || savedAs.current !== undefined) return
      latest.current = []
      setNotes([])
      keepNotes({ userId, isNewDocument: true }, [])
    }, [userId, documentId]),
    /** Stores the remarks whose words stand in it with the document that was new. */
    storeNotes: async ({ id, body }: Document) => {
      if (documentId !== undefined || savedAs.current !== undefined) return
      savedAs.current = id
      const written = latest.current
      const place = { userId, documentId: id }
      // Kept until they are stored: the tab may be closed.
      keepNotes(place, written)
      keepNotes({ userId, isNewDocument: true }, [])
      const standing = new Set(await notesIn(body, written))
      const gone = written.filter((it) => !standing.has(it))
      latest.current = latest.current.filter((it) => !gone.includes(it))
      keepNotes(place, latest.current)
      await store(client, place, { notes: latest.current, gone: gone.length })
    },
  }
}

/** The remarks whose words stand in a text: in its Markdown, or in the words of the visual editor, which has no signs. */
export async function notesIn(body: string, notes: readonly ReviewNote[]): Promise<readonly ReviewNote[]> {
  if (notes.every(({ quote }) => body.includes(quote))) return notes
  // With the editor, which may not load: better a remark too many than a reason lost.
  const editor = await import('./editor/reviewed-text.ts').catch(() => undefined)
  if (!editor) return notes
  const words = editor.wordsOf(body)
  return notes.filter(({ quote }) => body.includes(quote) || words.includes(quote))
}

type Sent = { notes?: readonly ReviewNote[]; gone?: number }

async function store(
  client: QueryClient,
  place: { userId: string; documentId: string },
  { gone = 0, ...sent }: Sent = {},
): Promise<void> {
  const send = (notes: readonly ReviewNote[]) => addReviewNotes(client, place.documentId, notes)
  const { refused, waiting } = await storeWaitingNotes({ place, send, ...sent })
  const problem = [missedText(refused + gone), waitingText(waiting)].filter(Boolean).join(' ')
  if (problem) showToast(problem, 'error')
}
