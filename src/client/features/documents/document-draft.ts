import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

/** An unsaved text and the version that it is based on; 0 for a new document. */
export type DocumentDraft = { title: string; body: string; version: number }

const storage = (): SafeStorage => localStorage

/** Storage key of a user's draft of a document; without an id, of a new one. */
export const draftPlace = (userId: string, documentId?: string): string =>
  `${userDraftPrefix(userId)}document:${documentId ?? 'new'}`

/** The draft at `place`; undefined when there is none or it is malformed. */
export function readDraft(place: string): DocumentDraft | undefined {
  try {
    const kept: unknown = JSON.parse(readStorage(storage, place) || 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { title, body, version } = kept as Partial<Record<keyof DocumentDraft, unknown>>
    if (typeof title !== 'string' || typeof body !== 'string' || typeof version !== 'number') return undefined
    return { title, body, version }
  } catch {
    return undefined
  }
}

const textOf = ({ title, body, version }: DocumentDraft) => JSON.stringify({ title, body, version })

export const writeDraft = (place: string, draft: DocumentDraft): void =>
  writeStorage(storage, place, textOf(draft))

/** Deletes the draft at `place`, unless another tab replaced it since `written`. */
export function forgetDraft(place: string, written: DocumentDraft | undefined): void {
  if (!written || readStorage(storage, place) === textOf(written)) writeStorage(storage, place, '')
}
