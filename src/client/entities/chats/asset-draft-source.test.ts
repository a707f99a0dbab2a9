import { expect, test } from 'vitest'
import { chatPlace, forgetDrafts } from '#client/lib/browser/user-drafts.ts'
import { handedOverReply, handOverReply } from './asset-draft-source.ts'

const place = chatPlace('ana', 'chat')
const source = { text: '# Plano', selection: 'Plano' }

test('a reply is handed over to its own message, chat and person', () => {
  handOverReply(place, 'um', source)
  expect(handedOverReply(place, 'um')).toEqual(source)
  expect(handedOverReply(place, 'dois')).toBeUndefined()
  expect(handedOverReply(chatPlace('bia', 'chat'), 'um')).toBeUndefined()
})

test('the last one of a message stands, with or without a selection', () => {
  handOverReply(place, 'um', { ...source, selection: null })
  expect(handedOverReply(place, 'um')).toEqual({ text: '# Plano', selection: null })
})

test('it is forgotten with the person’s drafts', () => {
  handOverReply(place, 'um', source)
  forgetDrafts('bia')
  expect(handedOverReply(place, 'um')).toEqual(source)
  forgetDrafts('ana')
  expect(handedOverReply(place, 'um')).toBeUndefined()
})
