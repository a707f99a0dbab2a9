/**
 * What is known of one purchase, from whatever events came, in whatever order and however often. Joining two such
 * knowledges is commutative, associative and idempotent, so that all that decides is which events were seen.
 */
export type Facts = {
  /** Whether the provider says that the person is in. */
  access?: Register<'granted' | 'revoked'> | undefined
  /** Whether it goes on after its period. In a tie it does: no one loses anything by it before the period is over. */
  renewal?: Register<'off' | 'on'> | undefined
  cycleMonths?: Register<number> | undefined
  /** The member's address, normalised. */
  email?: Register<string> | undefined
  customerId?: Register<string> | undefined
  /** What was sold, then and now. */
  sold?: Offers | undefined
  /** The same as invoices name it, which may hold more than the plan: counts where nothing else says it. */
  billed?: Offers | undefined
  /** By the provider's id. */
  invoices?: Record<string, Invoice> | undefined
  /** A Stripe subscription as it was fetched. */
  snapshot?: Register<StripeSnapshot> | undefined
  /** How far the provider's own count of its changes has come. */
  newest?: Register<true> | undefined
}

/** What a provider sells, by its own id. */
export type Sold = { kind: 'offer' | 'product' | 'price'; externalId: string; name: string | null }

/** Each combination that was ever sold, by its ids. */
type Offers = Record<string, Register<Sold[]>>

/** When something was so: the subscription's own revision, and an instant in ISO 8601. */
export type Mark = { version: number | null; at: string | null }
type Told<Value> = Mark & { value: Value }

/** The newest word on a matter. Words without a revision cannot be put among those that have one, and stand beside them. */
export type Register<Value> = { numbered?: Told<Value> | undefined; dated?: Told<Value> | undefined }

/** When something happened first, where that is known. */
type Since = { at: string | null }

export type Invoice = {
  paid?: Since | undefined
  failed?: Since | undefined
  /** Refunded whole, or disputed. */
  reversed?: Register<true> | undefined
}

export type StripeSnapshot = {
  status: string
  /** What was paid for its latest invoice went back. */
  isRevoked: boolean
  periodStart: string | null
  periodEnd: string | null
  cancelsAtPeriodEnd: boolean
  /** When its latest invoice was made. */
  invoiceAt: string | null
}

/** One word on a matter. */
export function tell<Value>({ version, at }: Mark, value: Value): Register<Value> {
  const told = { version, at, value }
  return version === null ? { dated: told } : { numbered: told }
}

const keyOf = (sold: Sold[]) => sold.map(({ kind, externalId }) => `${kind} ${externalId}`).join(' ')

/** That this was sold; nothing where that is nothing. */
export const tellSold = (mark: Mark, sold: Sold[]): Offers | undefined =>
  sold.length === 0 ? undefined : { [keyOf(sold)]: tell(mark, sold) }

/** What was sold last, then what was before that. */
export function soldIn(offers: Offers = {}): Sold[][] {
  const [first, ...others] = Object.values(offers)
  if (!first) return []
  const last = newestOf(others.reduce((one, other) => join(one, other) ?? one, first))?.value ?? []
  const former = Object.entries(offers).filter(([key]) => key !== keyOf(last))
  return [last, ...soldIn(Object.fromEntries(former))]
}

/** The word that counts: by revision, unless one without is newer by its date. */
export function newestOf<Value>(register: Register<Value> | undefined): Told<Value> | undefined {
  const { numbered, dated } = register ?? {}
  if (!numbered || !dated) return numbered ?? dated
  return dated.at !== null && numbered.at !== null && dated.at > numbered.at ? dated : numbered
}

/** What both know. Neither is changed. */
export function merge(one: Facts, other: Facts): Facts {
  return {
    access: join(one.access, other.access),
    renewal: join(one.renewal, other.renewal),
    cycleMonths: join(one.cycleMonths, other.cycleMonths),
    email: join(one.email, other.email),
    customerId: join(one.customerId, other.customerId),
    sold: joinAll(one.sold, other.sold, join),
    billed: joinAll(one.billed, other.billed, join),
    invoices: joinAll(one.invoices, other.invoices, joinInvoice),
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

/** A total order: by revision, then by date; then by the words themselves, so that a tie is decided always alike. */
function isBefore(one: Told<unknown>, other: Told<unknown>): boolean {
  if (one.version !== other.version) return (one.version ?? -1) < (other.version ?? -1)
  if (one.at !== other.at) return (one.at ?? '') < (other.at ?? '')
  return canonical(one.value) < canonical(other.value)
}

/** The same text for the same value, also after the database has put its fields in an order of its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

function joinAll<Value>(
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

const joinInvoice = (one: Invoice, other: Invoice): Invoice => ({
  paid: earlier(one.paid, other.paid),
  failed: earlier(one.failed, other.failed),
  reversed: join(one.reversed, other.reversed),
})

function earlier(one: Since | undefined, other: Since | undefined): Since | undefined {
  if (!one || !other) return one ?? other
  if (one.at === null || other.at === null) return one.at === null ? other : one
  return other.at < one.at ? other : one
}
