import { createStore, type StoreApi } from 'zustand/vanilla'
import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'

/**
 * A checkout opened from this browser: the user's plan then, whether it was ending, and the time in milliseconds
 * since 1970.
 */
export type Checkout = { userId: string; planId: string; wasEnding: boolean; at: number }

/** The part of a checkout that the subscription of then tells. */
export const seenOf = ({ plan, state }: Pick<MySubscription, 'plan' | 'state'>) => ({
  planId: plan.id,
  wasEnding: state === 'ending',
})

const KEY = 'elenco-checkout'
const ENDING = 'ending'
/** The next visit reads the plan anew anyway. */
export const CHECKOUT_KEPT_MS = 60 * 60_000

/** The pending payment, shared by all tabs of this browser. */
export class CheckoutStorage {
  readonly #storage: () => SafeStorage
  readonly #now: () => number
  /** `text`: as this tab last read it; empty without a pending payment. */
  readonly #store: StoreApi<{ text: string }>
  readonly subscribe: StoreApi<{ text: string }>['subscribe']

  constructor(storage: () => SafeStorage, now: () => number = Date.now) {
    this.#storage = storage
    this.#now = now
    this.#store = createStore(() => ({ text: readStorage(storage, KEY) }))
    this.subscribe = this.#store.subscribe
  }

  /** The user's pending payment, unless it has expired. */
  of(userId: string): Checkout | undefined {
    const [owner, planId = '', at, state] = this.#store.getState().text.split(' ')
    const age = this.#now() - Number(at)
    if (owner !== userId || !(age >= 0 && age < CHECKOUT_KEPT_MS)) return undefined
    return { userId, planId, wasEnding: state === ENDING, at: Number(at) }
  }

  remember({ userId, planId, wasEnding }: Omit<Checkout, 'at'>): void {
    this.#keep(`${userId} ${planId} ${this.#now()}${wasEnding ? ` ${ENDING}` : ''}`)
  }

  forget(): void {
    this.#keep('')
  }

  /** Reads a change by another tab. */
  readonly reload = (): void => {
    this.#store.setState({ text: readStorage(this.#storage, KEY) })
  }

  #keep(text: string): void {
    writeStorage(this.#storage, KEY, text)
    this.reload()
  }
}

export const checkoutStorage = new CheckoutStorage(() => localStorage)
