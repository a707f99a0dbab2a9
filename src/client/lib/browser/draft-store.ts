import { createStore } from 'zustand/vanilla'
import { readStorage, type SafeStorage, writeStorage } from './safe-storage.ts'

type Format<Value> = {
  /** Storage key of a draft's value. */
  keyOf: (draftKey: string) => string
  /** Accepts any text; the empty text gives the empty value. */
  parse: (text: string) => Value
  /** Empty text for the empty value, which is not stored. */
  serialize: (value: Value) => string
}

/**
 * Values of unsent messages, which survive a reload. Another tab's value for the same key never replaces the one on this
 * tab's screen. A storage that refuses costs only persistence.
 */
export class DraftStore<Value> {
  readonly #storage: () => SafeStorage
  readonly #format: Format<Value>
  readonly #store = createStore<{ held: ReadonlyMap<string, Value> }>(() => ({ held: new Map() }))
  /** Keys that no screen shows any more: the storage decides. */
  readonly #released = new Set<string>()
  /** Last parse per key, so that the same text gives the same value. */
  readonly #parsed = new Map<string, { text: string; value: Value }>()

  /** `storage` is a function, since accessing a storage may throw. */
  constructor(storage: () => SafeStorage, format: Format<Value>) {
    this.#storage = storage
    this.#format = format
  }

  readonly subscribe = this.#store.subscribe

  get(draftKey: string): Value {
    const { held } = this.#store.getState()
    if (held.has(draftKey) && !this.#released.has(draftKey)) return held.get(draftKey) as Value
    const text = this.#read(draftKey)
    const known = this.#parsed.get(draftKey)
    if (known?.text === text) return known.value
    const value = this.#format.parse(text)
    this.#parsed.set(draftKey, { text, value })
    return value
  }

  set(draftKey: string, value: Value): void {
    writeStorage(this.#storage, this.#format.keyOf(draftKey), this.#format.serialize(value))
    this.#hold(draftKey, value)
  }

  /** Pins the value in this tab until the returned cleanup runs; a value that was not stored stays pinned. */
  hold(draftKey: string, canRelease: (value: Value) => boolean = () => true): () => void {
    this.#hold(draftKey, this.get(draftKey))
    return () => {
      const value = this.get(draftKey)
      const isStored = this.#read(draftKey) === this.#format.serialize(value)
      if (isStored && canRelease(value)) this.#released.add(draftKey)
    }
  }

  /** Moves a value when a new chat gets its own draft key, unless there is one. */
  move(from: string, to: string): void {
    const value = this.get(from)
    const { parse, serialize } = this.#format
    if (from === to || serialize(value) === '' || serialize(this.get(to)) !== '') return
    this.set(to, value)
    this.set(from, parse(''))
  }

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storage. */
  readonly forget = (prefix: string): void => {
    this.#store.setState(({ held }) => ({
      held: new Map([...held].filter(([draftKey]) => !draftKey.startsWith(prefix))),
    }))
  }

  /** Key of the first draft in this tab whose value matches. */
  find(matches: (value: Value) => boolean): string | undefined {
    return [...this.#store.getState().held].find(([, value]) => matches(value))?.[0]
  }

  #hold(draftKey: string, value: Value): void {
    this.#released.delete(draftKey)
    this.#store.setState(({ held }) => ({ held: new Map(held).set(draftKey, value) }))
  }

  readonly #read = (draftKey: string): string => readStorage(this.#storage, this.#format.keyOf(draftKey))
}
