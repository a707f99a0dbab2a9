import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName, requiredText } from './business-fields.ts'
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

export const CreateOffer = z.strictObject(fields)
export type CreateOffer = z.infer<typeof CreateOffer>

/** Same fields as the call's body. */
export const OfferForm = mini.object(fields)
export type OfferForm = mini.infer<typeof OfferForm>

export const UpdateOffer = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateOffer = z.infer<typeof UpdateOffer>

/** `brandIds` and `productIds` list assets that are not deleted, in the chosen order. */
export const Offer = z.object({
  id: Id,
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
