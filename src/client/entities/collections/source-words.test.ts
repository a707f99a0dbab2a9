import { expect, test } from 'vitest'
import type { Source } from '#shared/contract/sources.ts'
import { audioText, figuresText, foundText, meaningText, refusalOf, stateText } from './source-words.ts'

const source = (over: Partial<Source>) =>
  ({
    state: 'ready',
    progress: { done: 0, total: 0 },
    passages: 0,
    pagesWithoutText: 0,
    failure: null,
    ...over,
  }) as Source

test('one found passage is told in the singular', () => {
  expect([1, 2].map(foundText)).toEqual(['1 trecho achado', '2 trechos achados'])
})

test.each([
  [{ state: 'queued' }, 'Na fila'],
  [{ state: 'reading' }, 'Lendo…'],
  [{ state: 'transcribing' }, 'Transcrevendo… pode levar alguns minutos'],
  [{ state: 'splitting' }, 'Dividindo em trechos…'],
  [{ state: 'indexing', progress: { done: 340, total: 900 } }, 'Indexando 340 de 900'],
  [{ state: 'ready', passages: 1 }, '1 trecho'],
  [{ state: 'ready', passages: 1_200 }, '1.200 trechos'],
  [
    { state: 'ready', passages: 1, pagesWithoutText: 1 },
    '1 trecho · 1 página sem texto (em branco ou digitalizada)',
  ],
  [
    { state: 'ready', passages: 2, pagesWithoutText: 1_200 },
    '2 trechos · 1.200 páginas sem texto (em branco ou digitalizadas)',
  ],
  [{ state: 'failed', failure: 'Este PDF tem senha.' }, 'Este PDF tem senha.'],
] as const)('a source that is %o reads “%s”', (over, words) => {
  expect(stateText(source(over))).toBe(words)
})

test.each([
  [{ sources: 0, passages: 0, bytes: 0 }, 'Vazia'],
  [{ sources: 1, passages: 1, bytes: 0 }, '1 fonte · 1 trecho'],
  [{ sources: 1_200, passages: 3, bytes: 2_000_000 }, /^1\.200 fontes · 3 trechos · 2.MB$/],
])('the figures %o read “%s”', (figures, words) => {
  expect(figuresText(figures)).toMatch(words)
})

test.each([
  [null, /palavras, não significados/],
  [0, 'Pelo sentido, a busca já acha 0 de 1.200 trechos. Por palavras, acha todos.'],
  [1_200, undefined],
] as const)('a search that finds %s of 1,200 passages by meaning', (meant, words) => {
  const hint = meaningText({ meant, passages: { used: 1_200, limit: 20_000 } })
  if (words === undefined) expect(hint).toBeUndefined()
  else expect(hint).toMatch(words)
})

test.each([
  ['aula.SRT', 10, undefined],
  ['guia.pdf', 25 * 1024 * 1024 + 1, /25 MB/],
  ['foto.png', 10, /não é aceito/],
  ['sem-nome', 10, /não é aceito/],
  ['nada.txt', 0, /vazio/],
  ['aula.mp3', 10, /Áudio não é transcrito/],
] as const)('%s of %i bytes', (name, size, sentence) => {
  const refusal = refusalOf({ name, size }, false)
  if (sentence === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toMatch(sentence)
})

test.each([
  [0, /até 4 horas por dia/],
  [61, 'Áudio transcrito hoje: 2 minutos, de até 4 horas por dia.'],
  [14_400, /limite de 4 horas de áudio por dia foi atingido/],
] as const)('audio is offered where it is transcribed, with %i seconds used', (used, words) => {
  expect(refusalOf({ name: 'aula.MP3', size: 10 }, true)).toBeUndefined()
  expect(audioText({ used, limit: 14_400 })).toMatch(words)
})
