import { z } from 'zod'
import { Plan } from './plans.ts'
import { Id, idWith, Timestamp } from './scalars.ts'

const Provider = z.enum(['hubla', 'stripe', 'manual', 'auto'])

/** One side of a change; a plan is named as it is called today. */
const ChangeSide = z.object({
  planName: z.string(),
  status: z.enum(['active', 'inactive', 'canceled', 'expired']),
  currentPeriodEnd: z.nullable(Timestamp),
  graceUntil: z.nullable(Timestamp),
})

export const SubscriptionChange = z.object({
  id: Id,
  provider: Provider,
  /** Null for its beginning. */
  before: ChangeSide.nullable(),
  after: ChangeSide,
  source: z.enum(['webhook', 'admin', 'sign-up', 'claim', 'job']),
  createdAt: Timestamp,
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

/**
 * What the signed-in person's account may use now: of their live subscriptions the one that counts. Everybody has one,
 * since the free plan is the floor.
 */
export const MySubscription = z.object({
  /** What it includes, too; also one that is sold no more. */
  plan: Plan,
  provider: Provider,
  /**
   * `active`: it goes on; `ending`: it ends with `currentPeriodEnd`; `payment-failed`: the last payment did not pass,
   * and it counts until `graceUntil` all the same.
   */
  state: z.enum(['active', 'ending', 'payment-failed']),
  /** When it renews, or ends; null where it does neither. */
  currentPeriodEnd: z.nullable(Timestamp),
  /** Null but for `payment-failed`. */
  graceUntil: z.nullable(Timestamp),
  /** A purchase that is there for this account, and what it waits for. */
  waiting: z.enum(['verify-email']).nullable(),
  /** Whether `POST /me/subscription/portal` opens: payment, invoices and cancellation are changed there. */
  canManage: z.boolean(),
  /** The plans for which `POST /me/subscription/checkout` opens now. */
  buyablePlanIds: z.array(Id),
  /** The newest changes of all the person's subscriptions, at most 50, the newest first. */
  changes: z.array(SubscriptionChange),
})
export type MySubscription = z.infer<typeof MySubscription>

/**
 * Where it goes back to is not the caller's to say: Stripe sends people to `/app/me?assinatura=feita`, or
 * `?assinatura=cancelada`, at APP_URL.
 */
export const Checkout = z.strictObject({ planId: idWith('Plano inválido') })
export type Checkout = z.infer<typeof Checkout>

/** Where the browser goes next: a page of the provider. Nobody keeps it, since it ends by itself. */
export const PaymentPage = z.object({ url: z.url({ protocol: /^https?$/ }) })
export type PaymentPage = z.infer<typeof PaymentPage>
