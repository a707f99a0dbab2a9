import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { fillTextLength, fillAddressLength, messageLength } = LIMITS

const kind = z.enum(['product', 'brand', 'offer'], 'Tipo inválido')

/**
 * Asks a model for the form values of a new asset, extracted from a reply or a selection of it, for review.
 */
export const CreateAssetDraft = z.strictObject({
  kind,
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

export const FillParams = z.object({ kind })

const ADDRESS_INVALID = 'Endereço inválido'
const fillTextLong = `O texto passa de ${fillTextLength.toLocaleString('pt-BR')} caracteres`

/** A page's address; `https://` is added or replaces `http://`. */
const pageAddress = z
  .string(ADDRESS_INVALID)
  .trim()
  .max(fillAddressLength, ADDRESS_INVALID)
  .transform((text) => (/^[a-z]+:(?!\d)/i.test(text) ? text : `https://${text}`))
  .transform((text) => text.replace(/^http:/i, 'https:'))
  .refine((text) => /^https:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text), ADDRESS_INVALID)

/** Asks a model for the form values of an asset, extracted from a page or a pasted text: one of them. */
export const CreateFill = z
  .strictObject({
    address: z.optional(pageAddress),
    text: z.optional(
      z
        .string('Texto inválido')
        .trim()
        .min(1, 'Cole um texto')
        .max(fillTextLength, fillTextLong)
        .refine(hasNoNul, NUL_TEXT),
    ),
  })
  .refine(({ address, text }) => (address === undefined) !== (text === undefined), {
    error: 'Envie um endereço ou um texto',
    path: ['address'],
  })
export type CreateFill = z.infer<typeof CreateFill>

export const FilledDraft = z.object({
  draft: AssetDraft,
  /** The words of the source from which each filled field was read. */
  quotes: z.record(z.string(), z.string()),
  /** Only the beginning of the source was read. */
  isTruncated: z.boolean(),
  /** Read without a model, in the demonstration: only labels such as "Público: …" are found. */
  isByRules: z.boolean(),
})
export type FilledDraft = z.infer<typeof FilledDraft>
