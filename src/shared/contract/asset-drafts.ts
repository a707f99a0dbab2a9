import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { messageLength } = LIMITS

/**
 * Asks a model for the form values of a new asset, extracted from a reply or a selection of it, for review.
 */
export const CreateAssetDraft = z.strictObject({
  kind: z.enum(['product', 'brand', 'offer'], 'Tipo inválido'),
  /** Part of the reply; the whole reply by default. */
  selection: z.optional(z.string().max(messageLength, 'A seleção é longa demais').refine(hasNoNul, NUL_TEXT)),
})
export type CreateAssetDraft = z.infer<typeof CreateAssetDraft>

/** Empty when the reply does not contain it. */
const text = z.string()

export const AssetDraft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    values: z.object({
      name: text,
      /** A `ProductType`, or empty. */
      type: text,
      transformation: text,
      mainPersona: text,
      anchorPrice: text,
      practicePrice: text,
      maxInstallments: text,
      installmentValue: text,
      contentDetails: text,
      additionalDeliverables: text,
    }),
  }),
  z.object({
    kind: z.literal('brand'),
    values: z.object({
      name: text,
      description: text,
      audience: text,
      toneOfVoice: text,
      differentiators: text,
      website: text,
      instagram: text,
    }),
  }),
  z.object({
    kind: z.literal('offer'),
    values: z.object({ name: text, bigIdea: text, mechanism: text, offer: text }),
  }),
])
export type AssetDraft = z.infer<typeof AssetDraft>
