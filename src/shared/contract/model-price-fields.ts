import * as mini from 'zod/mini'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const MODEL_LENGTH = 120
const MODEL_LONG = `O nome do modelo deve ter no máximo ${MODEL_LENGTH} caracteres`
const PRICE_TEXT = 'Preço inválido: escreva, por exemplo, 2,50'

/** `0.15`: dollars a million tokens, as decimal text; up to four places, and a comma stands for the dot. */
const price = () =>
  mini.string({ error: 'Preço é obrigatório' }).check(
    mini.trim(),
    mini.minLength(1, 'Preço é obrigatório'),
    mini.maxLength(20, PRICE_TEXT),
    mini.regex(/^\d{1,8}(?:[.,]\d{1,4})?$/, PRICE_TEXT),
    mini.overwrite((text) => text.replace(',', '.')),
  )

/** The fields of a model's price, for the call and for the form. */
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
}
