import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

/** A reply that fills a form, and the selected part of it. */
export type AssetDraftSource = { text: string; selection: string | null }

const keyOf = (draftKey: string, messageId: string) => `${draftKey}:resposta:${messageId}`

const storage = () => sessionStorage

/** The sources of this page, in case the browser refuses session storage. */
const held = new Map<string, string>()
onDraftsCleared((prefix) => {
  for (const key of held.keys()) if (key.startsWith(prefix)) held.delete(key)
})

/**
 * Passes a reply to another page of this tab; it survives a reload. Stored under the chat's draft key, so that it is
 * cleared with the user's drafts.
 */
export function storeDraftSource(draftKey: string, messageId: string, source: AssetDraftSource): void {
  const key = keyOf(draftKey, messageId)
  const text = JSON.stringify(source)
  held.set(key, text)
  writeStorage(storage, key, text)
}

/** The reply that was passed in this tab; undefined if none was. */
export function readDraftSource(draftKey: string, messageId: string): AssetDraftSource | undefined {
  const key = keyOf(draftKey, messageId)
  return parseSource(held.get(key) ?? readStorage(storage, key))
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
