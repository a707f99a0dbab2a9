import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { FinishReason, MessageStatus, ReplyErrorCode } from './messages.ts'
import { modelPriceFields } from './model-price-fields.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const count = z.int().min(0)
const Rating = z.enum(['up', 'down'], 'Avaliação inválida')

/** `2026-11-21`: a day in America/Sao_Paulo. */
const Day = z.iso.date({ error: 'Data inválida' })

/** Today, or the last so many days with today. */
export const UsageRange = z.enum(['today', '7', '30', '90'], 'Período inválido')
export type UsageRange = z.infer<typeof UsageRange>

export const UsageQuery = z.strictObject({ range: UsageRange.default('30') })

/** `cached` is the part of what was read, and `output` what was written, of `total`; `ownKey` was paid for by people themselves. */
const UsageTokens = z.object({ total: count, cached: count, output: count, ownKey: count })

/**
 * What the house pays at the prices of today, in US dollars, a decimal with six places. Null where nothing that was used has a
 * price; `unpricedTokens` says how many tokens are not in it.
 */
const UsageCost = z.object({ usd: z.string().nullable(), unpricedTokens: count })

/** Milliseconds until a reply's first text, of so many `replies`; null where there was none. */
const FirstToken = z.object({
  replies: count,
  p50: count.nullable(),
  p95: count.nullable(),
})

/** What the replies of an agent, a model, a day or a period came to. `replies` ended, the three after it not well. */
const replyFigures = {
  replies: count,
  failed: count,
  interrupted: count,
  stopped: count,
  tokens: UsageTokens,
  cost: UsageCost,
  firstToken: FirstToken,
  /** Thumbs of that time, whenever the reply was written. */
  up: count,
  down: count,
}

/** The figures of one day, or of a period. */
export const UsageFigures = z.object({
  /** What people wrote. */
  messages: count,
  /** Different people who wrote. */
  activePeople: count,
  newAccounts: count,
  ...replyFigures,
})
export type UsageFigures = z.infer<typeof UsageFigures>

export const UsageDay = UsageFigures.extend({ day: Day })
export type UsageDay = z.infer<typeof UsageDay>

export const UsageAgent = z.object({
  agentId: Id,
  /** Null where nothing is left of it. */
  name: z.string().nullable(),
  photoUrl: z.string().nullable(),
  isDeleted: z.boolean(),
  messages: count,
  ...replyFigures,
})
export type UsageAgent = z.infer<typeof UsageAgent>

/** Who wrote: `demo` is the demonstration, `none` where a reply failed before anybody wrote. */
const UsageProvider = z.enum(['openai', 'google', 'demo', 'none'], 'Provedor inválido')

export const UsageModel = z.object({
  provider: UsageProvider,
  /** Empty where it was not written down. */
  model: z.string(),
  ...replyFigures,
})
export type UsageModel = z.infer<typeof UsageModel>

const UsagePlan = z.object({
  planId: Id,
  name: z.string(),
  displayName: z.string(),
  people: count,
})

export const Usage = z.object({
  range: UsageRange,
  /** Both are part of the period. */
  from: Day,
  to: Day,
  /** When the figures of today were counted; null before the first time. */
  updatedAt: z.nullable(Timestamp),
  totals: UsageFigures,
  /** As many days before; of `today` the whole of yesterday. Null where nothing was counted then. */
  previous: UsageFigures.nullable(),
  /** Every day of the period, oldest first. */
  days: z.array(UsageDay),
  /** Those with any figure, the most messages first. */
  agents: z.array(UsageAgent),
  /** Those with any figure, the most tokens first. */
  models: z.array(UsageModel),
  /** Models of the house that were used and have no price. */
  unpriced: z.array(z.object({ provider: UsageProvider, model: z.string(), tokens: count })),
  /** How many people each plan has now, at most a minute old. */
  plans: z.array(UsagePlan),
  people: count,
})
export type Usage = z.infer<typeof Usage>

const MODEL_LENGTH = 120
const ModelName = z
  .string({ error: 'Modelo inválido' })
  .trim()
  .max(MODEL_LENGTH, `O nome do modelo deve ter no máximo ${MODEL_LENGTH} caracteres`)
  .refine(hasNoNul, NUL_TEXT)

/**
 * The rows behind the figures. `from` and `to` are days in America/Sao_Paulo, both included: of the reply's beginning, with
 * `rating` of the thumb.
 */
export const UsageRepliesQuery = PageQuery.extend({
  status: z.optional(z.enum(MessageStatus.options, 'Situação inválida')),
  rating: z.optional(Rating),
  agentId: z.optional(Id),
  provider: z.optional(UsageProvider),
  /** As the figures call it; empty: not written down. */
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
  rating: Rating.nullable(),
  ratedAt: z.nullable(Timestamp),
})
export type UsageReply = z.infer<typeof UsageReply>

export const UsageRepliesPage = pageOf(UsageReply)
export type UsageRepliesPage = z.infer<typeof UsageRepliesPage>

/** What a model costs, in US dollars a million tokens. */
export const ModelPrice = z.strictObject(modelPriceFields)
export type ModelPrice = z.infer<typeof ModelPrice>

export const ModelPrices = z.object({
  /** Names this list; another is another list. */
  version: z.string(),
  /** By provider and model; prices without needless zeros. */
  prices: z.array(ModelPrice),
  /** The house's models that were used in the last 90 days or are set up, and have no price. */
  unpriced: z.array(z.object({ provider: z.enum(['openai', 'google']), model: z.string() })),
})
export type ModelPrices = z.infer<typeof ModelPrices>

/** The whole list takes the place of the one that was read; where somebody else changed it since, 409. */
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
