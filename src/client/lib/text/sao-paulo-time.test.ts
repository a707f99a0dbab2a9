import { expect, test } from 'vitest'
import {
  formatDayInWords,
  formatMomentInWords,
  formatTime,
  fromSaoPauloTime,
  toSaoPauloTime,
} from './sao-paulo-time.ts'

test.each([
  ['2026-11-21T14:05', '2026-11-21T17:05:00.000Z'],
  ['2026-11-21T23:30', '2026-11-22T02:30:00.000Z'],
  ['2026-01-01T00:00', '2026-01-01T03:00:00.000Z'],
  // When there was summer time.
  ['2018-12-25T10:00', '2018-12-25T12:00:00.000Z'],
])('%s in São Paulo is %s, and back', (local, iso) => {
  expect(fromSaoPauloTime(local)).toBe(iso)
  expect(toSaoPauloTime(iso)).toBe(local)
})

test('an hour that there was not is some hour of that night', () => {
  expect(toSaoPauloTime(fromSaoPauloTime('2018-11-04T00:30'))).toMatch(/^2018-11-0[34]T(23:30|01:30)$/)
})

const NOW = Date.parse('2026-11-21T17:05:00Z')

test.each([
  ['2026-11-21T17:05:20Z', 'agora'],
  ['2026-11-21T17:30:00Z', 'hoje às 14h30'],
  ['2026-11-21T12:00:00Z', 'hoje às 9h'],
  ['2026-11-22T02:59:00Z', 'hoje às 23h59'],
  ['2026-11-22T03:00:00Z', 'amanhã à meia-noite'],
  ['2026-11-22T04:00:00Z', 'amanhã à 1h'],
  ['2026-11-20T15:00:00Z', 'ontem ao meio-dia'],
  ['2026-11-28T12:05:00Z', 'sábado, 28 de novembro, às 9h05'],
  ['2026-11-24T12:00:00Z', 'terça, 24 de novembro, às 9h'],
  ['2027-01-03T12:00:00Z', '3 de janeiro de 2027, às 9h'],
])('%s is said as “%s”', (iso, text) => {
  expect(formatMomentInWords(iso, NOW)).toBe(text)
})

test('days and clocks are those of São Paulo', () => {
  expect(formatDayInWords('2026-11-22T01:00:00Z', NOW)).toBe('hoje')
  expect(formatTime('2026-11-22T01:07:00Z')).toBe('22:07')
})
