import { expect, it } from 'vitest'
import { spokenParts } from './speech.ts'

it('reads a text in parts that a voice reads whole, with nothing lost', () => {
  expect(spokenParts('Plano\n\nUm. Dois!\n──────────\n• Três')).toEqual(['Plano', 'Um.', 'Dois!', '• Três'])
  const long = Array.from({ length: 120 }, (_, at) => `palavra${at}`).join(' ')
  const parts = spokenParts(long)
  expect(parts.every((part) => part.length <= 220)).toBe(true)
  expect(parts.join(' ')).toBe(long)
  expect(spokenParts('a'.repeat(500)).join('')).toBe('a'.repeat(500))
  expect(spokenParts(' \n')).toEqual([])
})
