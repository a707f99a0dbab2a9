import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { CHANNELS, type Channel } from '#shared/revisor/rules.ts'
import { COMPARED_WITH_NOTHING, type Compared, isSameCompared } from './compared.ts'

/** A text under review with what it is compared with and the remarks on it. */
export type ReviewDraft = { text: string; compared: Compared; notes: readonly ReviewNote[] }

/** In place of the id of an offer that is not saved. */
export const NEW_OFFER = 'nova'

/** What the text is of; nothing for a pasted one. */
export type ReviewedThing = { messageId?: string | undefined; offerId?: string | undefined }

/** `documentId`: remarks that wait to be stored with this document. */
export type Place = ReviewedThing & { userId: string; isNewDocument?: boolean; documentId?: string }

const storage = (): SafeStorage => localStorage

const nameOf = ({ messageId, offerId, isNewDocument, documentId }: Place) => {
  if (documentId) return `document-${documentId}`
  if (offerId) return `offer-${offerId}`
  return messageId ?? (isNewDocument ? 'new-document' : 'new')
}

const keyOf = (place: Place) => `${userDraftPrefix(place.userId)}review:${nameOf(place)}`

export function readReviewDraft(place: Place): ReviewDraft {
  const key = keyOf(place)
  return { text: readStorage(storage, key), ...parseAbout(readStorage(storage, `${key}:about`)) }
}

/** An empty draft is removed. */
export function writeReviewDraft(place: Place, { text, compared, notes }: ReviewDraft): void {
  const key = keyOf(place)
  const isBare = notes.length === 0 && isSameCompared(compared, COMPARED_WITH_NOTHING)
  writeStorage(storage, key, text)
  writeStorage(storage, `${key}:about`, isBare ? '' : JSON.stringify({ compared, notes }))
}

/** Keeps a reply's text for the Revisor; a text that was changed there before stays, as do remarks. */
export function keepReplyDraft(place: Place, text: string, compared: Compared): void {
  const before = readReviewDraft(place)
  const isUntouched = before.text === text && before.notes.length === 0
  if (before.text === '' || isUntouched) writeReviewDraft(place, { text, compared, notes: [] })
}

/** Keeps an offer's texts for the Revisor, with the remarks of before; a new offer may be another one. */
export function keepOfferDraft(place: Place, text: string, compared: Compared): void {
  const { notes } = readReviewDraft(place)
  const isNew = place.offerId === NEW_OFFER
  writeReviewDraft(place, {
    text,
    compared,
    notes: isNew ? notes.filter((it) => text.includes(it.quote)) : notes,
  })
}

/** Empties the place of a new offer; when it was saved, the remarks on its text go to the saved one. */
export function leaveNewOffer(userId: string, saved?: { offerId: string; text: string }): void {
  const place = { userId, offerId: NEW_OFFER }
  const { compared, notes } = readReviewDraft(place)
  writeReviewDraft(place, { text: '', compared: COMPARED_WITH_NOTHING, notes: [] })
  if (!saved) return
  const { offerId, text } = saved
  const own = notes.filter(({ quote }) => text.includes(quote))
  if (own.length > 0) {
    writeReviewDraft({ userId, offerId }, { text, compared: { ...compared, offerId }, notes: own })
  }
}

type Unknown<T> = Partial<Record<keyof T, unknown>>

// By hand: the contract would bring zod into the chat page.
function parseAbout(stored: string): Omit<ReviewDraft, 'text'> {
  try {
    const { compared, notes } = JSON.parse(stored || '{}') as Unknown<ReviewDraft>
    return {
      compared: isCompared(compared) ? compared : COMPARED_WITH_NOTHING,
      notes: Array.isArray(notes) ? notes.filter(isNote) : [],
    }
  } catch {
    return { compared: COMPARED_WITH_NOTHING, notes: [] }
  }
}

const hasTexts = (value: object, names: readonly string[]) =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

const isCompared = (value: unknown): value is Compared =>
  typeof value === 'object' &&
  value !== null &&
  hasTexts(value, ['productId', 'offerId', 'brandId']) &&
  CHANNELS.includes((value as Compared).channel as Channel)

const isNote = (value: unknown): value is ReviewNote =>
  typeof value === 'object' &&
  value !== null &&
  hasTexts(value, ['id', 'ruleId', 'quote', 'reason', 'createdAt']) &&
  ['ignored', 'proved'].includes((value as ReviewNote).kind)
