import { type Amount, currencyOf, isCents } from './amounts.ts'
import { HublaEvent } from './hubla-event.ts'
import { OF_INVOICE, outcomesOf, timeOf } from './hubla-facts.ts'

/** Hubla sells in reais, unless an invoice says otherwise. */
const REAIS = 'BRL'

/**
 * The payment and the refund that a Hubla event states. Each instalment is an invoice with its own amount. A refunded
 * invoice was paid before, even if that event never came; partial refunds come without an amount.
 */
export function readHublaAmounts(body: unknown): Amount[] {
  const parsed = HublaEvent.safeParse(body)
  if (!parsed.success || !OF_INVOICE.has(parsed.data.type)) return []
  const { type, event } = parsed.data
  const { invoice } = event
  const cents = invoice?.amount?.totalCents
  const currency = currencyOf(invoice?.currency ?? REAIS)
  if (!invoice?.id || !currency || !isCents(cents) || cents === 0) return []
  const outcomes = outcomesOf(type, invoice)
  const isReversed = outcomes.includes('reversed')
  if (!isReversed && !outcomes.includes('paid')) return []
  const { id: externalId, saleDate, modifiedAt, createdAt } = invoice
  const known = { externalId, currency, cents }
  const paidAt = timeOf(invoice, 'paid') ?? saleDate ?? createdAt ?? modifiedAt ?? null
  const sale: Amount = { ...known, kind: 'sale', at: paidAt }
  if (!isReversed) return [sale]
  return [sale, { ...known, kind: 'refund', at: timeOf(invoice, 'reversed') ?? modifiedAt ?? null }]
}
