import * as mini from 'zod/mini'

/**
 * The fields that may be empty, and that an agent can need all the same: a chat asks for them when it is grounded on a
 * product, brand or offer that lacks them.
 */
export const RequiredField = mini.enum(
  [
    'product.additionalDeliverables',
    'brand.description',
    'brand.audience',
    'brand.toneOfVoice',
    'brand.differentiators',
    'brand.website',
    'brand.instagram',
  ],
  'Campo inválido',
)
export type RequiredField = mini.infer<typeof RequiredField>
