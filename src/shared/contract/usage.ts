import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { periodError } from '../usage-period.ts'
import { FinishReason, MessageStatus, ReplyErrorCode } from './messages.ts'
import { modelPriceFields } from './model-price-fields.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const count = z.int().min(0)
const Rating = z.enum(['up', 'down'], 'Avaliação inválida')

/** A day in America/Sao_Paulo, such as `2026-11-21`. */
const Day = z.iso.date({ error: 'Data inválida' })

/** Today, or the last days including today. */
export const UsageRange = z.enum(['today', '7', '30', '90', '180', '365'], 'Período inválido')
export type UsageRange = z.infer<typeof UsageRange>

/** `from` and `to`, both inclusive, replace `range`. */
const period = { range: UsageRange.default('30'), from: z.optional(Day), to: z.optional(Day) }

type Period = { from?: string | undefined; to?: string | undefined }
function checkPeriod({ from = '', to = '' }: Period, context: z.RefinementCtx) {
  const message = from === '' && to === '' ? undefined : periodError({ from, to })
  if (message) context.addIssue({ code: 'custom', path: ['to'], message })
}

export const UsageQuery = z.strictObject(period).superRefine(checkPeriod)
export type UsageQuery = z.infer<typeof UsageQuery>

/** The tables of the dashboard. */
export const UsageTable = z.enum(
  ['totals', 'days', 'agents', 'models', 'purposes', 'plans', 'revenue', 'cohorts', 'churn', 'conversions'],
  'Tabela inválida',
)
export type UsageTable = z.infer<typeof UsageTable>

export const UsageExportQuery = z.strictObject({ ...period, table: UsageTable }).superRefine(checkPeriod)

/** `cached` (input) and `output` are parts of `total`; `ownKey` was paid with users' own keys. */
const UsageTokens = z.object({ total: count, cached: count, output: count, ownKey: count })

/**
 * Cost for the installation at the prices of each day, in US dollars with six places. Null when nothing used has a
 * price; `unpricedTokens` are not included.
 */
export const UsageCost = z.object({ usd: z.string().nullable(), unpricedTokens: count })

/** Milliseconds to the first text of `replies` replies; null without any. */
const FirstToken = z.object({ replies: count, p50: count.nullable(), p95: count.nullable() })

/**
 * Figures of the replies of an agent, model, day or period. `replies` includes the failed, interrupted and
 * stopped ones.
 */
const replyFigures = {
  replies: count,
  failed: count,
  interrupted: count,
  stopped: count,
  /** Refused or cut by the provider's filter; those without text are in `failed` too. */
  refused: count,
  tokens: UsageTokens,
  cost: UsageCost,
  firstToken: FirstToken,
  /** Ratings given in that time, for replies of any time. */
  up: count,
  down: count,
}

/** Figures of a day or period. */
export const UsageFigures = z.object({
  /** Messages of users. */
  messages: count,
  /** Distinct users who wrote. */
  activePeople: count,
  newAccounts: count,
  ...replyFigures,
})
export type UsageFigures = z.infer<typeof UsageFigures>

export const UsageDay = UsageFigures.extend({ day: Day })
export type UsageDay = z.infer<typeof UsageDay>

export const UsageAgent = z.object({
  agentId: Id,
  /** Null when the agent is completely removed. */
  name: z.string().nullable(),
  photoUrl: z.string().nullable(),
  isDeleted: z.boolean(),
  messages: count,
  ...replyFigures,
})
export type UsageAgent = z.infer<typeof UsageAgent>

/** `none` when a reply failed before a provider started. */
const UsageProvider = z.enum(['openai', 'google', 'demo', 'none'], 'Provedor inválido')

export const UsageModel = z.object({
  provider: UsageProvider,
  /** Empty when not recorded. */
  model: z.string(),
  ...replyFigures,
})
export type UsageModel = z.infer<typeof UsageModel>

