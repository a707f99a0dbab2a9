import { z } from 'zod'
import * as mini from 'zod/mini'
import { isHttpsLink } from '../https-link.ts'
import { LIMITS } from '../limits.ts'
import { assetName } from './business-fields.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { Plan } from './plans.ts'
import { figure, hasNoNul, idWith, NUL_TEXT } from './scalars.ts'

const {
  checkoutUrlLength,
  externalIdLength,
  externalNameLength,
  monthlyMessagesMax,
  passageLimitMax,
  planDescriptionLength,
  planExternalsMax,
  planNameLength,
  plansMax,
  priceTextLength,
  storageMegabytesMax,
  trialDaysMax,
} = LIMITS

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/
const NAME_LONG = `O nome passa de ${planNameLength} caracteres`
const SLUG_TEXT = 'Use letras minúsculas sem acento, números e _, começando por uma letra'
const LIMIT_TEXT = `Escreva um número inteiro de 0 a ${monthlyMessagesMax.toLocaleString('pt-BR')}`
const DAILY_TEXT = `Escreva um número inteiro de 1 a ${monthlyMessagesMax.toLocaleString('pt-BR')}, ou nada`
const STORAGE_TEXT = `Escreva um número inteiro de 1 a ${storageMegabytesMax.toLocaleString('pt-BR')}`
const PASSAGES_TEXT = `Escreva um número inteiro de 1 a ${passageLimitMax.toLocaleString('pt-BR')}`
const TRIAL_TEXT = `Escreva um número inteiro de 0 a ${trialDaysMax}`
const CHECKOUT_TEXT = 'Use um endereço que comece com https://'
const PRICE_ID_TEXT = 'O código do preço tem só letras, números, _ e -'
const isEachOnce = (items: readonly string[]) => new Set(items).size === items.length

const displayName = assetName('Nome é obrigatório', NAME_LONG).check(
  mini.maxLength(planNameLength, NAME_LONG),
)
const name = mini
  .string({ error: SLUG_TEXT })
  .check(mini.trim(), mini.maxLength(planNameLength, NAME_LONG), mini.regex(/^[a-z][a-z0-9_]*$/, SLUG_TEXT))
const description = mini
  .string({ error: 'Texto inválido' })
  .check(
    mini.trim(),
    mini.maxLength(planDescriptionLength, `A descrição passa de ${planDescriptionLength} caracteres`),
    mini.refine(hasNoNul, NUL_TEXT),
  )
const priceText = mini.string({ error: 'Preço inválido' }).check(
  mini.trim(),
  mini.maxLength(priceTextLength, `O preço passa de ${priceTextLength} caracteres`),
  mini.refine((text) => !CONTROL.test(text), 'O preço tem caracteres inválidos'),
)
const checkoutUrl = mini.string({ error: CHECKOUT_TEXT }).check(
  mini.trim(),
  mini.maxLength(checkoutUrlLength, CHECKOUT_TEXT),
  mini.refine((text) => text === '' || isHttpsLink(text), CHECKOUT_TEXT),
)
const stripePriceId = mini
  .string({ error: PRICE_ID_TEXT })
  .check(
    mini.trim(),
    mini.maxLength(externalIdLength, PRICE_ID_TEXT),
    mini.regex(/^[A-Za-z0-9_-]*$/, PRICE_ID_TEXT),
  )
const allAgents = mini.boolean({ error: 'Valor inválido' })
const acceptsCoupons = mini.boolean({ error: 'Valor inválido' })
const isArchived = mini.boolean({ error: 'Valor inválido' })

/** The kinds of ids that identify what each provider sells. */
const EXTERNAL_KINDS = { hubla: ['offer', 'product'], stripe: ['price', 'product'] } as const

const EXTERNAL_TEXT = 'Código inválido'
/** A provider's id of something that it sells. */
const externalId = mini.string({ error: EXTERNAL_TEXT }).check(
  mini.trim(),
  mini.minLength(1, EXTERNAL_TEXT),
  mini.maxLength(externalIdLength, EXTERNAL_TEXT),
  mini.refine((text) => !/\s/.test(text) && !CONTROL.test(text), EXTERNAL_TEXT),
)

