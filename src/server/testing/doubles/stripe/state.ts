/** A day in seconds, Stripe's unit. */
const DAY = 86_400

export type DoubleInvoice = {
  id: string
  created: number
  paymentIntentId: string
  chargeId: string
  isPaid: boolean
  isRefunded: boolean
  /** Stripe's status of the dispute. */
  disputeStatus: string | null
}

/** A subscription in the double; tests change it and send an event to the server. */
export type DoubleSubscription = {
  id: string
  status: string
  created: number
  customerId: string
  email: string
  priceId: string
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  /** In epoch seconds; null without a trial. */
  trialEnd: number | null
  metadata: Record<string, string>
  /** Oldest first. */
  invoices: DoubleInvoice[]
}

export type DoubleSession = {
  id: string
  customerId: string | null
  email: string | null
  clientReferenceId: string | null
  priceId: string
  metadata: Record<string, string>
  subscriptionMetadata: Record<string, string>
  trialDays: number
  subscriptionId: string | null
  successUrl: string
  cancelUrl: string
  expiresAt: number
  url: string
}

let count = 0
/** Unique among all doubles of a run. */
export const newId = (prefix: string) => {
  count += 1
  return `${prefix}_double${process.pid}x${count}`
}

const newInvoice = (created: number, isPaid: boolean): DoubleInvoice => ({
  id: newId('in'),
  created,
  paymentIntentId: newId('pi'),
  chargeId: newId('ch'),
  isPaid,
  isRefunded: false,
  disputeStatus: null,
})

/** A subscription paid for a month from now, or one that begins with a trial. */
export function newSubscription(
  about: Pick<DoubleSubscription, 'customerId' | 'email' | 'priceId' | 'metadata'>,
  { trialDays = 0 }: { trialDays?: number } = {},
): DoubleSubscription {
  const now = Math.floor(Date.now() / 1000)
  const periodEnd = now + (trialDays || 30) * DAY
  return {
    ...about,
    id: newId('sub'),
    status: trialDays > 0 ? 'trialing' : 'active',
    created: now,
    periodStart: now,
    periodEnd,
    trialEnd: trialDays > 0 ? periodEnd : null,
    cancelAtPeriodEnd: false,
    invoices: [newInvoice(now, true)],
  }
}

/** Starts the next month where the last one ends, paid or not. */
export function renew(subscription: DoubleSubscription, isPaid: boolean): void {
  const { periodEnd } = subscription
  subscription.periodStart = periodEnd
  subscription.periodEnd = periodEnd + 30 * DAY
  subscription.status = isPaid ? 'active' : 'past_due'
  subscription.invoices.push(newInvoice(periodEnd, isPaid))
}

export const newestInvoice = ({ invoices }: DoubleSubscription): DoubleInvoice => {
  const newest = invoices.at(-1)
  if (!newest) throw new Error('a subscription without any invoice')
  return newest
}