/** Amounts of one currency, in its smallest unit; `netCents` is below zero when more was refunded than paid. */
const Revenue = z.object({
  payments: count,
  grossCents: count,
  refunds: count,
  refundedCents: count,
  netCents: z.int(),
})
export type Revenue = z.infer<typeof Revenue>

const UsagePlan = z.object({
  planId: Id,
  name: z.string(),
  displayName: z.string(),
  /** Users of the plan now. */
  people: count,
  /** In the period, by each user's plan on the day; replies only, without titles and other calls. */
  messages: count,
  replies: count,
  tokens: UsageTokens,
  cost: UsageCost,
  /** In reais, of payments on these days for purchases of the plan. */
  revenue: Revenue,
})

export type UsagePlan = z.infer<typeof UsagePlan>

/** In US dollars with six places, at current prices. */
const UsageForecast = z.object({
  /** The full days of the average: the last 14, or fewer after the first one. */
  days: count,
  averageUsd: z.string(),
  /** Cost of the current month until now, and at the average on its remaining days too. */
  monthUsd: z.string(),
  expectedUsd: z.string(),
  /** Tokens of models without a price, which are not in the costs. */
  unpricedTokens: count,
  /** The limit of a day, if there is one. */
  limitUsd: z.string().nullable(),
})

/** What a provider is called for: a reply, a filled-in form, a rewritten selection, a reading by a model, a chat's title or summary, a test of an agent or model, or vectors or transcripts of the Acervo. */
export const CallPurpose = z.enum([
  ...(['reply', 'draft', 'rewrite', 'judge', 'title', 'summary', 'test'] as const),
  ...(['embedding', 'transcription'] as const),
])
export type CallPurpose = z.infer<typeof CallPurpose>

export const UsagePurpose = z.object({
  purpose: CallPurpose,
  calls: count,
  tokens: UsageTokens,
  cost: UsageCost,
})
export type UsagePurpose = z.infer<typeof UsagePurpose>

export const Usage = z.object({
  /** Null for days of one's own choice. */
  range: UsageRange.nullable(),
  /** Both inclusive; never later than today. */
  from: Day,
  to: Day,
  /** Time of the last count of today's figures; null before the first. */
  updatedAt: z.nullable(Timestamp),
  totals: UsageFigures,
  /** The same number of days before; for `today`, all of yesterday. Null without figures of these days. */
  previous: UsageFigures.nullable(),
  /** Every day of the period, oldest first. */
  days: z.array(UsageDay),
  /** Agents with any figure, most messages first. */
  agents: z.array(UsageAgent),
  /** Models with any figure, most tokens first. */
  models: z.array(UsageModel),
  /** Purposes with any call, most tokens first. Tokens and costs of all of them are in the figures above. */
  purposes: z.array(UsagePurpose),
  /** Used models of the installation without a price. */
  unpriced: z.array(z.object({ provider: UsageProvider, model: z.string(), tokens: count })),
  /** The number of users is at most one minute old. */
  plans: z.array(UsagePlan),
  people: count,
  /** The part of the cost that no plan has: deleted accounts, calls that are no replies, days counted before plans were. */
  outsidePlansUsd: z.string(),
  revenue: z.object({
    /** In reais, with and without a plan. */
    total: Revenue,
    /** In reais, of purchases whose code is mapped to no plan. */
    outsidePlans: Revenue,
    /** Other currencies, which are never added to reais; a null plan as above. */
    others: z.array(Revenue.extend({ currency: z.string(), planId: z.nullable(Id) })),
  }),
  /** Independent of the period; null before the first full day. */
  forecast: UsageForecast.nullable(),
  /** Reais per US dollar, when administrators set a rate. */
  exchangeRate: z.object({ brlPerUsd: z.string(), setOn: Day }).nullable(),
})
export type Usage = z.infer<typeof Usage>

