import { expect, test } from 'vitest'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { notesIn } from './use-reviewing.ts'

const noteOf = (quote: string): ReviewNote => ({
  id: quote,
  ruleId: 'superlative',
  kind: 'ignored',
  quote,
  reason: 'É o nome do prêmio',
  source: null,
  file: null,
  createdAt: '2026-11-28T12:00:00.000Z',
})

test.each([
  ['formatted words', 'O **melhor** curso do [Brasil](https://a.b).', ['O melhor curso do Brasil'], 1],
  ['words with the signs of Markdown', 'O **melhor** curso.', ['O **melhor** curso'], 1],
  ['escaped words', 'Ganhe 5\\*6 reais.', ['Ganhe 5*6 reais'], 1],
  ['words that have gone', 'O **melhor** curso.', ['O pior curso', 'O melhor curso'], 1],
  [
    'words of a text that only Markdown holds',
    '<b>O melhor</b> curso.',
    ['<b>O melhor', 'O melhor curso'],
    1,
  ],
])('the remarks on %s', async (_, body, quotes, standing) => {
  const kept = await notesIn(body, quotes.map(noteOf))
  expect(kept).toHaveLength(standing)
})
