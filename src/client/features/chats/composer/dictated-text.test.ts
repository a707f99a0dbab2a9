import { expect, test } from 'vitest'
import { caretAfter, dictateAt, followEdit, textOf, withTranscript } from './dictated-text.ts'

const said = (text: string, caret: number, ...heard: string[]) =>
  heard.reduce((state, words) => withTranscript(state, words), dictateAt(text, caret, caret))

test.each([
  ['', 0, 'bom dia', 'Bom dia'],
  ['Olá', 3, 'tudo bem', 'Olá tudo bem'],
  ['Olá! ', 5, 'tudo bem', 'Olá! Tudo bem'],
  ['Linha\n', 6, 'outra', 'Linha\nOutra'],
  ['Antes depois', 5, 'no meio', 'Antes no meio depois'],
  ['Antes, depois', 5, 'disso', 'Antes disso, depois'],
])('in %j at %i, %j makes %j', (text, caret, heard, result) => {
  expect(textOf(said(text, caret, heard))).toBe(result)
})

test('a new transcript replaces the one before', () => {
  expect(textOf(said('Antes depois', 5, 'no', 'no meu', 'no meio'))).toBe('Antes no meio depois')
  expect(textOf(said('Antes depois', 5, 'no meio', ''))).toBe('Antes depois')
})

test('a selection is replaced', () => {
  expect(textOf(withTranscript(dictateAt('vender muito bem', 7, 12), 'pouco'))).toBe('vender pouco bem')
})

test('text typed around the transcript stays', () => {
  const state = said('Antes depois', 5, 'no meio')
  const after = followEdit(state, 'Antes no meio depois!')
  expect(after && textOf(withTranscript(after, 'bem no meio'))).toBe('Antes bem no meio depois!')
  const before = followEdit(state, 'Muito antes no meio depois')
  expect(before && textOf(withTranscript(before, 'bem no meio'))).toBe('Muito antes bem no meio depois')
})

test('an edited transcript becomes final text', () => {
  expect(followEdit(said('Antes depois', 5, 'no meio'), 'Antes no m depois')).toBeNull()
})

test('the caret stays with the words, before or after them', () => {
  const old = said('Antes depois', 5, 'no')
  const next = withTranscript(old, 'no meio')
  expect(caretAfter(old, next, 2)).toBe(2)
  expect(caretAfter(old, next, 8)).toBe('Antes no meio'.length)
  expect(caretAfter(old, next, textOf(old).length)).toBe(textOf(next).length)
})
