import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

/** Somebody who was sent to pay from this browser: the plan they had then, and when, in milliseconds since 1970. */
export type Checkout = { userId: string; planId: string; at: number }

const KEY = 'elenco-checkout'
/** Whoever has not paid by then is not waited for; the next visit reads everything anew anyway. */
export const CHECKOUT_KEPT_MS = 60 * 60_000

/** Remembers in every tab of this browser that a payment is waited for. */
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

  /** As a text that stays the same while nothing changes; empty where nobody is waited for. */
  readonly raw = (): string => readStorage(this.#storage, KEY)

  /** The payment that this person is waited for, if it is not too old. */
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

  /** Another tab changed it. */
  readonly tell = (): void => {
    for (const listener of this.#listeners) listener()
  }

  #keep(text: string): void {
    writeStorage(this.#storage, KEY, text)
    this.tell()
  }
}

/** The browser's own. */
export const checkoutStorage = new CheckoutStorage(() => localStorage)
