import { expect, test } from 'vitest'
import { placeText } from './passage-place.ts'

test.each([
  [{ page: 12, headings: ['Módulo 1', 'Preço'], startSecond: null }, 'página 12 · Módulo 1 › Preço'],
  [{ page: null, headings: [], startSecond: 751 }, 'minuto 12:31'],
  [{ page: null, headings: [], startSecond: 3_723 }, 'minuto 1:02:03'],
  [{ page: null, headings: [], startSecond: null }, ''],
])('the place %o reads “%s”', (place, words) => {
  expect(placeText(place)).toBe(words)
})
