import { normalAddress } from '#shared/email-address.ts'
import { type HublaBody, HublaEvent, type HublaInvoice } from './hubla-event.ts'
import { type Facts, type Invoice, type Mark, merge, type Sold, tell, tellSold } from './purchase-facts.ts'

/** The facts of one event, and the provider's subscription id; null if it has none. */
export type Reading = { externalSubscriptionId: string | null; facts: Facts }

const ACCESS: Record<string, 'granted' | 'revoked'> = {
  'customer.member_added': 'granted',
  'subscription.activated': 'granted',
  'customer.member_removed': 'revoked',
  'subscription.deactivated': 'revoked',
}

/** Event types about the subscription itself. `expiring` may refer to the future, so it revokes nothing. */
const SUBSCRIPTION_EVENTS = new Set([
  ...Object.keys(ACCESS),
  'subscription.created',
  'subscription.expiring',
  'subscription.renewal_disabled',
  'subscription.renewal_enabled',
])
/** Event types about an invoice. */
export const OF_INVOICE = new Set([
  'invoice.created',
  'invoice.status_updated',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'invoice.expired',
  'invoice.refunded',
])

/** The facts in a Hubla event; undefined if its type is unknown or not about a subscription. */
export function readHubla(body: unknown): Reading | undefined {
  const parsed = HublaEvent.safeParse(body)
  if (!parsed.success) return undefined
  const { type, event } = parsed.data
  const isOfInvoice = OF_INVOICE.has(type)
  if (!isOfInvoice && !SUBSCRIPTION_EVENTS.has(type)) return undefined
  const { subscription, invoice } = event
  const said = isOfInvoice ? ofInvoice(type, event) : ofSubscription(type, event)
  return {
    externalSubscriptionId: subscription?.id ?? invoice?.subscriptionId ?? null,
    facts: merge(aboutPurchase(event), said),
  }
}

/** The subscription's revision and time according to the event. */
function markOf({ subscription, invoice }: HublaBody): Mark {
  const { version, modifiedAt, activatedAt, createdAt } = subscription ?? {}
  const ofInvoice = invoice?.modifiedAt ?? latest(invoice) ?? invoice?.createdAt
  return { version: version ?? null, at: modifiedAt ?? activatedAt ?? createdAt ?? ofInvoice ?? null }
}

const latest = (invoice: HublaBody['invoice']): string | undefined =>
  (invoice?.statusAt ?? [])
    .flatMap((entry) => entry?.when ?? [])
    .sort()
    .at(-1)

function aboutPurchase(event: HublaBody): Facts {
  const { subscription, user } = event
  const mark = markOf(event)
  const email = user?.email && normalAddress(user.email)
  const customerId = user?.id ?? subscription?.payerId
  const cycleMonths = subscription?.billingCycleMonths
  return {
    newest: tell(mark, true),
    ...(email && { email: tell(mark, email) }),
    ...(customerId && { customerId: tell(mark, customerId) }),
    ...(cycleMonths && { cycleMonths: tell(mark, cycleMonths) }),
  }
}

type Item = { id?: string | null | undefined; name?: string | null | undefined } | null | undefined

/** Each sold item once, offers before their products. */
function soldOf({ product, products }: HublaBody): Sold[] {
  const items = products?.some((item) => item?.id) ? products : [product]
  const offers = items.flatMap((item) => item?.offers ?? [])
  const found: Sold[] = []
  const add = (kind: 'offer' | 'product', item: Item) => {
    const externalId = item?.id
    if (!externalId || found.some((it) => it.kind === kind && it.externalId === externalId)) return
    found.push({ kind, externalId, name: item?.name ?? null })
  }
  for (const offer of offers) add('offer', offer)
  for (const item of items) add('product', item)
  return found
}

function ofSubscription(type: string, event: HublaBody): Facts {
  const mark = markOf(event)
  const access = ACCESS[type]
  const renewal = renewalOf(type, event)
  return {
    sold: tellSold(mark, soldOf(event)),
    ...(access && { access: tell(mark, access) }),
    ...(renewal && { renewal: tell(mark, renewal) }),
  }
}

/**
 * Only an explicit statement turns renewal off: customers who pay each invoice manually do not auto-renew
 * either.
 */
function renewalOf(type: string, { subscription }: HublaBody): 'off' | 'on' | undefined {
  if (type === 'subscription.renewal_disabled') return 'off'
  return type === 'subscription.renewal_enabled' || subscription?.autoRenew ? 'on' : undefined
}

const STATUS = new Map<string, keyof Invoice>([
  ['paid', 'paid'],
  ['refunded', 'reversed'],
  ['disputed', 'reversed'],
  ['chargeback', 'reversed'],
])
const OUTCOME = new Map<string, keyof Invoice>([
  ['invoice.payment_succeeded', 'paid'],
  ['invoice.payment_failed', 'failed'],
  ['invoice.refunded', 'reversed'],
])

function ofInvoice(type: string, event: HublaBody): Facts {
  const { invoice } = event
  const billed: Facts = { billed: tellSold(markOf(event), soldOf(event)) }
  if (!invoice) return billed
  // Instalments of a purchase count as one payment.
  const id = invoice.smartInstallment?.sourceInvoiceId ?? invoice.id ?? ''
  return outcomesOf(type, invoice)
    .map((outcome): Facts => ({ invoices: { [id]: toInvoice(outcome, event, invoice) } }))
    .reduce(merge, billed)
}

function toInvoice(outcome: keyof Invoice, { subscription }: HublaBody, invoice: HublaInvoice): Invoice {
  const { saleDate, modifiedAt, createdAt } = invoice
  const own = timeOf(invoice, outcome)
  // Without its own date a revocation gets none: an earlier date would make it look granted again since.
  if (outcome === 'reversed')
    return { reversed: tell({ version: null, at: own ?? modifiedAt ?? null }, true) }
  const sale = outcome === 'paid' ? saleDate : null
  const near = own ?? sale ?? modifiedAt ?? latest(invoice) ?? createdAt
  const since = { at: near ?? subscription?.modifiedAt ?? null }
  return outcome === 'paid' ? { paid: since } : { failed: since }
}

/** Outcomes by the event's type, and by the invoice's status, which may have advanced since. */
export function outcomesOf(type: string, { status }: HublaInvoice): (keyof Invoice)[] {
  const said = OUTCOME.get(type)
  const stands = STATUS.get(status ?? '')
  // A partial refund leaves the invoice in another status, and revokes nothing.
  if (said === 'reversed') return status && stands !== said ? [] : [said]
  return [...new Set([said, stands])].filter((outcome) => outcome !== undefined)
}

/** The first time of a payment, the last time of a revocation. */
export function timeOf({ status, statusAt }: HublaInvoice, outcome: keyof Invoice): string | undefined {
  const when = (statusAt ?? [])
    .filter((entry) =>
      outcome === 'failed' ? entry?.status === status : STATUS.get(entry?.status ?? '') === outcome,
    )
    .flatMap((entry) => entry?.when ?? [])
    .sort()
  return outcome === 'reversed' ? when.at(-1) : when[0]
}
