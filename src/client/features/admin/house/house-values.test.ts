import { expect, test } from 'vitest'
import { bodyOf, shiftText, valuesOf } from './house-values.ts'

test('no colour is an empty field, and back', () => {
  const house = { name: 'Clube', logoUrl: null, accent: null, version: 3 }
  expect(valuesOf(house)).toEqual({ name: 'Clube', logoUrl: null, accent: '' })
  expect(bodyOf(valuesOf(house))).toEqual({ name: 'Clube', logoUrl: null, accent: null })
})

test.each([
  ['', undefined],
  ['#ff', undefined],
  ['#ffff00', /a cor fica #[0-9a-f]{6} no tema claro\.$/],
  ['#000033', /a cor fica #[0-9a-f]{6} no tema escuro\.$/],
  ['#b45309', /fica como está/],
])('%s', (accent, expected) => {
  if (expected) expect(shiftText(accent)).toMatch(expected)
  else expect(shiftText(accent)).toBeUndefined()
})
