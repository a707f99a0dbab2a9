import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { addToFormDraft, formDraftKey } from '#client/lib/forms/form-draft.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { moveParts } from '#shared/revisor/move-spans.ts'
import { CHANNELS, type Channel } from '#shared/revisor/rules.ts'
import type { Span } from '#shared/voice/sentences.ts'
import { COMPARED_WITH_NOTHING, type Compared, isSameCompared } from './compared.ts'

/** The fields of a form that the text is made of, in its order, and the storage key of the form's draft. */
export type ReviewedForm = { place: string; parts: readonly (Span & { field: string })[] }

/** A text under review: its comparison, the remarks on it, and the form that its changes go back to. */
export type ReviewDraft = {
  text: string
  compared: Compared
  notes: readonly ReviewNote[]
  form?: ReviewedForm | undefined
}

/** In place of the id of an offer that is not saved. */
export const NEW_OFFER = 'nova'

/** The reply or offer that the text comes from; neither for a pasted text. */
export type ReviewedThing = { messageId?: string | undefined; offerId?: string | undefined }

/** `documentId`: remarks that wait to be stored with this document. `draftName`: the form of a new offer. */
export type Place = ReviewedThing & {
  userId: string
  isNewDocument?: boolean
  documentId?: string
  draftName?: string | undefined
}

const storage = (): SafeStorage => localStorage

const nameOf = ({ messageId, offerId, draftName, isNewDocument, documentId }: Place) => {
  if (documentId) return `document-${documentId}`
  if (offerId) return draftName ? `offer-${offerId}:${draftName}` : `offer-${offerId}`
  return messageId ?? (isNewDocument ? 'new-document' : 'new')
}

const keyOf = (place: Place) => `${userDraftPrefix(place.userId)}review:${nameOf(place)}`

export function readReviewDraft(place: Place): ReviewDraft {
  const key = keyOf(place)
  const text = readStorage(storage, key)
  return { text, ...parseAbout(readStorage(storage, `${key}:about`), text, place.userId) }
}

/** An empty draft is removed. */
export function writeReviewDraft(place: Place, { text, ...about }: ReviewDraft): void {
  const key = keyOf(place)
  const { compared, notes, form } = about
  const isBare = notes.length === 0 && !form && isSameCompared(compared, COMPARED_WITH_NOTHING)
  writeStorage(storage, key, text)
  writeStorage(storage, `${key}:about`, isBare ? '' : JSON.stringify(about))
}

/** The draft with another text. Fields whose words differ then change in the form's own draft, too. */
export function withText(draft: ReviewDraft, text: string): ReviewDraft {
  const { form } = draft
  if (!form) return { ...draft, text }
  const parts = moveParts(form.parts, draft.text, text)
  const changes = parts.flatMap(({ field, start, end }, at) => {
    const now = text.slice(start, end)
    const before = form.parts[at]
    return before && now !== draft.text.slice(before.start, before.end) ? [[field, now]] : []
  })
  if (changes.length > 0) addToFormDraft(form.place, Object.fromEntries(changes))
  return { ...draft, text, form: { ...form, parts } }
}

/** Keeps a reply's text for the Revisor; a text that was changed there before stays, as do remarks. */
export function keepReplyDraft(place: Place, text: string, compared: Compared): void {
  const before = readReviewDraft(place)
  const isUntouched = before.text === text && before.notes.length === 0
  if (before.text === '' || isUntouched) writeReviewDraft(place, { text, compared, notes: [] })
}

/** Keeps an offer's texts for the Revisor, with the remarks of before; a new offer's form may have been emptied since. */
export function keepOfferDraft(place: Place, draft: Omit<ReviewDraft, 'notes'>): void {
  const { notes } = readReviewDraft(place)
  const isNew = place.offerId === NEW_OFFER
  writeReviewDraft(place, {
    ...draft,
    notes: isNew ? notes.filter((it) => draft.text.includes(it.quote)) : notes,
  })
}

/** Empties the place of a new offer; when it was saved, the remarks on its text go to the saved one. */
export function leaveNewOffer(
  { userId, draftName }: { userId: string; draftName: string },
  saved?: { offerId: string; text: string },
): void {
  const place = { userId, draftName, offerId: NEW_OFFER }
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
function parseAbout(stored: string, text: string, userId: string): Omit<ReviewDraft, 'text'> {
  try {
    const { compared, notes, form } = JSON.parse(stored || '{}') as Unknown<ReviewDraft>
    return {
      compared: isCompared(compared) ? compared : COMPARED_WITH_NOTHING,
      notes: Array.isArray(notes) ? notes.filter(isNote) : [],
      ...(isForm(form, text, userId) && { form }),
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

function isForm(value: unknown, text: string, userId: string): value is ReviewedForm {
  if (typeof value !== 'object' || value === null || !hasTexts(value, ['place'])) return false
  const { place, parts } = value as Unknown<ReviewedForm> & { place: string }
  return (
    place.startsWith(formDraftKey(userId, '')) &&
    Array.isArray(parts) &&
    parts.every((it) => isPart(it, text))
  )
}

function isPart(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null || !hasTexts(value, ['field'])) return false
  const { start, end } = value as Unknown<Span>
  return (
    typeof start === 'number' && typeof end === 'number' && 0 <= start && start <= end && end <= text.length
  )
}

const isNote = (value: unknown): value is ReviewNote =>
  typeof value === 'object' &&
  value !== null &&
  hasTexts(value, ['id', 'ruleId', 'quote', 'reason', 'createdAt']) &&
  ['ignored', 'proved'].includes((value as ReviewNote).kind)
