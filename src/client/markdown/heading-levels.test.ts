import { expect, it } from 'vitest'
import { headingLevels } from './heading-levels.ts'
import { lex } from './split-blocks.ts'

const levelsOf = (text: string, base = 3) =>
  headingLevels(lex(text), base).filter((level) => level !== undefined)

it.each([
  ['# A\n\n## B\n\n### C', [3, 4, 5]],
  ['## A\n\ntexto\n\n## B', [3, 3]],
  ['#### A\n\n## B\n\n#### C\n\n### D', [3, 3, 4, 4]],
  ['# A\n\n#### B\n\n# C', [3, 4, 3]],
  ['# A\n\n## B\n\n### C\n\n#### D\n\n##### E', [3, 4, 5, 6, 6]],
  ['texto', []],
  ['# A\n\n##\n\n### C', [3, 4]],
])('leaves no gap between headings: %j', (text, levels) => {
  expect(levelsOf(text)).toEqual(levels)
})

it('begins at the base level', () => {
  expect(levelsOf('### A\n\n#### B', 2)).toEqual([2, 3])
})

it('gives each level to its own block', () => {
  expect(headingLevels(lex('texto\n\n## A'), 2).at(-1)).toBe(2)
})
