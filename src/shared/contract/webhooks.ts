import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

export const WebhookProvider = z.enum(['hubla', 'stripe'], 'Provedor inválido')
export type WebhookProvider = z.infer<typeof WebhookProvider>

/**
 * `received`: stored, not processed yet. `parked`: waits for the reason in `failure`, such as an unmapped
 * plan or an unknown buyer. `ignored`: irrelevant here. Every state can be retried.
 */
export const WebhookState = z.enum(
  ['received', 'processed', 'failed', 'parked', 'ignored'],
  'Situação inválida',
)
export type WebhookState = z.infer<typeof WebhookState>

/** The step that a paid purchase without an account is waiting for. */
export const WaitingStep = z.enum(['sign-up', 'verify-email'])
export type WaitingStep = z.infer<typeof WaitingStep>

/** The kind of a provider's id. */
export const SoldKind = z.enum(['offer', 'product', 'price'], 'Tipo inválido')
export type SoldKind = z.infer<typeof SoldKind>

const count = z.int().min(0)

/** A delivery in a list. */
export const WebhookEventRow = z.object({
  id: Id,
  provider: WebhookProvider,
  /** The provider's id of the event. */
  externalId: z.string(),
  type: z.string(),
  state: WebhookState,
  isSandbox: z.boolean(),
  /** Number of processing attempts. */
  attempts: count,
  /** Portuguese sentence about the failure or result of the last attempt. */
  failure: z.string().nullable(),
  externalSubscriptionId: z.string().nullable(),
  /** The buyer's address; null when absent or after the retention period. */
  email: z.string().nullable(),
  /** The step that the purchase of a processed event waits for: its buyer has no account yet. */
  waiting: WaitingStep.nullable(),
  processedAt: z.nullable(Timestamp),
  /** Time of receipt. */
  createdAt: Timestamp,
})
export type WebhookEventRow = z.infer<typeof WebhookEventRow>

export const WebhookEventsPage = pageOf(WebhookEventRow)
export type WebhookEventsPage = z.infer<typeof WebhookEventsPage>

const TYPE_LENGTH = LIMITS.emailLength

/**
 * `failed` includes events not processed for five minutes. `type` is exact; `q` matches prefixes of address
 * and ids.
 */
export const WebhookEventsQuery = PageQuery.extend({
  provider: WebhookProvider.optional(),
  state: WebhookState.optional(),
  type: z.string().trim().max(TYPE_LENGTH, 'Tipo longo demais').refine(hasNoNul, NUL_TEXT).optional(),
  q: z.string().trim().max(LIMITS.emailLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type WebhookEventsQuery = z.infer<typeof WebhookEventsQuery>

export const WebhookEventParams = z.strictObject({ eventId: Id })

const Sold = z.object({ kind: SoldKind, externalId: z.string(), name: z.string().nullable() })

export const WebhookEvent = WebhookEventRow.extend({
  /** Version of the payload's schema, if the provider names one. */
  schemaVersion: z.string().nullable(),
  /**
   * The JSON payload with documents, phone numbers, addresses, cards and secrets masked; null after the
   * retention period.
   */
  payload: z.unknown().nullable(),
  /** The provider's ids of what is sold. */
  sold: z.array(Sold),
  /** The person to whom an administrator gave the purchase by hand. */
  givenTo: z.object({ id: Id, name: z.string() }).nullable(),
  /** The related subscription, if any. */
  subscription: z
    .object({
      id: Id,
      /** Null while the purchase is not assigned to an account. */
      person: z.object({ id: Id, name: z.string() }).nullable(),
      plan: z.object({ id: Id, displayName: z.string() }),
      status: z.enum(['active', 'inactive', 'canceled', 'expired']),
      currentPeriodEnd: z.nullable(Timestamp),
    })
    .nullable(),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Something sold that is mapped to no plan and has waiting deliveries. */
export const UnmappedOffer = z.object({
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: z.string(),
  /** The provider's name for it, if known. */
  name: z.string().nullable(),
  /** Number of waiting deliveries. */
  events: count,
  /** Number of distinct buyer addresses. */
  people: count,
  firstAt: Timestamp,
  lastAt: Timestamp,
})
export type UnmappedOffer = z.infer<typeof UnmappedOffer>

// The form of plans, which shows the code later, refuses control characters.
const external = (text: string, length: number) =>
  z
    .string({ error: text })
    .trim()
    .min(1, text)
    .max(length, text)
    .refine((given) => !/\p{Cc}/u.test(given), text)

/** Maps something sold to a plan, and processes the waiting deliveries. */
export const MapOffer = z.strictObject({
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: external('Código inválido', LIMITS.externalIdLength).refine(
    (given) => !/\s/.test(given),
    'Código inválido',
  ),
  name: external('Nome inválido', LIMITS.externalNameLength).nullish(),
  planId: idWith('Escolha um plano'),
})
export type MapOffer = z.infer<typeof MapOffer>

/**
 * Of this call's deliveries `processed` found their plan, and `remaining` wait for another reason or failed; `left`
 * are for the next call.
 */
export const MappedOffer = z.object({
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: z.string(),
  planId: Id,
  processed: count,
  remaining: count,
  left: count,
})
export type MappedOffer = z.infer<typeof MappedOffer>

/** Health of one provider's deliveries. */
const WebhookProviderHealth = z.object({
  provider: WebhookProvider,
  /** Its token or secret is set; without it every delivery is refused. */
  isConfigured: z.boolean(),
  lastReceivedAt: z.nullable(Timestamp),
  /** Failed deliveries, and those not processed for five minutes. */
  failed: count,
  /** Time of the oldest of them. */
  failedSince: z.nullable(Timestamp),
  /** Deliveries that wait for a plan or a buyer. */
  parked: count,
  /** Configured and active before, but without a delivery for seven days. */
  isSilent: z.boolean(),
})

export const WebhookHealth = z.object({
  providers: z.array(WebhookProviderHealth),
  /** There are failures, silence or waiting deliveries. */
  needsAttention: z.boolean(),
  /** Types of the latest deliveries, sorted, for a filter. */
  types: z.array(z.string()),
})
export type WebhookHealth = z.infer<typeof WebhookHealth>

/** Answer to the provider, which reads only the status. */
export const WebhookReceipt = z.object({ state: WebhookState })
export type WebhookReceipt = z.infer<typeof WebhookReceipt>
