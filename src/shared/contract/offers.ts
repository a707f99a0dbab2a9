import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName, optionalText, orEmpty, requiredText } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { hasNoRepeats, Id, Timestamp } from './scalars.ts'

const { contextItems } = LIMITS

const chosen = (text: string, tooMany: string) =>
  mini
    .array(Id, { error: text })
    .check(
      mini.minLength(1, text),
      mini.maxLength(contextItems, tooMany),
      mini.refine(hasNoRepeats, 'Há um item repetido'),
    )

const fields = {
  name: assetName(),
  bigIdea: requiredText('Big Idea é obrigatória'),
  mechanism: requiredText('Mecanismo é obrigatório'),
  offer: requiredText('Oferta é obrigatória'),
  brandIds: chosen('Selecione pelo menos uma marca', `Selecione até ${contextItems} marcas`),
  productIds: chosen('Selecione pelo menos um produto', `Selecione até ${contextItems} produtos`),
}

const chosenForDraft = (text: string, tooMany: string) =>
  mini
    .array(Id, { error: text })
    .check(mini.maxLength(contextItems, tooMany), mini.refine(hasNoRepeats, 'Há um item repetido'))

const bigIdea = optionalText('Big Idea é obrigatória')
const mechanism = optionalText('Mecanismo é obrigatório')
const offer = optionalText('Oferta é obrigatória')
const brandIds = chosenForDraft('Selecione pelo menos uma marca', `Selecione até ${contextItems} marcas`)
const productIds = chosenForDraft('Selecione pelo menos um produto', `Selecione até ${contextItems} produtos`)

/** A draft needs only its name. */
const draftFields = { name: fields.name, bigIdea, mechanism, offer, brandIds, productIds }

export const CreateOffer = z
  .strictObject(fields)
  .extend({ id: z.optional(Id), isDraft: z.optional(z.literal(false)) })
export type CreateOffer = z.infer<typeof CreateOffer>

const CreateOfferDraft = z.strictObject({
  id: z.optional(Id),
  isDraft: z.literal(true),
  name: fields.name,
  bigIdea: orEmpty(bigIdea),
  mechanism: orEmpty(mechanism),
  offer: orEmpty(offer),
  brandIds: mini._default(brandIds, () => []),
  productIds: mini._default(productIds, () => []),
})

/** Idempotent by `id`: the same id and fields of the same user answer the same offer. */
export const NewOffer = z.discriminatedUnion('isDraft', [CreateOffer, CreateOfferDraft], 'Valor inválido')
export type NewOffer = z.infer<typeof NewOffer>

/** Same fields as the call's body. */
export const OfferForm = mini.object(fields)
export type OfferForm = mini.infer<typeof OfferForm>

/** The form's fields when it is saved as a draft. */
export const OfferDraftForm = mini.object(draftFields)
export type OfferDraftForm = mini.infer<typeof OfferDraftForm>

/** The rules of a draft; an offer that is or becomes finished is held to `OfferForm` too. */
export const UpdateOffer = z
  .strictObject(draftFields)
  .extend({ isDraft: z.boolean('Valor inválido') })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateOffer = z.infer<typeof UpdateOffer>

/** `brandIds` and `productIds` list assets that are not deleted, in the chosen order. */
export const Offer = z.object({
  id: Id,
  isDraft: z.boolean(),
  name: z.string(),
  bigIdea: z.string(),
  mechanism: z.string(),
  offer: z.string(),
  brandIds: z.array(Id),
  productIds: z.array(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Offer = z.infer<typeof Offer>

export const OffersPage = pageOf(Offer)
export type OffersPage = z.infer<typeof OffersPage>

export const OfferParams = z.object({ offerId: Id })
