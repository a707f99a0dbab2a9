import type { Offer, OfferForm } from '#shared/contract/offers.ts'

export const NO_OFFER: OfferForm = {
  name: '',
  bigIdea: '',
  mechanism: '',
  offer: '',
  productIds: [],
  brandIds: [],
}

/** An offer as its form shows it. */
export const valuesOf = (offer: Offer): OfferForm => ({
  name: offer.name,
  bigIdea: offer.bigIdea,
  mechanism: offer.mechanism,
  offer: offer.offer,
  productIds: offer.productIds,
  brandIds: offer.brandIds,
})
