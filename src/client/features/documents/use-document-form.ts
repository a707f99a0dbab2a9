import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { type Document, DocumentForm } from '#shared/contract/documents.ts'
import { type DocumentDraft, draftPlace, forgetDraft, readDraft, writeDraft } from './document-draft.ts'
import { createDocument, updateDocument } from './documents.api.ts'

type Options = {
  /** As the server has it; none for a new one. */
  document: Document | undefined
  userId: string
  /** After a save. `isDone` unless more was typed meanwhile, or the person goes on writing. */
  onSaved: (document: Document, isDone: boolean) => void
}

type Text = { title: string; body: string }

const isSame = (one: Text, other: Text) => one.title === other.title && one.body === other.body
const EMPTY: DocumentDraft = { title: '', body: '', version: 0 }

/** How the document is kept elsewhere while this form has something else. */
type Conflict = 'changed' | 'deleted'

/** The text of a document while it is written: what is typed is kept in this browser until it is saved or thrown away. */
export function useDocumentForm({ document, userId, onSaved }: Options) {
  const client = useQueryClient()
  const place = draftPlace(userId, document?.id)
  // What the server has, and which version what is typed was made of.
  const [saved, setSaved] = useState<DocumentDraft>(document ?? EMPTY)
  const [kept] = useState(() => readDraft(place))
  const [isRestored, setRestored] = useState(kept !== undefined && !isSame(kept, saved))
  const base = useRef(isRestored && kept ? kept.version : saved.version)
  const written = useRef(kept)
  const isGoingOn = useRef(false)
  /** What was typed belongs to another document now, which another page shows. */
  const isHandedOver = useRef(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const store = async (text: Text): Promise<Document> => {
    if (!document) return createDocument(client, text)
    return updateDocument(client, document.id, { ...text, version: base.current })
  }
  const state: ReturnType<typeof useContractForm<DocumentForm, DocumentForm>> = useContractForm({
    schema: DocumentForm,
    initialValues: kept ? { title: kept.title, body: kept.body } : { title: saved.title, body: saved.body },
    submit: async (text) => {
      const before = state.form.getValues()
      try {
        take(await store(text), before)
      } catch (error) {
        const reason = document && conflictOf(error)
        if (!reason) throw error
        setConflict(reason)
      }
    },
  })
  /** Goes on from what the server has now; `before` is what was typed as it was sent. */
  const take = (now: Document, before: Text) => {
    base.current = now.version
    setSaved(now)
    setRestored(false)
    setConflict(null)
    const typed = state.form.getValues()
    const isWhole = isSame(typed, before)
    if (isWhole) state.form.setValues({ title: now.title, body: now.body })
    if (isWhole || now.id !== document?.id) forgetDraft(place, written.current)
    if (now.id !== document?.id) {
      isHandedOver.current = true
    }
    if (!isWhole) {
      written.current = { ...typed, version: now.version }
      writeDraft(draftPlace(userId, now.id), written.current)
    }
    onSaved(now, isWhole && !isGoingOn.current)
  }
  const { title, body } = state.form.values
  const isDirty = !isSame({ title, body }, saved)
  useEffect(() => {
    if (isHandedOver.current) return
    if (isDirty) {
      written.current = { title, body, version: base.current }
      writeDraft(place, written.current)
    } else if (written.current) {
      forgetDraft(place, written.current)
      written.current = undefined
    }
  }, [place, isDirty, title, body])
  // Another tab may have kept, or saved, its own text meanwhile: what this one has must outlive its reload.
  useEffect(() => {
    if (!isDirty) return
    const handlePageHide = () => written.current && writeDraft(place, written.current)
    window.addEventListener('pagehide', handlePageHide)
    return () => window.removeEventListener('pagehide', handlePageHide)
  }, [place, isDirty])

  return {
    ...state,
    isDirty,
    /** The form began with what was kept, and that is not saved yet. */
    isRestored,
    conflict,
    /** Saves; the person goes on writing where `goesOn`. */
    save: (goesOn: boolean) => {
      isGoingOn.current = goesOn
      state.handleSubmit()
    },
    /** Saves on top of `theirs`, which stays among the versions. */
    saveOver: (theirs: Document) => {
      base.current = theirs.version
      setConflict(null)
      state.handleSubmit()
    },
    /** Keeps what was typed as another document, where the one it was of is gone. */
    saveAsNew: async () => {
      const before = state.form.getValues()
      take(await createDocument(client, DocumentForm.parse(before)), before)
    },
    closeConflict: () => setConflict(null),
    discard: () => {
      base.current = saved.version
      state.form.setValues({ title: saved.title, body: saved.body })
      state.form.clearErrors()
      setRestored(false)
    },
    /** Throws away what is kept, as the page is being left. */
    forget: () => forgetDraft(place, undefined),
  }
}

function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'CONFLICT' ? 'changed' : error.status === 404 ? 'deleted' : undefined
}
