import { expect, test } from 'vitest'
import { longDay, resultText } from './review-texts.ts'

test.each([
  [0, 0, 'Nenhum achado pelas regras de 27/11.'],
  [1, 0, '1 achado pelas regras de 27/11.'],
  [3, 1, '3 achados pelas regras de 27/11, 1 com anotação sua.'],
  [0, 2, 'Nenhum achado em aberto pelas regras de 27/11, 2 com anotação sua.'],
])('%i open and %i noted: %s', (open, noted, text) => {
  expect(resultText({ open, noted, rulesDate: '2026-11-27' })).toBe(text)
  expect(text).not.toMatch(/aprovad|segur/i)
})

test('a day is written whole', () => {
  expect(longDay('2026-11-27')).toBe('27/11/2026')
})