const MODEL_LENGTH = 120
const ModelName = z
  .string({ error: 'Modelo inválido' })
  .trim()
  .max(MODEL_LENGTH, `O nome do modelo deve ter no máximo ${MODEL_LENGTH} caracteres`)
  .refine(hasNoNul, NUL_TEXT)

/**
 * Query of single replies. `from` and `to` are inclusive days in America/Sao_Paulo: of the reply's start, or
 * with `rating` of the rating.
 */
export const UsageRepliesQuery = PageQuery.extend({
  status: z.optional(z.enum(MessageStatus.options, 'Situação inválida')),
  rating: z.optional(Rating),
  agentId: z.optional(Id),
  provider: z.optional(UsageProvider),
  /** As in the figures; empty for replies without a recorded model. */
  model: z.optional(ModelName),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type UsageRepliesQuery = z.infer<typeof UsageRepliesQuery>

/** One reply, without its text. */
export const UsageReply = z.object({
  id: Id,
  createdAt: Timestamp,
  status: MessageStatus,
  errorCode: z.nullable(ReplyErrorCode),
  finishReason: FinishReason.nullable(),
  agent: z.object({ id: Id, name: z.string() }),
  person: z.object({ id: Id, name: z.string() }),
  provider: UsageProvider,
  model: z.string(),
  isOwnKey: z.boolean(),
  nTokens: count.nullable(),
  nCachedTokens: count.nullable(),
  nOutputTokens: count.nullable(),
  firstTokenMs: count.nullable(),
  /** At the prices of its day, in US dollars with six places; null without a price or tokens. Zero with the user's own key. */
  costUsd: z.string().nullable(),
  rating: Rating.nullable(),
  ratedAt: z.nullable(Timestamp),
})
export type UsageReply = z.infer<typeof UsageReply>

export const UsageRepliesPage = pageOf(UsageReply)
export type UsageRepliesPage = z.infer<typeof UsageRepliesPage>

/** A model with its price in US dollars per million tokens, and whether the house offers it. */
export const ModelPrice = z.strictObject(modelPriceFields)
export type ModelPrice = z.infer<typeof ModelPrice>

export const ModelPrices = z.object({
  /** Fingerprint of the list. */
  version: z.string(),
  /** By provider and model; prices without trailing zeros. */
  prices: z.array(ModelPrice),
  /** Models of the installation without a price that are configured or were used in the last 90 days. */
  unpriced: z.array(z.object({ provider: z.enum(['openai', 'google']), model: z.string() })),
})
export type ModelPrices = z.infer<typeof ModelPrices>

/** One call of a model, whether listed or not. */
export const TestModel = z.strictObject({
  provider: modelPriceFields.provider,
  model: modelPriceFields.model,
})
export type TestModel = z.infer<typeof TestModel>

export const ModelTest = z.object({
  /** Milliseconds to the first text, or to the failure. */
  ms: count,
  /** The provider's own words on one line, without keys; `status` is null unless the provider answered. */
  failure: z.object({ status: z.int().nullable(), said: z.string() }).nullable(),
})
export type ModelTest = z.infer<typeof ModelTest>

/** Replaces the whole list that was read; 409 when it has changed since. */
export const ChangeModelPrices = z.strictObject({
  version: z.string({ error: 'Versão inválida' }).max(64, 'Versão inválida'),
  prices: z
    .array(ModelPrice)
    .max(LIMITS.modelPrices, `A tabela leva até ${LIMITS.modelPrices} modelos`)
    .superRefine((prices, context) => {
      const seen = new Set<string>()
      for (const [index, { provider, model }] of prices.entries()) {
        const key = `${provider} ${model}`
        if (seen.has(key)) {
          const message = 'Este modelo já está na tabela'
          context.addIssue({ code: 'custom', path: [index, 'model'], message })
        }
        seen.add(key)
      }
    }),
})
export type ChangeModelPrices = z.infer<typeof ChangeModelPrices>
