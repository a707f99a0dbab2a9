import { expect, test } from 'vitest'
import { formatBytes, formatMoment, formatRelative, formatTimeOfDay } from './format.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-21T11:59:30.000Z', 'agora'],
  // A clock that is behind the server's must not speak of the future.
  ['2026-11-21T12:00:05.000Z', 'agora'],
  ['2026-11-21T11:55:00.000Z', 'há 5 minutos'],
  ['2026-11-21T09:00:00.000Z', 'há 3 horas'],
  ['2026-11-20T11:00:00.000Z', 'ontem'],
  ['2026-11-01T12:00:00.000Z', '1 de novembro de 2026'],
])('%s reads as %s', (iso, text) => {
  expect(formatRelative(iso, NOW)).toBe(text)
})

test.each([
  [0, '0 bytes'],
  [820, '820 bytes'],
  [34_000, '34 kB'],
  [2_500_000, '2,5 MB'],
  [10 * 1024 * 1024, '10 MB'],
])('gives %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes).replace('\u00a0', ' ')).toBe(text)
})

test('a moment is a day and its time', () => {
  expect(formatMoment('2026-11-21T15:05:00.000')).toBe('21 de novembro de 2026 às 15:05')
  expect(formatTimeOfDay(Date.parse('2026-11-21T15:05:00.000'))).toBe('15:05')
})
