import { type ContextItem, isSameContext } from '#client/entities/business/context-items.ts'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

const keyOf = (draftKey: string) => `${draftKey}:context`

type Items = readonly ContextItem[]

/**
 * Context of a draft's next message, if the user changed it; stored and cleared with the draft. Other tabs never replace
 * this tab's state, as with the draft's text.
 */
export class DraftContext {
  readonly #storage: () => SafeStorage
  /** State of this tab; without an entry, the storage decides. */
  readonly #held = new Map<string, Items | undefined>()
  readonly #listeners = new Set<() => void>()
  /** Last parse per key, so that the same text gives the same array. */
  readonly #parsed = new Map<string, { text: string; items: Items | undefined }>()

  constructor(storage: () => SafeStorage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Undefined if unchanged: the chat keeps its context. */
  items(draftKey: string): Items | undefined {
    return this.#held.has(draftKey) ? this.#held.get(draftKey) : this.#read(draftKey)
  }

  /** Pins the draft's state in this tab until the returned cleanup runs. */
  hold(draftKey: string): () => void {
    this.#held.set(draftKey, this.items(draftKey))
    return () => {
      if (readStorage(this.#storage, keyOf(draftKey)) === textOf(this.#held.get(draftKey)))
        this.#held.delete(draftKey)
    }
  }

  choose(draftKey: string, items: Items | undefined): void {
    this.#held.set(draftKey, items)
    writeStorage(this.#storage, keyOf(draftKey), textOf(items))
    this.#tell()
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

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storage. */
  readonly forget = (prefix: string): void => {
    for (const draftKey of [...this.#held.keys()])
      if (draftKey.startsWith(prefix)) this.#held.delete(draftKey)
    this.#tell()
  }

  #read(draftKey: string): Items | undefined {
    const text = readStorage(this.#storage, keyOf(draftKey))
    const known = this.#parsed.get(draftKey)
    if (known?.text === text) return known.items
    const items = parse(text)
    this.#parsed.set(draftKey, { text, items })
    return items
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const textOf = (items: Items | undefined) => (items ? JSON.stringify(items) : '')

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
