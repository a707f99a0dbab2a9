import { z } from 'zod'
import { LIMITS } from '#shared/limits.ts'
import { NO_MONEY_TAKEN } from '../../payments/stripe.ts'
import { type Amount, currencyOf, isCents } from './amounts.ts'

const PAID = new Set(['invoice.paid', 'invoice.payment_succeeded'])
const REFUNDED = 'charge.refunded'
const DISPUTE = 'charge.dispute.'
/** Ends of a dispute after which the house has its money. */
const GIVEN_BACK = new Set(['won', 'warning_closed', 'prevented'])

const seconds = z.int().min(0).max(4_102_444_800).nullish().catch(null)
const cents = z.number().nullish().catch(null)

const StripeEvent = z.object({
  type: z.string(),
  created: seconds,
  data: z.object({
    object: z.object({
      id: z.string().min(1).max(LIMITS.externalIdLength),
      currency: z.string(),
      created: seconds,
      status: z.string().nullish().catch(null),
      amount: cents,
      amount_paid: cents,
      amount_refunded: cents,
      status_transitions: z.object({ paid_at: seconds }).nullish().catch(null),
    }),
  }),
})

const instant = (at: number | null | undefined): string | null =>
  typeof at === 'number' ? new Date(at * 1_000).toISOString() : null

/** The payment, refund or dispute that a Stripe event states. Trials are paid with nothing, and state none. */
export function readStripeAmounts(payload: unknown): Amount[] {
  const parsed = StripeEvent.safeParse(payload)
  const currency = currencyOf(parsed.data?.data.object.currency)
  if (!parsed.success || !currency) return []
  const { type, created, data } = parsed.data
  const { id: externalId, status, ...object } = data.object
  const amount = (kind: Amount['kind'], of: unknown, rest: Pick<Amount, 'at' | 'isTotal'>): Amount[] =>
    isCents(of) && of > 0 ? [{ kind, externalId, currency, cents: of, ...rest }] : []
  if (PAID.has(type)) {
    const paidAt = object.status_transitions?.paid_at ?? object.created
    return amount('sale', object.amount_paid, { at: instant(paidAt) })
  }
  if (type === REFUNDED)
    return amount('refund', object.amount_refunded, { at: instant(created), isTotal: true })
  if (!type.startsWith(DISPUTE)) return []
  const at = instant(object.created)
  if (GIVEN_BACK.has(status ?? '')) return [{ kind: 'refund', externalId, currency, cents: 0, at }]
  return NO_MONEY_TAKEN.has(status ?? '') ? [] : amount('refund', object.amount, { at })
}
