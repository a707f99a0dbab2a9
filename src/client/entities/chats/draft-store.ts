import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

/** Persistent form of a value; the storage key is the draft key with the suffix, and '' means no value. */
type Codec<T> = { suffix: string; parse: (text: string) => T; serialize: (value: T) => string }

/**
 * One part of unsent messages, by draft key. It survives a reload. Another tab's value for the same key never replaces
 * the one on this tab's screen. A storage that refuses costs only persistence.
 */
export class DraftStore<T> {
  readonly #storage: () => SafeStorage
  readonly #codec: Codec<T>
  /** State of this tab; without an entry, the storage decides. */
  protected readonly held = new Map<string, T>()
  readonly #listeners = new Set<() => void>()
  /** Last parse per key, so that the same text gives the same object. */
  readonly #parsed = new Map<string, { text: string; value: T }>()

  /** The storage is a function, since accessing it may throw. */
  constructor(storage: () => SafeStorage, codec: Codec<T>) {
    this.#storage = storage
    this.#codec = codec
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(draftKey: string): T {
    return this.held.has(draftKey) ? (this.held.get(draftKey) as T) : this.#read(draftKey)
  }

  set(draftKey: string, value: T): void {
    this.held.set(draftKey, value)
    writeStorage(this.#storage, this.#keyOf(draftKey), this.#codec.serialize(value))
    this.notify()
  }

  /** Pins the value in this tab until the returned cleanup runs, which keeps a value that differs from the storage. */
  hold(draftKey: string): () => void {
    this.held.set(draftKey, this.get(draftKey))
    return () => {
      const text = readStorage(this.#storage, this.#keyOf(draftKey))
      if (text === this.#codec.serialize(this.get(draftKey))) this.held.delete(draftKey)
    }
  }

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storage. */
  forget(prefix: string): void {
    for (const key of [...this.held.keys()]) if (key.startsWith(prefix)) this.held.delete(key)
    this.notify()
  }

  protected notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #keyOf(draftKey: string): string {
    return `${draftKey}${this.#codec.suffix}`
  }

  #read(draftKey: string): T {
    const text = readStorage(this.#storage, this.#keyOf(draftKey))
    const known = this.#parsed.get(draftKey)
    if (known?.text === text) return known.value
    const value = this.#codec.parse(text)
    this.#parsed.set(draftKey, { text, value })
    return value
  }
}
