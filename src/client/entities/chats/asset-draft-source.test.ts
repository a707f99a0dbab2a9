import { expect, test } from 'vitest'
import { chatDraftKey, clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { readDraftSource, storeDraftSource } from './asset-draft-source.ts'

const place = chatDraftKey('ana', 'chat')
const source = { text: '# Plano', selection: 'Plano' }

test('a reply is handed over to its own message, chat and person', () => {
  storeDraftSource(place, 'um', source)
  expect(readDraftSource(place, 'um')).toEqual(source)
  expect(readDraftSource(place, 'dois')).toBeUndefined()
  expect(readDraftSource(chatDraftKey('bia', 'chat'), 'um')).toBeUndefined()
})

test('the last one of a message stands, with or without a selection', () => {
  storeDraftSource(place, 'um', { ...source, selection: null })
  expect(readDraftSource(place, 'um')).toEqual({ text: '# Plano', selection: null })
})

test('it is forgotten with the person’s drafts', () => {
  storeDraftSource(place, 'um', source)
  clearDrafts('bia')
  expect(readDraftSource(place, 'um')).toEqual(source)
  clearDrafts('ana')
  expect(readDraftSource(place, 'um')).toBeUndefined()
})
