import { z } from 'zod'
import * as mini from 'zod/mini'

const RATE_TEXT = 'Escreva quanto vale um dólar em reais, como 5,40'
const RATE_FORM = /^\d{1,5}(?:[.,]\d{1,4})?$/

const isRate = (text: string) => RATE_FORM.test(text) && Number(text.replace(',', '.')) > 0

/** Reais per US dollar, in which costs are shown beside dollars; null is none. */
export const ExchangeRate = z.object({
  brlPerUsd: z.string().nullable(),
  /** The day in America/Sao_Paulo on which it was set. */
  setOn: z.iso.date().nullable(),
  version: z.int(),
})
export type ExchangeRate = z.infer<typeof ExchangeRate>

/** Replaces the rate; 409 when it has changed since `version`. */
export const ChangeExchangeRate = z.strictObject({
  brlPerUsd: z
    .string({ error: RATE_TEXT })
    .trim()
    .refine(isRate, RATE_TEXT)
    .overwrite((text) => text.replace(',', '.'))
    .nullable(),
  version: z.int('Versão inválida'),
})
export type ChangeExchangeRate = z.infer<typeof ChangeExchangeRate>

/** The form: empty for no rate. */
export const ExchangeRateForm = mini.object({
  brlPerUsd: mini.string().check(
    mini.trim(),
    mini.refine((text) => text === '' || isRate(text), RATE_TEXT),
  ),
})
