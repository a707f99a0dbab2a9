import { expect, test } from 'vitest'
import {
  extraText,
  formatDateInWords,
  leftText,
  monthName,
  remainingMessages,
  renewalText,
  usedText,
} from './usage-text.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
/** Midnight in São Paulo. */
const DECEMBER = '2026-12-01T03:00:00.000Z'

test('a month is called by its name', () => {
  expect(monthName('2026-11')).toBe('novembro')
  expect(monthName('2027-03')).toBe('março')
})

test('a day is said by the calendars of São Paulo', () => {
  expect(formatDateInWords(DECEMBER, NOW)).toBe('1º de dezembro')
  expect(formatDateInWords('2026-12-01T02:59:59.000Z', NOW)).toBe('30 de novembro')
  expect(formatDateInWords('2027-01-03T12:00:00.000Z', NOW)).toBe('3 de janeiro de 2027')
})

const extraOf = (left: number) => [{ given: left + 3, used: 3, endsAt: null }]

test.each([
  [{ used: 0, limit: 200, extra: [] }, 200],
  [{ used: 200, limit: 200, extra: [] }, 0],
  [{ used: 230, limit: 200, extra: [] }, 0],
  [{ used: 230, limit: 200, extra: extraOf(7) }, 7],
  [{ used: 190, limit: 200, extra: [...extraOf(7), ...extraOf(2)] }, 19],
])('of %j there are %i left', (usage, left) => {
  expect(remainingMessages(usage)).toBe(left)
})

test('how much was used is said with its whole', () => {
  expect(usedText({ used: 1_480, limit: 2_000 })).toBe('1.480 de 2.000 mensagens')
  expect(usedText({ used: 0, limit: 1 })).toBe('0 de 1 mensagem')
})

test.each([
  [{ used: 176, limit: 200 }, 'Restam 24 de 200 mensagens em novembro.'],
  [{ used: 199, limit: 200 }, 'Resta 1 de 200 mensagens em novembro.'],
  [{ used: 0, limit: 1 }, 'Resta 1 de 1 mensagem em novembro.'],
  [{ used: 200, limit: 200 }, 'As suas mensagens de novembro acabaram.'],
  [{ used: 0, limit: 0 }, 'As suas mensagens de novembro acabaram.'],
])('%j: %s', (usage, text) => {
  expect(leftText({ ...usage, month: '2026-11', extra: [] })).toBe(text)
})

test.each([
  [176, 40, 'Restam 24 de 200 mensagens em novembro, e mais 40 extras.'],
  [199, 1, 'Resta 1 de 200 mensagens em novembro, e mais 1 extra.'],
  [200, 1_500, 'As mensagens de novembro do plano acabaram. Restam 1.500 extras.'],
  [230, 1, 'As mensagens de novembro do plano acabaram. Resta 1 extra.'],
])('%i used and %i extra: %s', (used, extra, text) => {
  expect(leftText({ used, limit: 200, month: '2026-11', extra: extraOf(extra) })).toBe(text)
})

test.each([
  [
    { given: 40, used: 3, endsAt: '2026-12-01T02:59:59.999Z' },
    'Restam 37 de 40 mensagens extras, até 30 de novembro.',
  ],
  [{ given: 1, used: 0, endsAt: null }, 'Resta 1 de 1 mensagem extra, sem data para terminar.'],
])('%j: %s', (extra, text) => {
  expect(extraText(extra, NOW)).toBe(text)
})

test.each([
  ['2026-11-21T15:00:00Z', 'A contagem volta a zero em 1º de dezembro, daqui a 9 dias.'],
  ['2026-11-29T12:00:00Z', 'A contagem volta a zero em 1º de dezembro, daqui a 1 dia.'],
  ['2026-11-30T20:30:00Z', 'A contagem volta a zero em 1º de dezembro, em 6 horas.'],
  ['2026-12-01T01:30:00Z', 'A contagem volta a zero em 1º de dezembro, em 1 hora.'],
  ['2026-12-01T02:30:00Z', 'A contagem volta a zero em 1º de dezembro, em menos de uma hora.'],
])('at %s: %s', (now, text) => {
  expect(renewalText({ renewsAt: DECEMBER }, Date.parse(now))).toBe(text)
})
