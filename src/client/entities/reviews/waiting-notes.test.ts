import { beforeEach, expect, test } from 'vitest'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { readReviewDraft } from './review-draft.ts'
import { keepNotes, storeWaitingNotes } from './waiting-notes.ts'

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: memoryStorage() })
})

const place = { userId: 'ana', documentId: 'um' }
const noteOf = (id: string): ReviewNote => ({
  ...{ id, ruleId: 'superlative', kind: 'ignored', quote: 'O melhor', reason: 'Prêmio' },
  ...{ source: null, file: null, createdAt: '2026-11-28T12:00:00.000Z' },
})
const waitingIds = () => readReviewDraft(place).notes.map(({ id }) => id)

test('remarks are kept until they are stored, and only stored and refused ones go', async () => {
  keepNotes(place, ['stored', 'refused', 'unanswered'].map(noteOf))
  const answer = await storeWaitingNotes({
    place,
    send: async (notes) => {
      expect(waitingIds()).toEqual(['stored', 'refused', 'unanswered'])
      return {
        refused: notes.filter(({ id }) => id === 'refused'),
        unstored: notes.filter(({ id }) => id === 'unanswered'),
      }
    },
  })
  expect(answer).toEqual({ refused: 1, waiting: 1 })
  expect(waitingIds()).toEqual(['unanswered'])
  const sent: string[] = []
  const send = async (notes: readonly ReviewNote[]) => {
    sent.push(...notes.map(({ id }) => id))
    return { refused: [], unstored: [] }
  }
  expect(await storeWaitingNotes({ place, send })).toEqual({ refused: 0, waiting: 0 })
  expect(sent).toEqual(['unanswered'])
  expect(waitingIds()).toEqual([])
})

test('a remark that is added while others are sent is sent too, and no remark twice', async () => {
  keepNotes(place, [noteOf('first')])
  const batches: string[][] = []
  const send = async (notes: readonly ReviewNote[]) => {
    batches.push(notes.map(({ id }) => id))
    if (batches.length === 1) {
      keepNotes(place, ['first', 'later'].map(noteOf))
      expect(await storeWaitingNotes({ place, send })).toEqual({ refused: 0, waiting: 0 })
    }
    return { refused: [], unstored: [] }
  }
  await storeWaitingNotes({ place, send })
  expect(batches).toEqual([['first'], ['later']])
  expect(waitingIds()).toEqual([])
})
