import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'
import { MapOffer, SoldKind, WaitingStep, WebhookProvider } from './webhooks.ts'

const count = z.int().min(0)

/** A code of a provider. */
const code = {
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: z.string(),
  name: z.string().nullable(),
}

/** The plan that a code would be mapped to. */
export const MappingQuery = MapOffer.omit({ name: true })
export type MappingQuery = z.infer<typeof MappingQuery>

/** Marks a code as none of this house's plans. */
export const OtherSale = MapOffer.omit({ planId: true })
export type OtherSale = z.infer<typeof OtherSale>

/** A purchase and its buyer. */
const Buyer = z.object({
  /** The account that has, or would get, the purchase; null when there is none. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  email: z.string().nullable(),
  /** `in`: has access, or gets it at once; `waiting`: as soon as an account proves the address; `out`: refunded or over. */
  access: z.enum(['in', 'waiting', 'out']),
  /** What a waiting purchase waits for; null for the others. */
  step: WaitingStep.nullable(),
  /** The end of the period; null where the provider has not said it. */
  until: z.nullable(Timestamp),
})
export type Buyer = z.infer<typeof Buyer>

/** Purchases by the access that they give, and the first hundred of their buyers. */
const buyers = { in: count, waiting: count, out: count, people: z.array(Buyer) }

/** Who would get in by a mapping. */
export const MappingPreview = z.object({
  plan: z.object({ id: Id, displayName: z.string() }),
  ...buyers,
  /** Waiting deliveries. */
  events: count,
  /** There are more deliveries than a preview reads. */
  isPartial: z.boolean(),
})
export type MappingPreview = z.infer<typeof MappingPreview>

/** A decision about a code. */
export const SaleDecision = z.object({
  id: Id,
  ...code,
  /** Null: it is not a plan of this house. */
  plan: z.object({ id: Id, displayName: z.string() }).nullable(),
  /** Purchases that have their plan by it, or deliveries that have no effect by it. */
  affected: count,
  createdAt: Timestamp,
})
export type SaleDecision = z.infer<typeof SaleDecision>

/** A decision with the buyers whose access its undo ends. */
export const SaleDecisionDetail = SaleDecision.extend(buyers)
export type SaleDecisionDetail = z.infer<typeof SaleDecisionDetail>

export const SaleDecisionParams = z.strictObject({ decisionId: Id })

/** One batch of a long change: `done` by this call, `left` for the next ones. */
export const SaleBatch = z.object({ decisionId: Id, done: count, left: count })
export type SaleBatch = z.infer<typeof SaleBatch>

/** Gives a purchase to a person by hand. */
export const AssignPurchase = z.strictObject({ userId: Id })
export type AssignPurchase = z.infer<typeof AssignPurchase>
