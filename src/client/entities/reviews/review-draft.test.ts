import { beforeEach, expect, test } from 'vitest'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { COMPARED_WITH_NOTHING } from './compared.ts'
import { leaveNewOffer, NEW_OFFER, readReviewDraft, writeReviewDraft } from './review-draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  const compared = { ...COMPARED_WITH_NOTHING, productId: 'produto' }
  writeReviewDraft({ userId: 'ana', offerId: NEW_OFFER }, { text, compared, notes })
})

const text = 'Lucro garantido na turma nova.'
const noteOf = (quote: string): ReviewNote => ({
  ...{ id: quote, ruleId: 'guaranteed', kind: 'ignored', quote, reason: 'Há contrato' },
  ...{ source: null, file: null, createdAt: '2026-11-28T12:00:00.000Z' },
})
const notes = ['Lucro garantido', 'Últimas vagas'].map(noteOf)

test('the remarks on a new offer go to the saved one, and nothing of it stays for the next', () => {
  leaveNewOffer('ana', { offerId: 'salva', text })
  expect([...kept.keys()].filter((key) => key.includes(NEW_OFFER))).toEqual([])
  expect(readReviewDraft({ userId: 'ana', offerId: 'salva' })).toEqual({
    text,
    compared: { ...COMPARED_WITH_NOTHING, productId: 'produto', offerId: 'salva' },
    notes: [noteOf('Lucro garantido')],
  })
})

test('nothing of a discarded offer stays, nor of a saved one without remarks', () => {
  leaveNewOffer('ana')
  expect(kept.size).toBe(0)
  leaveNewOffer('ana', { offerId: 'salva', text })
  expect(kept.size).toBe(0)
})
