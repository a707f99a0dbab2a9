import { expect, test } from 'vitest'
import { chatDraftKey, clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { readDraftSource, storeDraftSource } from './asset-draft-source.ts'

const draftKey = chatDraftKey('ana', 'chat')
const source = { text: '# Plano', selection: 'Plano' }

test('a source belongs to its message, chat and user', () => {
  storeDraftSource(draftKey, 'um', source)
  expect(readDraftSource(draftKey, 'um')).toEqual(source)
  expect(readDraftSource(draftKey, 'dois')).toBeUndefined()
  expect(readDraftSource(chatDraftKey('bia', 'chat'), 'um')).toBeUndefined()
})

test('the last source of a message wins', () => {
  storeDraftSource(draftKey, 'um', { ...source, selection: null })
  expect(readDraftSource(draftKey, 'um')).toEqual({ text: '# Plano', selection: null })
})

test('it is cleared with the user’s drafts', () => {
  storeDraftSource(draftKey, 'um', source)
  clearDrafts('bia')
  expect(readDraftSource(draftKey, 'um')).toEqual(source)
  clearDrafts('ana')
  expect(readDraftSource(draftKey, 'um')).toBeUndefined()
})
