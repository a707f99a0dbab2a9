import type { OfferForm } from '#shared/contract/offers.ts'

/** The texts of an offer as the Revisor reads them. */
export const offerText = ({
  bigIdea,
  mechanism,
  offer,
}: Pick<OfferForm, 'bigIdea' | 'mechanism' | 'offer'>) =>
  [bigIdea, mechanism, offer].filter((it) => it.trim() !== '').join('\n\n')
