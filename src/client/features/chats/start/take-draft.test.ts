import { expect, test } from 'vitest'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import { requestStart, takeStart, withdrawStart } from './start-requests.ts'
import { takeDraft } from './take-draft.ts'

const ITEM = { kind: 'product', id: '1', name: 'Curso' } as const

test('an empty draft takes home’s, an own one changes places with it, text and context together', () => {
  chatDrafts.write('home', 'Primeira')
  takeDraft('home', 'clara')
  expect([chatDrafts.text('home'), chatDrafts.text('clara')]).toEqual(['', 'Primeira'])
  draftContext.choose('clara', [ITEM])
  chatDrafts.write('home', 'Segunda')
  takeDraft('home', 'clara')
  expect([chatDrafts.text('home'), chatDrafts.text('clara')]).toEqual(['Primeira', 'Segunda'])
  expect([draftContext.items('home'), draftContext.items('clara')]).toEqual([[ITEM], undefined])
})

test('without a text on home the chat keeps its own draft', () => {
  chatDrafts.write('ruth', 'Só minha')
  takeDraft('vazio', 'ruth')
  expect(chatDrafts.text('ruth')).toBe('Só minha')
})

test('a request to send holds for one draft and one time', () => {
  requestStart('clara')
  expect([takeStart('clara'), takeStart('clara')]).toEqual([true, false])
  requestStart('clara')
  expect([takeStart('ruth'), takeStart('clara')]).toEqual([false, false])
})

test('a request that is withdrawn sends nothing, and another one stays', () => {
  requestStart('clara')
  withdrawStart('ruth')
  expect(takeStart('clara')).toBe(true)
  requestStart('clara')
  withdrawStart('clara')
  expect(takeStart('clara')).toBe(false)
})
