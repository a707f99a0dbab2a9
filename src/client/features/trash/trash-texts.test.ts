import { expect, test } from 'vitest'
import { deletedText, leftText } from './trash-texts.ts'

test('the day of the deletion agrees with the kind', () => {
  const deletedAt = '2026-11-12T15:00:00.000Z'
  expect(deletedText({ kind: 'chat', deletedAt })).toBe('Conversa excluída em 12 de novembro')
  expect(deletedText({ kind: 'product', deletedAt })).toBe('Produto excluído em 12 de novembro')
})

test.each([
  ['2026-12-12T12:00:00.000Z', 'restam 30 dias'],
  ['2026-12-12T11:59:59.000Z', 'restam 30 dias'],
  ['2026-11-13T12:00:01.000Z', 'restam 2 dias'],
  ['2026-11-13T12:00:00.000Z', 'último dia'],
  ['2026-11-12T11:00:00.000Z', 'último dia'],
])('until %s: %s', (restorableUntil, text) => {
  expect(leftText({ restorableUntil }, Date.parse('2026-11-12T12:00:00.000Z'))).toBe(text)
})
