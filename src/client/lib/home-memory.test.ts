import { expect, test } from 'vitest'
import { homeCardOf } from './home-memory.ts'

test.each([
  [{ hasAnswered: false, wasOffered: undefined, hasProduct: undefined }, 'unknown'],
  [{ hasAnswered: false, wasOffered: false, hasProduct: undefined }, 'onboarding'],
  [{ hasAnswered: false, wasOffered: false, hasProduct: true }, 'onboarding'],
  [{ hasAnswered: false, wasOffered: true, hasProduct: undefined }, 'unknown'],
  [{ hasAnswered: false, wasOffered: true, hasProduct: false }, 'product'],
  [{ hasAnswered: true, wasOffered: false, hasProduct: false }, 'product'],
  [{ hasAnswered: true, wasOffered: undefined, hasProduct: true }, null],
  [{ hasAnswered: true, wasOffered: true, hasProduct: true }, null],
])('home asks for one thing at a time: %j', (known, card) => {
  expect(homeCardOf(known)).toBe(card)
})
