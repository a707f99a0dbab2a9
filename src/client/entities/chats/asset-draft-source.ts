import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

/** A reply on its way to the form that it fills, and what of it was selected. */
export type AssetDraftSource = { text: string; selection: string | null }

const keyOf = (draftKey: string, messageId: string) => `${draftKey}:resposta:${messageId}`

/** For this page's life, where the browser refuses its storage. */
const held = new Map<string, string>()
onDraftsCleared((prefix) => {
  for (const key of [...held.keys()]) if (key.startsWith(prefix)) held.delete(key)
})

/**
 * Hands a reply over to another page of this tab, which keeps it over a reload. `place` is its chat's, so that it is
 * forgotten with the person's drafts.
 */
export function storeDraftSource(draftKey: string, messageId: string, source: AssetDraftSource): void {
  const key = keyOf(draftKey, messageId)
  const text = JSON.stringify(source)
  held.delete(key)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    held.set(key, text)
  }
}

/** What was handed over of a reply in this tab; undefined where nothing was. */
export function readDraftSource(draftKey: string, messageId: string): AssetDraftSource | undefined {
  const key = keyOf(draftKey, messageId)
  try {
    return readSource(held.get(key) ?? sessionStorage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

function readSource(stored: string): AssetDraftSource | undefined {
  const value: unknown = JSON.parse(stored || 'null')
  if (typeof value !== 'object' || value === null) return undefined
  const { text, selection } = value as Partial<Record<keyof AssetDraftSource, unknown>>
  if (typeof text !== 'string') return undefined
  return { text, selection: typeof selection === 'string' ? selection : null }
}
