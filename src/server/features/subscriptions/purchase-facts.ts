/**
 * The facts of one purchase from its events. Merging is commutative, associative and idempotent, so the
 * result depends only on the set of events, not on order or repetition.
 */
export type Facts = {
  /** The provider's statement of access. */
  access?: Register<'granted' | 'revoked'> | undefined
  /** Whether it renews. In a tie it does, because that loses the user nothing before the period ends. */
  renewal?: Register<'off' | 'on'> | undefined
  cycleMonths?: Register<number> | undefined
  /** The member's email, normalised. */
  email?: Register<string> | undefined
  customerId?: Register<string> | undefined
  /** Sold items over time. */
  sold?: Offers | undefined
  /** Items on invoices, which may include more than the plan; used only if `sold` is missing. */
  billed?: Offers | undefined
  /** Keyed by the provider's id. */
  invoices?: Record<string, Invoice> | undefined
  /** A fetched Stripe subscription. */
  snapshot?: Register<StripeSnapshot> | undefined
  /** The highest revision number seen. */
  newest?: Register<true> | undefined
}

/** A provider's item by its id. */
export type Sold = { kind: 'offer' | 'product' | 'price'; externalId: string; name: string | null }

/** Every combination ever sold, keyed by its ids. */
type Offers = Record<string, Register<Sold[]>>

/** When a statement was true: the subscription's revision, and an instant in ISO 8601. */
export type Mark = { version: number | null; at: string | null }
type Told<Value> = Mark & { value: Value }

/**
 * The latest statement on a subject (a last-writer-wins register). Statements without a revision can't be
 * ordered among numbered ones, and are kept separately.
 */
export type Register<Value> = { numbered?: Told<Value> | undefined; dated?: Told<Value> | undefined }

/** First occurrence, if its time is known. */
type Since = { at: string | null }

export type Invoice = {
  paid?: Since | undefined
  failed?: Since | undefined
  /** Fully refunded, or disputed. */
  reversed?: Register<true> | undefined
}

export type StripeSnapshot = {
  status: string
  /** The payment of its latest invoice was refunded or disputed. */
  isRevoked: boolean
  periodStart: string | null
  periodEnd: string | null
  cancelsAtPeriodEnd: boolean
  /** Creation time of its latest invoice. */
  invoiceAt: string | null
}

/** A register with one statement. */
export function tell<Value>({ version, at }: Mark, value: Value): Register<Value> {
  const told = { version, at, value }
  return version === null ? { dated: told } : { numbered: told }
}

const keyOf = (sold: Sold[]) => sold.map(({ kind, externalId }) => `${kind} ${externalId}`).join(' ')

/** Items as sold; undefined for an empty list. */
export const tellSold = (mark: Mark, sold: Sold[]): Offers | undefined =>
  sold.length === 0 ? undefined : { [keyOf(sold)]: tell(mark, sold) }

/** Item lists, last sold first. */
export function soldIn(offers: Offers = {}): Sold[][] {
  const [first, ...others] = Object.values(offers)
  if (!first) return []
  const last = newestOf(others.reduce((one, other) => join(one, other) ?? one, first))?.value ?? []
  const former = Object.entries(offers).filter(([key]) => key !== keyOf(last))
  return [last, ...soldIn(Object.fromEntries(former))]
}

/** The effective statement: by revision, unless an unnumbered one has a later date. */
export function newestOf<Value>(register: Register<Value> | undefined): Told<Value> | undefined {
  const { numbered, dated } = register ?? {}
  if (!numbered || !dated) return numbered ?? dated
  return dated.at !== null && numbered.at !== null && dated.at > numbered.at ? dated : numbered
}

/** Merges the facts of both without changing them. */
export function merge(one: Facts, other: Facts): Facts {
  return {
    access: join(one.access, other.access),
    renewal: join(one.renewal, other.renewal),
    cycleMonths: join(one.cycleMonths, other.cycleMonths),
    email: join(one.email, other.email),
    customerId: join(one.customerId, other.customerId),
    sold: mergeRecords(one.sold, other.sold, join),
    billed: mergeRecords(one.billed, other.billed, join),
    invoices: mergeRecords(one.invoices, other.invoices, mergeInvoices),
    snapshot: join(one.snapshot, other.snapshot),
    newest: join(one.newest, other.newest),
  }
}

function join<Value>(
  one: Register<Value> | undefined,
  other: Register<Value> | undefined,
): Register<Value> | undefined {
  if (!one || !other) return one ?? other
  return { numbered: later(one.numbered, other.numbered), dated: later(one.dated, other.dated) }
}

function later<Value>(one: Told<Value> | undefined, other: Told<Value> | undefined): Told<Value> | undefined {
  if (!one || !other) return one ?? other
  return isBefore(one, other) ? other : one
}

/** A total order: revision, then date, then canonical text as a deterministic tie-break. */
function isBefore(one: Told<unknown>, other: Told<unknown>): boolean {
  if (one.version !== other.version) return (one.version ?? -1) < (other.version ?? -1)
  if (one.at !== other.at) return (one.at ?? '') < (other.at ?? '')
  return canonical(one.value) < canonical(other.value)
}

/** Canonical JSON, independent of the key order that jsonb returns. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

function mergeRecords<Value>(
  one: Record<string, Value> | undefined,
  other: Record<string, Value> | undefined,
  joinTwo: (one: Value, other: Value) => Value | undefined,
): Record<string, Value> | undefined {
  if (!one || !other) return one ?? other
  const joined = new Map(Object.entries(one))
  for (const [key, value] of Object.entries(other)) {
    const known = joined.get(key)
    joined.set(key, known === undefined ? value : (joinTwo(known, value) ?? value))
  }
  return Object.fromEntries(joined)
}

const mergeInvoices = (one: Invoice, other: Invoice): Invoice => ({
  paid: earlier(one.paid, other.paid),
  failed: earlier(one.failed, other.failed),
  reversed: join(one.reversed, other.reversed),
})

function earlier(one: Since | undefined, other: Since | undefined): Since | undefined {
  if (!one || !other) return one ?? other
  if (one.at === null || other.at === null) return one.at === null ? other : one
  return other.at < one.at ? other : one
}
