import { expect, test } from 'vitest'
import type { Source } from '#shared/contract/sources.ts'
import { refusalOf, stateText } from './source-words.ts'

const source = (over: Partial<Source>) =>
  ({ state: 'ready', progress: { done: 0, total: 0 }, passages: 0, failure: null, ...over }) as Source

test.each([
  [{ state: 'indexing', progress: { done: 340, total: 900 } }, 'Indexando 340 de 900'],
  [{ state: 'ready', passages: 1 }, '1 trecho'],
  [{ state: 'ready', passages: 1_200 }, '1.200 trechos'],
  [{ state: 'failed', failure: 'Este PDF tem senha.' }, 'Este PDF tem senha.'],
] as const)('a source that is %o reads “%s”', (over, words) => {
  expect(stateText(source(over))).toBe(words)
})

test.each([
  ['aula.SRT', 10, undefined],
  ['guia.pdf', 25 * 1024 * 1024 + 1, /25 MB/],
  ['foto.png', 10, /não é aceito/],
  ['sem-nome', 10, /não é aceito/],
  ['nada.txt', 0, /vazio/],
] as const)('%s of %i bytes', (name, size, sentence) => {
  const refusal = refusalOf({ name, size })
  if (sentence === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toMatch(sentence)
})
