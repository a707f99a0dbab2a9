import { type ContextItem, isSameContext } from '#client/entities/business/context-items.ts'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'

const keyOfPlace = (draftKey: string) => `${draftKey}:context`

type Items = readonly ContextItem[]

/**
 * What the next message of a draft's place is to be grounded on, where somebody changed it; kept and forgotten with the
 * draft. What is on this tab's screen is this tab's, as with the draft's text.
 */
export class DraftContext {
  readonly #storage: () => SafeStorage
  /** What this tab shows; where nothing is held, the storage has the word. */
  readonly #held = new Map<string, Items | undefined>()
  readonly #listeners = new Set<() => void>()
  /** The last text read from the storage and what it said, so that the same text is the same list. */
  readonly #parsed = new Map<string, { text: string; items: Items | undefined }>()

  constructor(storage: () => SafeStorage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Undefined where nobody changed anything: then the chat goes on with what it stands on. */
  items(draftKey: string): Items | undefined {
    return this.#held.has(draftKey) ? this.#held.get(draftKey) : this.#read(draftKey)
  }

  /** Shows `place` on this tab's screen until the returned function is called. */
  hold(draftKey: string): () => void {
    this.#held.set(draftKey, this.items(draftKey))
    return () => {
      if (readStorage(this.#storage, keyOfPlace(draftKey)) === textOf(this.#held.get(draftKey)))
        this.#held.delete(draftKey)
    }
  }

  choose(draftKey: string, items: Items | undefined): void {
    this.#held.set(draftKey, items)
    writeStorage(this.#storage, keyOfPlace(draftKey), textOf(items))
    this.#tell()
  }

  /** Forgets what went with a message that the server stored; what was chosen since stays. */
  acknowledge(draftKey: string, sent: Items): void {
    const items = this.items(draftKey)
    if (items && isSameContext(items, sent)) this.choose(draftKey, undefined)
  }

  /** Takes along what was chosen while a new chat became an existing one. */
  move(from: string, to: string): void {
    const items = this.items(from)
    if (from === to || items === undefined || this.items(to) !== undefined) return
    this.choose(to, items)
    this.choose(from, undefined)
  }

  /** Lets go of everything held under keys that begin so; the storage is somebody else's to clear. */
  readonly forget = (prefix: string): void => {
    for (const draftKey of [...this.#held.keys()])
      if (draftKey.startsWith(prefix)) this.#held.delete(draftKey)
    this.#tell()
  }

  #read(draftKey: string): Items | undefined {
    const text = readStorage(this.#storage, keyOfPlace(draftKey))
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

/** Rubbish is nothing. */
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
