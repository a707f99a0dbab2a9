import { expect, test } from 'vitest'
import {
  formatCompact,
  formatCount,
  formatDollars,
  formatSeconds,
  formatShortDay,
  formatTableDay,
  formatWait,
  formatWeekday,
} from './format-figures.ts'

/** As it is read: the spaces that do not break are spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('counts are written as people here write them', () => {
  expect(formatCount(1_234_567)).toBe('1.234.567')
  expect(plain(formatCompact(987))).toBe('987')
  expect(plain(formatCompact(12_345))).toBe('12 mil')
  expect(plain(formatCompact(4_512_000))).toBe('4,5 mi')
  expect(plain(formatCompact(268_600))).toBe('269 mil')
})

test.each([
  ['0', 'US$ 0,00'],
  ['0.000000', 'US$ 0,00'],
  ['0.004210', 'US$ 0,0042'],
  ['0.01', 'US$ 0,01'],
  ['12.345678', 'US$ 12,35'],
  ['90071992547409.93', 'US$ 90.071.992.547.409,93'],
])('%s dollars are %s', (decimal, text) => {
  expect(plain(formatDollars(decimal))).toBe(text)
})

test('waiting is said in seconds, days by their name', () => {
  expect(plain(formatSeconds(840))).toBe('0,8 s')
  expect(plain(formatSeconds(61_000))).toBe('61,0 s')
  expect(formatShortDay('2026-11-01')).toBe('01/11')
  expect(formatTableDay('2026-11-21')).toBe('sáb., 21/11')
  expect(formatWeekday('2026-11-21')).toBe('sábado, 21 de novembro')
})

test.each([
  [0, '1 minuto'],
  [59, '59 minutos'],
  [90, '1,5 hora'],
  [2_880, '2 dias'],
])('a wait of %d minutes is %s', (minutes, text) => {
  expect(plain(formatWait(minutes))).toBe(text)
})
