import { expect, test } from 'vitest'
import { hasWords } from './normalize-text.ts'

test('words are found without their accents and capitals, in any order', () => {
  expect(hasWords('Sequência de boas-vindas', 'BOAS sequencia')).toBe(true)
  expect(hasWords('Sequência de boas-vindas', 'boas compras')).toBe(false)
  expect(hasWords('Qualquer coisa', '  ')).toBe(true)
})
