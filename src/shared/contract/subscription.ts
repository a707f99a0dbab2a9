import { z } from 'zod'
import { IdleSubscription } from './entitlement.ts'
import { Plan } from './plans.ts'
import { Id, idWith, Timestamp } from './scalars.ts'

const Provider = z.enum(['hubla', 'stripe', 'manual', 'auto'])

/** State before or after a change; the plan has its current name. */
const ChangeSide = z.object({
  planName: z.string(),
  status: z.enum(['active', 'inactive', 'canceled', 'expired']),
  currentPeriodEnd: z.nullable(Timestamp),
  graceUntil: z.nullable(Timestamp),
  /** The renewal is turned off: it ends with its period. */
  isRenewalOff: z.boolean(),
})

export const SubscriptionChange = z.object({
  id: Id,
  provider: Provider,
  /** Null for the first change. */
  before: ChangeSide.nullable(),
  after: ChangeSide,
  source: z.enum(['webhook', 'admin', 'sign-up', 'claim', 'job']),
  createdAt: Timestamp,
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

/**
 * What the user's account may use now: the effective one of their live subscriptions. Everyone has one,
 * because the free plan is the minimum.
 */
export const MySubscription = z.object({
  /** May be archived. */
  plan: Plan,
  provider: Provider,
  /**
   * `trial`: first charged at `currentPeriodEnd`; `active`: renews; `ending`: ends at `currentPeriodEnd`; `payment-failed`: the last payment failed, and
   * the subscription counts until `graceUntil`.
   */
  state: z.enum(['trial', 'active', 'ending', 'payment-failed']),
  /** Time of renewal, first charge or end; null for none. */
  currentPeriodEnd: z.nullable(Timestamp),
  /** Null except for `payment-failed`. */
  graceUntil: z.nullable(Timestamp),
  /** Other subscriptions in force, which this one hides. */
  others: z.array(IdleSubscription),
  /** The step that a purchase for this account is waiting for. */
  waiting: z.enum(['verify-email']).nullable(),
  /** Whether `POST /me/subscription/portal` opens, where payment, invoices and cancellation are managed. */
  canManage: z.boolean(),
  /** Plans for which `POST /me/subscription/checkout` opens now. */
  buyablePlanIds: z.array(Id),
  /** The ones among them that begin with the plan's `trialDays`. */
  trialPlanIds: z.array(Id),
  /** Changes of all subscriptions of the user, newest first, at most 50. */
  changes: z.array(SubscriptionChange),
})
export type MySubscription = z.infer<typeof MySubscription>

/**
 * Return addresses are fixed: Stripe redirects to `/app/me?assinatura=feita` or `?assinatura=cancelada` at
 * APP_URL.
 */
export const Checkout = z.strictObject({ planId: idWith('Plano inválido') })
export type Checkout = z.infer<typeof Checkout>

/** A page of the provider for redirection. Not to be stored, because it expires. */
export const PaymentPage = z.object({ url: z.url({ protocol: /^https?$/ }) })
export type PaymentPage = z.infer<typeof PaymentPage>
