import { expect, test } from 'vitest'
import { firstNameOf, greetingOf } from './greeting.ts'

test.each([
  [4, 'Boa noite'],
  [5, 'Bom dia'],
  [11, 'Bom dia'],
  [12, 'Boa tarde'],
  [17, 'Boa tarde'],
  [18, 'Boa noite'],
])('at %i h', (hour, greeting) => {
  expect(greetingOf(hour)).toBe(greeting)
})

test('people are greeted by their first name', () => {
  expect(firstNameOf('  Ana Beatriz Souza ')).toBe('Ana')
  expect(firstNameOf('')).toBe('')
})
