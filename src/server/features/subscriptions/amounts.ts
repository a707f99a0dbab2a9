/** An amount that a payment event states, at most once each. */
export type Amount = {
  kind: 'sale' | 'refund'
  /** The provider's id of the invoice, of the refunded charge or of the dispute. */
  externalId: string
  currency: string
  /** In the smallest unit of the currency; with `isTotal` everything refunded until then. */
  cents: number
  isTotal?: boolean
  /** ISO 8601; null when the event does not say. */
  at: string | null
}

const CURRENCY = /^[a-z]{3}$/i
/** More than any purchase costs, and far below the safe integers when summed. */
const MOST_CENTS = 100_000_000_000

/** The currency as in ISO 4217; undefined for anything else. */
export const currencyOf = (text: string | null | undefined): string | undefined =>
  text && CURRENCY.test(text) ? text.toUpperCase() : undefined

/** Whether this is an amount of money in whole cents. */
export const isCents = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_CENTS
