import { DraftStore } from '#client/lib/browser/draft-store.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

/** A reply that fills a form, and the selected part of it. */
export type AssetDraftSource = { text: string; selection: string | null }

const keyOf = (draftKey: string, messageId: string) => `${draftKey}:resposta:${messageId}`

const sources = new DraftStore<AssetDraftSource | undefined>(() => sessionStorage, {
  keyOf: (key) => key,
  parse: parseSource,
  serialize: (source) => (source ? JSON.stringify(source) : ''),
})
onDraftsCleared(sources.forget)

/**
 * Passes a reply to another page of this tab; it survives a reload. Stored under the chat's draft key, so that it is
 * cleared with the user's drafts.
 */
export function storeDraftSource(draftKey: string, messageId: string, source: AssetDraftSource): void {
  sources.set(keyOf(draftKey, messageId), source)
}

/** The reply that was passed in this tab; undefined if none was. */
export function readDraftSource(draftKey: string, messageId: string): AssetDraftSource | undefined {
  return sources.get(keyOf(draftKey, messageId))
}

function parseSource(stored: string): AssetDraftSource | undefined {
  try {
    const value: unknown = JSON.parse(stored || 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const { text, selection } = value as Partial<Record<keyof AssetDraftSource, unknown>>
    if (typeof text !== 'string') return undefined
    return { text, selection: typeof selection === 'string' ? selection : null }
  } catch {
    return undefined
  }
}
