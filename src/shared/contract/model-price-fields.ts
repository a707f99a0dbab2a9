import * as mini from 'zod/mini'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const MODEL_LENGTH = 120
const MODEL_LONG = `O nome do modelo deve ter no máximo ${MODEL_LENGTH} caracteres`
const PRICE_TEXT = 'Preço inválido: escreva, por exemplo, 2,50'

/** US dollars per million tokens as decimal text, such as `0.15`; up to four places, with dot or comma. */
const price = () =>
  mini.string({ error: 'Preço é obrigatório' }).check(
    mini.trim(),
    mini.minLength(1, 'Preço é obrigatório'),
    mini.maxLength(20, PRICE_TEXT),
    mini.regex(/^\d{1,8}(?:[.,]\d{1,4})?$/, PRICE_TEXT),
    mini.overwrite((text) => text.replace(',', '.')),
  )

const CONTEXT_TEXT = 'Escreva o contexto em tokens, de 1.000 a 100.000.000'

/** Shared by call and form. */
export const modelPriceFields = {
  provider: mini.enum(['openai', 'google'], 'Provedor inválido'),
  model: mini
    .string({ error: 'Modelo é obrigatório' })
    .check(
      mini.trim(),
      mini.minLength(1, 'Modelo é obrigatório'),
      mini.maxLength(MODEL_LENGTH, MODEL_LONG),
      mini.refine(hasNoNul, NUL_TEXT),
    ),
  inputPrice: price(),
  cachedInputPrice: price(),
  outputPrice: price(),
  /** Whether agents may choose the model. */
  isOffered: mini._default(mini.boolean('Valor inválido'), true),
  /** Tokens of prompt and reply that the model can hold; null when not known. */
  contextTokens: mini._default(
    mini.nullable(
      mini.int(CONTEXT_TEXT).check(mini.gte(1_000, CONTEXT_TEXT), mini.lte(100_000_000, CONTEXT_TEXT)),
    ),
    null,
  ),
}
