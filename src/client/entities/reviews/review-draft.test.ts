import { beforeEach, expect, test } from 'vitest'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { COMPARED_WITH_NOTHING } from './compared.ts'
import {
  keepOfferDraft,
  leaveNewOffer,
  NEW_OFFER,
  readReviewDraft,
  withText,
  writeReviewDraft,
} from './review-draft.ts'

const storage = memoryStorage()
const kept = storage.items
beforeEach(() => {
  kept.clear()
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
  const compared = { ...COMPARED_WITH_NOTHING, productId: 'produto' }
  writeReviewDraft({ ...form, offerId: NEW_OFFER }, { text, compared, notes })
})

const form = { userId: 'ana', draftName: 'novo' }
const text = 'Lucro garantido na turma nova.'
const noteOf = (quote: string): ReviewNote => ({
  ...{ id: quote, ruleId: 'guaranteed', kind: 'ignored', quote, reason: 'Há contrato' },
  ...{ source: null, file: null, createdAt: '2026-11-28T12:00:00.000Z' },
})
const notes = ['Lucro garantido', 'Últimas vagas'].map(noteOf)

test('the remarks on a new offer go to the saved one, and nothing of it stays for the next', () => {
  leaveNewOffer(form, { offerId: 'salva', text })
  expect([...kept.keys()].filter((key) => key.includes(NEW_OFFER))).toEqual([])
  expect(readReviewDraft({ userId: 'ana', offerId: 'salva' })).toEqual({
    text,
    compared: { ...COMPARED_WITH_NOTHING, productId: 'produto', offerId: 'salva' },
    notes: [noteOf('Lucro garantido')],
  })
})

test('two new offers have a place each, of which only that of the one that is left is emptied', () => {
  const copy = { ...form, offerId: NEW_OFFER, draftName: 'copia:1' }
  keepOfferDraft(copy, { text: 'Outra turma.', compared: COMPARED_WITH_NOTHING })
  expect(readReviewDraft({ ...form, offerId: NEW_OFFER })).toMatchObject({ text, notes })
  leaveNewOffer(form, { offerId: 'salva', text })
  expect(readReviewDraft(copy).text).toBe('Outra turma.')
})

test('nothing of a discarded offer stays, nor of a saved one without remarks', () => {
  leaveNewOffer(form)
  expect(kept.size).toBe(0)
  leaveNewOffer(form, { offerId: 'salva', text })
  expect(kept.size).toBe(0)
})

test('words that change go back to their field of the form, and no other field does', () => {
  const place = formDraftKey('ana', 'offer:1')
  kept.set(place, '{"name":"Turma nova","bigIdea":"Lucro garantido"}')
  const parts = [
    { field: 'bigIdea', start: 0, end: 15 },
    { field: 'offer', start: 17, end: 28 },
  ]
  const draft = {
    ...{ text: 'Lucro garantido\n\nDoze aulas.', compared: COMPARED_WITH_NOTHING, notes: [] },
    form: { place, parts },
  }
  const changed = withText(draft, 'Lucro possível\n\nDoze aulas.')
  expect(JSON.parse(kept.get(place) ?? '')).toEqual({ name: 'Turma nova', bigIdea: 'Lucro possível' })
  withText(changed, 'Lucro possível\n\nTreze aulas.')
  expect(JSON.parse(kept.get(place) ?? '')).toMatchObject({
    bigIdea: 'Lucro possível',
    offer: 'Treze aulas.',
  })
  writeReviewDraft({ userId: 'ana', offerId: '1' }, changed)
  expect(readReviewDraft({ userId: 'ana', offerId: '1' })).toEqual(changed)
})

test('a form of somebody else, or parts beyond the text, are not believed', () => {
  const at = { userId: 'ana', offerId: '1' }
  const draft = { text: 'Lucro', compared: COMPARED_WITH_NOTHING, notes: [] }
  const parts = [{ field: 'offer', start: 0, end: 5 }]
  writeReviewDraft(at, { ...draft, form: { place: formDraftKey('bia', 'offer:1'), parts } })
  expect(readReviewDraft(at).form).toBeUndefined()
  const beyond = [{ field: 'offer', start: 0, end: 6 }]
  writeReviewDraft(at, { ...draft, form: { place: formDraftKey('ana', 'offer:1'), parts: beyond } })
  expect(readReviewDraft(at).form).toBeUndefined()
})
