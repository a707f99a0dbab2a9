import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CreateAttempt } from '#client/lib/forms/create-attempt.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { type Document, DocumentForm } from '#shared/contract/documents.ts'
import { type DocumentDraft, draftPlace, forgetDraft, readDraft, writeDraft } from './document-draft.ts'
import { createDocument, updateDocument } from './documents.api.ts'

type Options = {
  /** The stored document; undefined for a new one. */
  document: Document | undefined
  userId: string
  /** Called after a save. `isDone` unless more was typed meanwhile, or the user goes on writing. */
  onSaved: (document: Document, isDone: boolean) => void
}

type Text = { title: string; body: string }

const isSame = (one: Text, other: Text) => one.title === other.title && one.body === other.body
const EMPTY: DocumentDraft = { title: '', body: '', version: 0 }

/** Another tab or device changed or deleted the stored document. */
type Conflict = 'changed' | 'deleted'

/** A document's form. Keeps a draft in the browser until it is saved or discarded. */
export function useDocumentForm({ document, userId, onSaved }: Options) {
  const client = useQueryClient()
  const place = draftPlace(userId, document?.id)
  // The stored text, and the version that the draft is based on.
  const [saved, setSaved] = useState<DocumentDraft>(document ?? EMPTY)
  const [attempt] = useState(() => new CreateAttempt(place))
  const [kept] = useState(() => readDraft(place))
  const [isRestored, setRestored] = useState(kept !== undefined && !isSame(kept, saved))
  const base = useRef(isRestored && kept ? kept.version : saved.version)
  const written = useRef(kept)
  const isGoingOn = useRef(false)
  /** The draft moved to a new document, which another page shows. */
  const isHandedOver = useRef(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const store = async (text: Text): Promise<Document> => {
    if (!document) return createDocument(client, attempt, text)
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
  /** Continues from the stored document; `before` is the text that was sent. */
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
  const newer = document && document.version > saved.version ? document : undefined
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
  // Another tab may have replaced the draft: write this tab's text again before a reload.
  useEffect(() => {
    if (!isDirty) return
    const handlePageHide = () => written.current && writeDraft(place, written.current)
    window.addEventListener('pagehide', handlePageHide)
    return () => window.removeEventListener('pagehide', handlePageHide)
  }, [place, isDirty])

  return {
    ...state,
    isDirty,
    /** The form opened with a draft that is not saved yet. */
    isRestored,
    conflict,
    /** `goesOn`: the user stays in the editor. */
    save: (goesOn: boolean) => {
      isGoingOn.current = goesOn
      state.handleSubmit()
    },
    /** Saves as a newer version than `theirs`. */
    saveOver: (theirs: Document) => {
      base.current = theirs.version
      setConflict(null)
      state.handleSubmit()
    },
    /** Saves the text of a deleted document as a new one. */
    saveAsNew: async () => {
      const before = state.form.getValues()
      take(await createDocument(client, attempt, DocumentForm.parse(before)), before)
    },
    /** The stored document, once it is newer than the one that was opened. */
    newer,
    showConflict: () => setConflict('changed'),
    /** Goes on from the newer document; for a form without changes. */
    takeNewer: () => {
      if (!newer) return
      base.current = newer.version
      setSaved(newer)
      state.form.setValues({ title: newer.title, body: newer.body })
    },
    closeConflict: () => setConflict(null),
    discard: () => {
      attempt.forget()
      base.current = saved.version
      state.form.setValues({ title: saved.title, body: saved.body })
      state.form.clearErrors()
      setRestored(false)
    },
    /** Deletes the draft. */
    forget: () => forgetDraft(place, undefined),
  }
}

function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'CONFLICT' ? 'changed' : error.status === 404 ? 'deleted' : undefined
}
