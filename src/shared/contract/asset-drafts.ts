import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { messageLength } = LIMITS

/** What a model reads out of a reply, or a selection of it, for a new asset: the values of its form, to be reviewed. */
export const CreateAssetDraft = z.strictObject({
  kind: z.enum(['product', 'brand', 'offer'], 'Tipo inválido'),
  /** A part of the reply; without it, all of it. */
  selection: z.optional(z.string().max(messageLength, 'A seleção é longa demais').refine(hasNoNul, NUL_TEXT)),
})
export type CreateAssetDraft = z.infer<typeof CreateAssetDraft>

/** Empty where the reply does not say it. */
const text = z.string()

export const AssetDraft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    values: z.object({
      name: text,
      /** One of the contract's types, or empty. */
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