type Known = { provider: string; kind: string }
const isKnownKind = ({ provider, kind }: Known) =>
  Object.entries(EXTERNAL_KINDS).some(([it, kinds]) => it === provider && kinds.some((one) => one === kind))

const external = {
  provider: z.enum(['hubla', 'stripe'], 'Provedor inválido'),
  kind: z.enum(['offer', 'product', 'price'], 'Tipo de código inválido'),
  externalId: z.string(),
  /** The provider's name for it, if known. */
  name: z.string().nullable(),
}

/** Maps something that a provider sells to this plan. */
export const PlanExternal = z.object(external)
export type PlanExternal = z.infer<typeof PlanExternal>

/** A unique key of a provider's id. */
export const externalKeyOf = ({ provider, kind, externalId: id }: Omit<PlanExternal, 'name'>): string =>
  `${provider}:${kind}:${id}`

const GivenExternal = z
  .strictObject({
    ...external,
    externalId,
    name: z
      .string({ error: 'Nome inválido' })
      .trim()
      .max(externalNameLength, 'Nome inválido')
      .refine((text) => !CONTROL.test(text), 'Nome inválido')
      .nullable()
      .default(null),
  })
  .refine(isKnownKind, { path: ['kind'], error: 'Tipo de código inválido' })

const externals = z
  .array(GivenExternal)
  .max(planExternalsMax, `Um plano tem até ${planExternalsMax} códigos`)
  .refine((list) => isEachOnce(list.map(externalKeyOf)), 'Há um código repetido')

const emptyIsNone = (text: string | null) => text || null

const fields = {
  name,
  displayName,
  description,
  monthlyMessageLimit: z.int(LIMIT_TEXT).min(0, LIMIT_TEXT).max(monthlyMessagesMax, LIMIT_TEXT),
  /** Messages of each user a day; null for no limit. */
  dailyMessageLimit: z.int(DAILY_TEXT).min(1, DAILY_TEXT).max(monthlyMessagesMax, DAILY_TEXT).nullable(),
  /** Room of each user, in megabytes of 1,000,000 bytes. */
  storageMegabytes: z.int(STORAGE_TEXT).min(1, STORAGE_TEXT).max(storageMegabytesMax, STORAGE_TEXT),
  /** Passages of each user's Acervo. */
  passageLimit: z.int(PASSAGES_TEXT).min(1, PASSAGES_TEXT).max(passageLimitMax, PASSAGES_TEXT),
  allAgents,
  /** Here and below, an empty text means none. */
  priceText: z.nullable(priceText).transform(emptyIsNone),
  /** Hubla's checkout page. */
  checkoutUrl: z.nullable(checkoutUrl).transform(emptyIsNone),
  /** Stripe's id of the price. It is added to `externals`, and stays there when it changes. */
  stripePriceId: z.nullable(stripePriceId).transform(emptyIsNone),
  /** Days before the first charge at Stripe; 0 for none. */
  trialDays: z.int(TRIAL_TEXT).min(0, TRIAL_TEXT).max(trialDaysMax, TRIAL_TEXT),
  /** Stripe's page takes promotion codes. */
  acceptsCoupons,
  externals,
}

/** A new plan comes last. */
export const CreatePlan = z.strictObject({
  ...fields,
  description: mini._default(description, ''),
  dailyMessageLimit: fields.dailyMessageLimit.default(null),
  storageMegabytes: fields.storageMegabytes.default(1_000),
  passageLimit: fields.passageLimit.default(20_000),
  allAgents: mini._default(allAgents, false),
  priceText: fields.priceText.default(null),
  checkoutUrl: fields.checkoutUrl.default(null),
  stripePriceId: fields.stripePriceId.default(null),
  trialDays: fields.trialDays.default(0),
  acceptsCoupons: mini._default(acceptsCoupons, false),
  externals: externals.default([]),
})
export type CreatePlan = z.infer<typeof CreatePlan>

