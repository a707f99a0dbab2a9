import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

/** Who sends events, as the addresses and the filters name them. */
export const WebhookProvider = z.enum(['hubla', 'stripe'], 'Provedor inválido')
export type WebhookProvider = z.infer<typeof WebhookProvider>

/**
 * `received`: stored, and nothing made of it yet. `parked`: it waits, as `failure` says: what it sells is mapped to no plan,
 * or nothing says yet whose it is. `ignored`: nothing that changes anything here. `failed` can be tried again; so can all the others.
 */
export const WebhookState = z.enum(
  ['received', 'processed', 'failed', 'parked', 'ignored'],
  'Situação inválida',
)
export type WebhookState = z.infer<typeof WebhookState>

/** What kind of thing a provider sells under an id of its own. */
export const SoldKind = z.enum(['offer', 'product', 'price'], 'Tipo inválido')
export type SoldKind = z.infer<typeof SoldKind>

const count = z.int().min(0)

/** One delivery as the list shows it. */
export const WebhookEventRow = z.object({
  id: Id,
  provider: WebhookProvider,
  /** The provider's own id of it. */
  externalId: z.string(),
  type: z.string(),
  state: WebhookState,
  isSandbox: z.boolean(),
  /** How often something was made of it, or tried to be. */
  attempts: count,
  /** Why the last attempt failed, or what it came to; a sentence in Portuguese. */
  failure: z.string().nullable(),
  externalSubscriptionId: z.string().nullable(),
  /** The buyer's address; null once it is too old to be kept, or where there was none. */
  email: z.string().nullable(),
  processedAt: z.nullable(Timestamp),
  /** When it came. */
  createdAt: Timestamp,
})
export type WebhookEventRow = z.infer<typeof WebhookEventRow>

export const WebhookEventsPage = pageOf(WebhookEventRow)
export type WebhookEventsPage = z.infer<typeof WebhookEventsPage>

const TYPE_LENGTH = LIMITS.emailLength

/** `failed` finds what nothing was made of for five minutes too. `type` is exact; `q` looks into the address and the ids, by how they begin. */
export const WebhookEventsQuery = PageQuery.extend({
  provider: WebhookProvider.optional(),
  state: WebhookState.optional(),
  type: z.string().trim().max(TYPE_LENGTH, 'Tipo longo demais').refine(hasNoNul, NUL_TEXT).optional(),
  q: z.string().trim().max(LIMITS.emailLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type WebhookEventsQuery = z.infer<typeof WebhookEventsQuery>

export const WebhookEventParams = z.strictObject({ eventId: Id })

const Sold = z.object({ kind: SoldKind, externalId: z.string(), name: z.string().nullable() })

/** One delivery whole. */
export const WebhookEvent = WebhookEventRow.extend({
  /** Of the payload's schema, where the provider names one. */
  schemaVersion: z.string().nullable(),
  /** What came, as JSON, with documents, telephones, addresses, cards and secrets masked; null once it is too old to be kept. */
  payload: z.unknown().nullable(),
  /** What it sells, by the provider's ids. */
  sold: z.array(Sold),
  /** The subscription here that it is about, where there is one. */
  subscription: z
    .object({
      id: Id,
      /** Null while the purchase waits for its person. */
      person: z.object({ id: Id, name: z.string() }).nullable(),
      plan: z.object({ id: Id, displayName: z.string() }),
      status: z.enum(['active', 'inactive', 'canceled', 'expired']),
      currentPeriodEnd: z.nullable(Timestamp),
    })
    .nullable(),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Something that was sold, is mapped to no plan, and for which deliveries wait. */
export const UnmappedOffer = z.object({
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: z.string(),
  /** What the provider calls it, where that is known. */
  name: z.string().nullable(),
  /** How many deliveries wait for it. */
  events: count,
  /** How many people, by address. */
  people: count,
  firstAt: Timestamp,
  lastAt: Timestamp,
})
export type UnmappedOffer = z.infer<typeof UnmappedOffer>

// Control characters would not pass in the plan's form, where the code stands afterwards.
const external = (text: string, length: number) =>
  z
    .string({ error: text })
    .trim()
    .min(1, text)
    .max(length, text)
    .refine((given) => !/\p{Cc}/u.test(given), text)

/** Says which plan something is; what waits for it is processed then. */
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

/** How many waiting deliveries found their plan; the others wait for something else, or failed. */
export const MappedOffer = z.object({
  provider: WebhookProvider,
  kind: SoldKind,
  externalId: z.string(),
  planId: Id,
  processed: count,
  remaining: count,
})
export type MappedOffer = z.infer<typeof MappedOffer>

/** How the deliveries of one provider go. */
const WebhookProviderHealth = z.object({
  provider: WebhookProvider,
  /** Whether its token or secret is set here: without it every delivery is refused. */
  isConfigured: z.boolean(),
  lastReceivedAt: z.nullable(Timestamp),
  /** Deliveries that failed and were not made good since, and those that nothing was made of for five minutes. */
  failed: count,
  /** Since when the oldest of them waits. */
  failedSince: z.nullable(Timestamp),
  /** Deliveries that wait for a plan, or for word of whose the purchase is. */
  parked: count,
  /** It is configured and had sent before, and nothing came for seven days. */
  isSilent: z.boolean(),
})

export const WebhookHealth = z.object({
  providers: z.array(WebhookProviderHealth),
  /** Whether anything of it needs somebody: failures, silence, or what waits for a plan. */
  needsAttention: z.boolean(),
  /** The types among the latest deliveries, in order, to choose from. */
  types: z.array(z.string()),
})
export type WebhookHealth = z.infer<typeof WebhookHealth>

/** What a provider is told; the status says all that it looks at. */
export const WebhookReceipt = z.object({ state: WebhookState })
export type WebhookReceipt = z.infer<typeof WebhookReceipt>
