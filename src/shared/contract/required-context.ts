import * as mini from 'zod/mini'

/** Optional asset fields that an agent may require: a chat asks for them when its context lacks them. */
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
