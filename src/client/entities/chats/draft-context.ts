import { type ContextItem, isSameContext } from '#client/entities/business/context-items.ts'
import type { SafeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'
import { DraftStore } from './draft-store.ts'

type Items = readonly ContextItem[]

/** Context of a draft's next message; undefined if unchanged: the chat keeps its context. */
export class DraftContext extends DraftStore<Items | undefined> {
  constructor(storage: () => SafeStorage) {
    super(storage, {
      suffix: ':context',
      parse,
      serialize: (items) => (items ? JSON.stringify(items) : ''),
    })
  }

  items(draftKey: string): Items | undefined {
    return this.get(draftKey)
  }

  choose(draftKey: string, items: Items | undefined): void {
    this.set(draftKey, items)
  }

  /** Clears the context of a stored message; a later choice stays. */
  acknowledge(draftKey: string, sent: Items): void {
    const items = this.items(draftKey)
    if (items && isSameContext(items, sent)) this.choose(draftKey, undefined)
  }

  /** Moves the choice when a new chat gets its own draft key. */
  move(from: string, to: string): void {
    const items = this.items(from)
    if (from === to || items === undefined || this.items(to) !== undefined) return
    this.choose(to, items)
    this.choose(from, undefined)
  }
}

/** Undefined for invalid text. */
function parse(text: string): Items | undefined {
  try {
    const kept: unknown = JSON.parse(text || 'null')
    return Array.isArray(kept) && kept.every(isItem) ? kept : undefined
  } catch {
    return undefined
  }
}

function isItem(value: unknown): value is ContextItem {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, name } = value as Partial<Record<keyof ContextItem, unknown>>
  return [kind, id, name].every((it) => typeof it === 'string')
}

export const draftContext = new DraftContext(() => localStorage)
onDraftsCleared((prefix) => draftContext.forget(prefix))
