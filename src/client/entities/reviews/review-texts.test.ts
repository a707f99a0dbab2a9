import { expect, test } from 'vitest'
import { judgeText } from './judge-texts.ts'
import { countsText, longDay, resultText, unreviewable } from './review-texts.ts'
import type { JudgeState } from './use-judge.ts'

test.each([
  [0, 0, 'Nenhum achado pelas regras de 27/11.'],
  [1, 0, '1 achado pelas regras de 27/11.'],
  [3, 1, '3 achados pelas regras de 27/11, 1 com anotação sua.'],
  [0, 2, 'Nenhum achado em aberto pelas regras de 27/11, 2 com anotação sua.'],
])('%i open and %i noted: %s', (open, noted, text) => {
  expect(resultText({ open, noted, rulesDate: '2026-11-27' })).toBe(text)
  expect(text).not.toMatch(/aprovad|segur/i)
})

test.each([
  ['text', 0, 'O texto mudou desde a revisão: revise de novo.'],
  [
    'choice',
    1,
    'O que você escolheu para comparar mudou desde a revisão: revise de novo. Dela resta 1 achado.',
  ],
  ['text', 3, 'O texto mudou desde a revisão: revise de novo. Dela restam 3 achados.'],
] as const)('a review before another %s with %i open says so', (stale, open, text) => {
  expect(resultText({ open, noted: 0, rulesDate: '2026-11-27', stale })).toBe(text)
})

test('findings are counted by weight, the worst first', () => {
  const of = (...severities: ('block' | 'risk' | 'improve')[]) => severities.map((severity) => ({ severity }))
  expect(countsText(of('risk', 'block', 'risk'))).toBe('1 bloqueia, 2 arriscam')
  expect(countsText(of('improve', 'block', 'block'))).toBe('2 bloqueiam, 1 melhora')
  expect(countsText([])).toBe('')
})

test('a day is written whole', () => {
  expect(longDay('2026-11-27')).toBe('27/11/2026')
})

test.each<[JudgeState, RegExp]>([
  [{ is: 'idle' }, /^Valem só os achados das regras do código\./],
  [{ is: 'running', part: 2, parts: 3 }, /^O modelo está lendo a parte 2 de 3…$/],
  [{ is: 'done', text: 'Oi', readTo: 20, isWhole: true }, /^O modelo leu o texto todo\./],
  [{ is: 'done', text: 'Oi', readTo: 31_990, isWhole: false }, /só os primeiros 31\.990 caracteres/],
  [{ is: 'failed', problem: '', read: 0, parts: 1 }, /Valem só os achados das regras do código\.$/],
  [{ is: 'cancelled', read: 1, parts: 2 }, /Ele leu 1 de 2 partes/],
])('the reading %j', (state, text) => {
  expect(judgeText(state, 'Oi')).toMatch(text)
  expect(judgeText(state, 'Oi')).not.toMatch(/aprovad|segur/i)
})

test('a reading of an earlier text says so', () => {
  const state = { is: 'done', text: 'Oi', readTo: 2, isWhole: true } as const
  expect(judgeText(state, 'Oi, lucro garantido')).toBe(
    'O texto mudou desde a leitura do modelo: peça de novo.',
  )
})

test('a text that is empty or too long is not reviewed, and says why', () => {
  expect(unreviewable(' \n')).toBe('Cole ou escreva um texto')
  expect(unreviewable('a'.repeat(100_001))).toBe('O texto passa de 100.000 caracteres')
  expect(unreviewable('a'.repeat(100_000))).toBeUndefined()
})
