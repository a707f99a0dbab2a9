import { assetNoun } from '#client/lib/asset-noun.ts'
import type { Offer, OfferForm } from '#shared/contract/offers.ts'

export const offers = assetNoun<Offer, OfferForm>('offers')
