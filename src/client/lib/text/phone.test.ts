import { expect, test } from 'vitest'
import { caretAfterDigits, formatPhone, phoneDigits } from './phone.ts'

test.each([
  ['(11) 98765-4321', '11987654321'],
  ['+55 11 98765-4321', '11987654321'],
  ['55 3222-1111', '5532221111'],
  ['5598765432', '5598765432'],
])('%s is stored as %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test.each([
  ['', ''],
  ['1', '(1'],
  ['11', '(11'],
  ['119', '(11) 9'],
  ['1132221111', '(11) 3222-1111'],
  ['11987654321', '(11) 98765-4321'],
  // Too many digits stay on the screen, so that the error under the field can be understood.
  ['119876543210', '(11) 98765-43210'],
])('%s is shown as %s', (digits, shown) => {
  expect(formatPhone(digits)).toBe(shown)
})

test('the caret stays behind the digit it was behind', () => {
  expect(caretAfterDigits('(11) 98765-4321', 0)).toBe(0)
  expect(caretAfterDigits('(11) 98765-4321', 7)).toBe(10)
  expect(caretAfterDigits('(11) 9', 9)).toBe(6)
})
