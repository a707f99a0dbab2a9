import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Offer, OfferForm } from '#shared/contract/offers.ts'

export const offers = assetResource<Offer, OfferForm>('offers')
