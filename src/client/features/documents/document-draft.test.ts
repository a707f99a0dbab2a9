import { beforeEach, expect, test } from 'vitest'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import { draftPlace, forgetDraft, readDraft, writeDraft } from './document-draft.ts'

const storage = memoryStorage()
const kept = storage.items
beforeEach(() => {
  kept.clear()
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
})

const draft = { title: 'Plano', body: '# Plano', version: 2 }

test('one draft for each user and document, and one for a new document', () => {
  const places = [draftPlace('ana'), draftPlace('ana', 'um'), draftPlace('ana', 'dois'), draftPlace('bia')]
  expect(new Set(places).size).toBe(4)
  for (const place of places) expect(place).toMatch(/^elenco-draft:(ana|bia):/)
})

test('a draft is read back until it is forgotten', () => {
  const place = draftPlace('ana', 'um')
  expect(readDraft(place)).toBeUndefined()
  writeDraft(place, draft)
  expect(readDraft(place)).toEqual(draft)
  forgetDraft(place, draft)
  expect(readDraft(place)).toBeUndefined()
})

test('a draft that another tab replaced is not deleted', () => {
  const place = draftPlace('ana', 'um')
  writeDraft(place, { ...draft, body: 'Da outra aba' })
  forgetDraft(place, draft)
  expect(readDraft(place)?.body).toBe('Da outra aba')
  forgetDraft(place, undefined)
  expect(readDraft(place)).toBeUndefined()
})

test.each(['', 'null', '[]', '"x"', '{', '{"title":"x"}', '{"title":"x","body":"y","version":"2"}'])(
  '%j is no draft',
  (text) => {
    kept.set(draftPlace('ana'), text)
    expect(readDraft(draftPlace('ana'))).toBeUndefined()
  },
)

test('a storage that throws loses only the draft', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('refused')
    },
  })
  writeDraft(draftPlace('ana'), draft)
  forgetDraft(draftPlace('ana'), undefined)
  expect(readDraft(draftPlace('ana'))).toBeUndefined()
})
