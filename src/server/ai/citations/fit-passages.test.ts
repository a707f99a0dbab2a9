import { expect, test } from 'vitest'
import { CHARACTERS_PER_TOKEN } from '../prompt/token-estimate.ts'
import { fitPassages, type Passage, passagesBlock, passageTokens } from './given-passages.ts'

const passage = (passageId: string, text: string): Passage => ({
  ...{ passageId, sourceId: passageId, sourceName: 'Guia.md', kind: 'md', address: null },
  ...{ page: null, headings: [], startSecond: null },
  text,
})
const idsOf = (passages: Passage[]) => passages.map(({ passageId }) => passageId)
const LONG = 'O prazo de devolução é de sete dias. '.repeat(200)

test('passages take a quarter of a prompt, and at most 4,000 tokens', () => {
  expect([3, 8_000, 16_000, 100_000].map(passageTokens)).toEqual([0, 2_000, 4_000, 4_000])
})

test('the first passage is shortened to the budget, and the later ones are left out', () => {
  const tokens = passageTokens(1_200)
  const fitted = fitPassages([passage('a', LONG), passage('b', LONG), passage('c', 'Curto.')], tokens)
  expect(idsOf(fitted)).toEqual(['a'])
  const [{ text } = { text: '' }] = fitted
  expect(text.length).toBeGreaterThan(200)
  expect(text.length).toBeLessThan(LONG.length)
  expect(text.slice(0, 150)).toBe(LONG.slice(0, 150))
  const numbered = fitted.map((given, at) => ({ ...given, number: at + 1 }))
  expect(passagesBlock(numbered, { outcome: 'unlike', isChosen: true }).length).toBeLessThanOrEqual(
    tokens * CHARACTERS_PER_TOKEN,
  )
})

test('a later passage is given whole or not at all, and a budget without room for a useful text gives none', () => {
  const tokens = passageTokens(4_000)
  const fitted = fitPassages(
    [passage('a', 'Sete dias.'), passage('b', LONG), passage('c', 'Na quinta.')],
    tokens,
  )
  expect(fitted.map(({ text }) => text)).toEqual(['Sete dias.', 'Na quinta.'])
  expect(fitPassages([passage('a', LONG)], passageTokens(200))).toEqual([])
})
