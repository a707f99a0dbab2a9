import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

/** A checkout opened from this browser: the user's plan then, and the time in milliseconds since 1970. */
export type Checkout = { userId: string; planId: string; at: number }

const KEY = 'elenco-checkout'
/** The next visit reads the plan anew anyway. */
export const CHECKOUT_KEPT_MS = 60 * 60_000

/** The pending payment, shared by all tabs of this browser. */
export class CheckoutStorage {
  readonly #storage: () => SafeStorage
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()

  constructor(storage: () => SafeStorage, now: () => number = Date.now) {
    this.#storage = storage
    this.#now = now
  }

  /** Calls `listener` when it changes here; returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A stable snapshot; empty without a pending payment. */
  readonly raw = (): string => readStorage(this.#storage, KEY)

  /** The user's pending payment, unless it has expired. */
  of(userId: string): Checkout | undefined {
    const [owner, planId = '', at] = this.raw().split(' ')
    const age = this.#now() - Number(at)
    if (owner !== userId || !(age >= 0 && age < CHECKOUT_KEPT_MS)) return undefined
    return { userId, planId, at: Number(at) }
  }

  remember({ userId, planId }: Pick<Checkout, 'userId' | 'planId'>): void {
    this.#keep(`${userId} ${planId} ${this.#now()}`)
  }

  forget(): void {
    this.#keep('')
  }

  /** Notifies the listeners; also for a change by another tab. */
  readonly tell = (): void => {
    for (const listener of this.#listeners) listener()
  }

  #keep(text: string): void {
    writeStorage(this.#storage, KEY, text)
    this.tell()
  }
}

export const checkoutStorage = new CheckoutStorage(() => localStorage)