/**
 * The version that was read. If it has changed since, the answer is CONFLICT with the current one in
 * `details.version`.
 */
const version = z.int('Versão inválida').min(1, 'Versão inválida').max(2_000_000_000, 'Versão inválida')

/** Omitted fields stay; `externals` replaces the whole list. */
export const UpdatePlan = z
  .strictObject({ ...fields, isArchived })
  .partial()
  .extend({ version })
  .refine((change) => Object.keys(change).length > 1, 'Nada para mudar')
export type UpdatePlan = z.infer<typeof UpdatePlan>

/** Choices of provider and kind for a typed code. */
export const EXTERNAL_CHOICES = ['hubla:offer', 'hubla:product', 'stripe:price', 'stripe:product'] as const

const isExternalKey = (text: string) => EXTERNAL_CHOICES.some((choice) => text.startsWith(`${choice}:`))
/** Every field is text; codes are written as by {@link externalKeyOf}. `newExternal` may be half typed. */
export const PlanForm = mini.object({
  displayName,
  name,
  description,
  priceText,
  monthlyMessageLimit: figure(LIMIT_TEXT, { least: 0, most: monthlyMessagesMax }),
  dailyMessageLimit: figure(DAILY_TEXT, { least: 1, most: monthlyMessagesMax, isOptional: true }),
  storageMegabytes: figure(STORAGE_TEXT, { least: 1, most: storageMegabytesMax }),
  passageLimit: figure(PASSAGES_TEXT, { least: 1, most: passageLimitMax }),
  allAgents,
  checkoutUrl,
  stripePriceId,
  trialDays: figure(TRIAL_TEXT, { least: 0, most: trialDaysMax, isOptional: true }),
  acceptsCoupons,
  externals: mini
    .array(mini.string().check(mini.refine(isExternalKey, EXTERNAL_TEXT)))
    .check(
      mini.maxLength(planExternalsMax, `Um plano tem até ${planExternalsMax} códigos`),
      mini.refine(isEachOnce, 'Há um código repetido'),
    ),
  newExternal: mini.string({ error: EXTERNAL_TEXT }).check(
    mini.trim(),
    mini.maxLength(externalIdLength, EXTERNAL_TEXT),
    mini.refine((text) => !/\s/.test(text) && !CONTROL.test(text), EXTERNAL_TEXT),
  ),
  newExternalKind: mini.enum(EXTERNAL_CHOICES, EXTERNAL_TEXT),
  isArchived,
})
export type PlanForm = mini.infer<typeof PlanForm>

/** A plan as administrators see it. */
export const AdminPlan = Plan.extend({
  order: z.int(),
  /** No longer sold; existing subscriptions stay. */
  isArchived: z.boolean(),
  checkoutUrl: z.string().nullable(),
  stripePriceId: z.string().nullable(),
  acceptsCoupons: z.boolean(),
  /** The provider that sells it now; null when a page, a price or the provider's settings are missing. */
  soldBy: z.enum(['hubla', 'stripe']).nullable(),
  /** Ordered by provider, kind and id; includes `stripePriceId`. */
  externals: z.array(PlanExternal),
  /** Number of users whose effective subscription has this plan. */
  people: z.int().min(0),
  version: z.int(),
})
export type AdminPlan = z.infer<typeof AdminPlan>

export const AdminPlansPage = pageOf(AdminPlan)
export type AdminPlansPage = z.infer<typeof AdminPlansPage>

export const AdminPlansQuery = PageQuery

const PLAN_UNKNOWN = 'Plano não encontrado'

export const PlanParams = z.object({ planId: idWith(PLAN_UNKNOWN) })

/** Every plan, archived ones included, each once; otherwise CONFLICT, because the list has changed. */
export const PlanOrder = z.strictObject({
  ids: z
    .array(idWith(PLAN_UNKNOWN))
    .max(plansMax, 'Há planos demais')
    .refine(isEachOnce, 'Há um plano repetido'),
})
export type PlanOrder = z.infer<typeof PlanOrder>
