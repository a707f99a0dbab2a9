import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

/** What was typed and is not saved, and which version it was made of; 0 for what is new. */
export type DocumentDraft = { title: string; body: string; version: number }

const storage = (): SafeStorage => localStorage

/** Where one person's unsaved text of a document is kept in this browser; without an id, of the next new one. */
export const draftPlace = (userId: string, documentId?: string): string =>
  `${userDraftPrefix(userId)}document:${documentId ?? 'new'}`

/** What is kept at `place`; undefined where nothing is, or nothing of ours. */
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

/** Forgets what is kept at `place`, unless another tab has kept something else there since `written`. */
export function forgetDraft(place: string, written: DocumentDraft | undefined): void {
  if (!written || readStorage(storage, place) === textOf(written)) writeStorage(storage, place, '')
}
