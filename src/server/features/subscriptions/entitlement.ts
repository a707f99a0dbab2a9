import { type Facts, type Invoice, newestOf, type Sold, soldIn } from './purchase-facts.ts'

/** The entitlement that follows from a purchase's facts alone; {@link isOver} adds the clock. */
export type Entitlement = {
  /** `inactive`: not granted yet. `canceled`: granted and revoked. */
  status: 'active' | 'inactive' | 'canceled'
  /** The sold items, by provider ids. */
  planKeys: Sold[]
  /** Earlier items, latest first; used while no plan has the newest. */
  formerKeys: Sold[][]
  /** Renewal or end; null if there is none or it is unknown. */
  currentPeriodEnd: Date | null
  /** End of the grace period after a failed payment. */
  graceUntil: Date | null
  cancelsAtPeriodEnd: boolean
}

const DAY_MS = 86_400_000
/** Grace period in days, for failed payments and for late renewal events. */
export const GRACE_DAYS = 3
const GRACE_MS = GRACE_DAYS * DAY_MS

/** Derives the entitlement from the facts; deterministic. */
export function stateOf(facts: Facts): Entitlement {
  const [planKeys = [], ...formerKeys] = soldIn(facts.sold ?? facts.billed)
  return { planKeys, formerKeys, ...(facts.snapshot ? stripeState(facts) : hublaState(facts)) }
}

/**
 * Whether an active subscription's period has passed. A self-renewing one gets the grace period, because its
 * renewal event may be late.
 */
export function isOver(
  {
    currentPeriodEnd,
    graceUntil,
    cancelsAtPeriodEnd,
  }: Pick<Entitlement, 'currentPeriodEnd' | 'graceUntil' | 'cancelsAtPeriodEnd'>,
  now: Date,
): boolean {
  if (!currentPeriodEnd || currentPeriodEnd > now) return false
  if (graceUntil) return graceUntil <= now
  return cancelsAtPeriodEnd || currentPeriodEnd.getTime() + GRACE_MS <= now.getTime()
}

type State = Omit<Entitlement, 'planKeys' | 'formerKeys'>

const nothing = { currentPeriodEnd: null, graceUntil: null, cancelsAtPeriodEnd: false }
const INACTIVE: State = { status: 'inactive', ...nothing }
const CANCELED: State = { status: 'canceled', ...nothing }

type Payment = { at: string | null; isReversed: boolean; reversedAt: string | null }

/** All payments, oldest first, including refunded ones. */
function paymentsOf(invoices: Record<string, Invoice> = {}): Payment[] {
  return Object.entries(invoices)
    .flatMap(([id, { paid, reversed: register }]) => {
      const reversed = newestOf(register)
      if (!paid && !reversed) return []
      const reversedAt = reversed?.at ?? null
      return [{ id, at: paid?.at ?? reversedAt, isReversed: reversed !== undefined, reversedAt }]
    })
    .sort((one, other) => order(one.at ?? '', other.at ?? '') || order(one.id, other.id))
}

const order = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** Sorts after every date; used for refunds of unknown date. */
const END_OF_TIME = '9999'

/** The latest of the provider's and the payments' statements; at equal times the revocation. */
function latestStatement(
  facts: Facts,
  last: Payment | undefined,
): { isGranted: boolean; at: string } | undefined {
  const access = newestOf(facts.access)
  const words = [
    ...(access ? [{ isGranted: access.value === 'granted', at: access.at ?? '' }] : []),
    ...(last?.isReversed ? [{ isGranted: false, at: last.reversedAt ?? END_OF_TIME }] : []),
    ...(last && !last.isReversed ? [{ isGranted: true, at: last.at ?? '' }] : []),
  ]
  const [first, second] = words
  if (!first || !second) return first
  if (first.at !== second.at) return first.at > second.at ? first : second
  return first.isGranted ? second : first
}

function hublaState(facts: Facts): State {
  const payments = paymentsOf(facts.invoices)
  const word = latestStatement(facts, payments.at(-1))
  if (!word) return INACTIVE
  if (!word.isGranted) return CANCELED
  const currentPeriodEnd = periodEnd(facts, payments, word.at)
  return {
    status: 'active',
    currentPeriodEnd,
    graceUntil: graceAfter(word.at, facts.invoices),
    // Also without a known end: who turned the renewal off may buy again, and reads that it is off.
    cancelsAtPeriodEnd: newestOf(facts.renewal)?.value === 'off',
  }
}

/** A payment this shortly before a period's end pays for the next period. */
const EARLY_PAYMENT_MS = 10 * DAY_MS

/**
 * Computes the end that the provider omits: from the payments, or from the grant where no payment covers it.
 */
function periodEnd(facts: Facts, payments: Payment[], grantedAt: string): Date | null {
  const months = newestOf(facts.cycleMonths)?.value
  if (!months) return null
  let end: Date | null = null
  for (const { at, isReversed } of payments) {
    if (at === null || isReversed) continue
    const paid = new Date(at)
    const isEarly: boolean = end !== null && end > paid && end.getTime() - paid.getTime() <= EARLY_PAYMENT_MS
    end = addMonths(isEarly && end ? end : paid, months)
  }
  const grant = grantedAt === '' ? null : new Date(grantedAt)
  if (!grant || (end && end > grant)) return end
  return addMonths(grant, months)
}

/** The same day some months later, or the last day of that month. */
function addMonths(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

/**
 * Counted from the first failed payment since the last grant or payment, so that repeated failures do not
 * extend it.
 */
function graceAfter(grantedAt: string, invoices: Record<string, Invoice> = {}): Date | null {
  const failures = Object.values(invoices)
    .filter(({ paid, reversed }) => !paid && !reversed)
    .flatMap(({ failed }) => failed?.at ?? [])
    .filter((at) => at > grantedAt)
    .sort()
  return failures[0] === undefined ? null : new Date(Date.parse(failures[0]) + GRACE_MS)
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

const ENDED = ['canceled', 'unpaid', 'incomplete_expired']

function stripeState({ snapshot: register }: Facts): State {
  const snapshot = newestOf(register)?.value
  if (!snapshot || snapshot.isRevoked || ENDED.includes(snapshot.status)) return CANCELED
  const { status, cancelsAtPeriodEnd } = snapshot
  if (status === 'past_due') {
    // The period has advanced although unpaid: the paid period ended when the invoice was made.
    const unpaidSince = dateOf(snapshot.invoiceAt ?? snapshot.periodStart)
    const graceUntil = unpaidSince && new Date(unpaidSince.getTime() + GRACE_MS)
    return { status: 'active', currentPeriodEnd: unpaidSince, graceUntil, cancelsAtPeriodEnd }
  }
  if (status !== 'active' && status !== 'trialing') return INACTIVE
  const currentPeriodEnd = dateOf(snapshot.periodEnd)
  return { status: 'active', currentPeriodEnd, graceUntil: null, cancelsAtPeriodEnd }
}
