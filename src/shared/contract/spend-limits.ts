import { z } from 'zod'
import * as mini from 'zod/mini'

const CALLS_MAX = 10_000_000
const CALLS_TEXT = `Escreva um número inteiro de 1 a ${CALLS_MAX.toLocaleString('pt-BR')}`
const USD_TEXT = 'Escreva um valor em dólares, como 25 ou 25,50'
const USD_FORM = /^\d{1,7}(?:[.,]\d{1,2})?$/

const isPositive = (text: string) => Number(text.replace(',', '.')) > 0

const limits = {
  /** Calls of the installation's keys a day: replies, filled-in forms, titles, summaries and tests. */
  dailyCalls: z.int(CALLS_TEXT).min(1, CALLS_TEXT).max(CALLS_MAX, CALLS_TEXT).nullable(),
  /** Their cost a day in US dollars, by the price table; models without a price do not count. */
  dailyUsd: z
    .string({ error: USD_TEXT })
    .trim()
    .regex(USD_FORM, USD_TEXT)
    .refine(isPositive, USD_TEXT)
    .overwrite((text) => text.replace(',', '.'))
    .nullable(),
}

/** The limits of a day in America/Sao_Paulo; null is none. */
export const SpendLimits = z.object({
  ...limits,
  version: z.int(),
  today: z.object({ calls: z.int().min(0), usd: z.string() }),
  /** `warning` from 80 % of a limit of the installation on, `reached` from 100 %. */
  level: z.enum(['warning', 'reached']).nullable(),
})
export type SpendLimits = z.infer<typeof SpendLimits>

/** Replaces all limits; 409 when they have changed since `version`. */
export const ChangeSpendLimits = z.strictObject({ ...limits, version: z.int('Versão inválida') })
export type ChangeSpendLimits = z.infer<typeof ChangeSpendLimits>

const isCalls = (text: string) => {
  const digits = text.replaceAll('.', '')
  return text === '' || (/^\d{1,9}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= CALLS_MAX)
}

/** The form: every field is text, empty for no limit. */
export const SpendLimitsForm = mini.object({
  dailyCalls: mini.string().check(mini.trim(), mini.refine(isCalls, CALLS_TEXT)),
  dailyUsd: mini.string().check(
    mini.trim(),
    mini.refine((text) => text === '' || (USD_FORM.test(text) && isPositive(text)), USD_TEXT),
  ),
})
export type SpendLimitsForm = mini.infer<typeof SpendLimitsForm>
