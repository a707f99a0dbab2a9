import type { OfferForm } from '#shared/contract/offers.ts'

const FIELDS = ['bigIdea', 'mechanism', 'offer'] as const

/** The texts of an offer as the Revisor reads them, and where each field is. */
export function reviewedOffer(values: Pick<OfferForm, (typeof FIELDS)[number]>) {
  let text = ''
  const parts = FIELDS.filter((field) => values[field].trim() !== '').map((field) => {
    const start = text === '' ? 0 : text.length + 2
    text += `${text && '\n\n'}${values[field]}`
    return { field, start, end: text.length }
  })
  return { text, parts }
}
