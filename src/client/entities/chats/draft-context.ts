import { useSyncExternalStore } from 'react'
import { type ContextItem, isSameContext } from '#client/entities/business/context-items.ts'
import { DraftStore } from '#client/lib/browser/draft-store.ts'
import type { SafeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

type Items = readonly ContextItem[]

/**
 * Context of a draft's next message, if the user changed it; stored and cleared with the draft. Other tabs never replace
 * this tab's state, as with the draft's text.
 */
export class DraftContext {
  readonly #items: DraftStore<Items | undefined>
  readonly subscribe: DraftStore<Items | undefined>['subscribe']
  readonly forget: (prefix: string) => void

  constructor(storage: () => SafeStorage) {
    this.#items = new DraftStore(storage, {
      keyOf: (draftKey) => `${draftKey}:context`,
      parse,
      serialize: (items) => (items ? JSON.stringify(items) : ''),
    })
    this.subscribe = this.#items.subscribe
    this.forget = this.#items.forget
  }

  /** Undefined if unchanged: the chat keeps its context. */
  items(draftKey: string): Items | undefined {
    return this.#items.get(draftKey)
  }

  hold(draftKey: string): () => void {
    return this.#items.hold(draftKey)
  }

  choose(draftKey: string, items: Items | undefined): void {
    this.#items.set(draftKey, items)
  }

  /** Clears the context of a stored message; a later choice stays. */
  acknowledge(draftKey: string, sent: Items): void {
    const items = this.items(draftKey)
    if (items && isSameContext(items, sent)) this.choose(draftKey, undefined)
  }

  move(from: string, to: string): void {
    this.#items.move(from, to)
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
onDraftsCleared(draftContext.forget)

/** The draft's choice of context; undefined if unchanged. */
export const useDraftContext = (draftKey: string): Items | undefined =>
  useSyncExternalStore(draftContext.subscribe, () => draftContext.items(draftKey))
