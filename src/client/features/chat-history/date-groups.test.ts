import { expect, test } from 'vitest'
import { groupByDate } from './date-groups.ts'

// 00:30 in São Paulo is 03:30 UTC.
const NOW = Date.parse('2026-11-21T03:30:00Z')

function labelsOf(dates: string[], timeZone?: string) {
  return groupByDate(dates, (date) => date, NOW, timeZone).map(
    ({ label, items }) => `${label}: ${items.length}`,
  )
}

test('days are in the user’s time zone, not UTC', () => {
  const dates = [
    '2026-11-21T03:10:00Z',
    '2026-11-21T02:59:00Z',
    '2026-11-20T03:00:00Z',
    '2026-11-20T02:59:00Z',
  ]
  expect(labelsOf(dates, 'America/Sao_Paulo')).toEqual(['Hoje: 1', 'Ontem: 2', 'Últimos 7 dias: 1'])
  expect(labelsOf(dates, 'Asia/Tokyo')).toEqual(['Hoje: 2', 'Ontem: 2'])
})

test('the default time zone is the device’s', () => {
  expect(labelsOf(['2026-11-21T03:10:00Z', '2026-11-21T02:59:00Z'])).toEqual(['Hoje: 1', 'Ontem: 1'])
})

test.each([
  ['2026-11-21T15:00:00Z', 'Hoje'],
  ['2027-02-01T15:00:00Z', 'Hoje'],
  ['2026-11-20T15:00:00Z', 'Ontem'],
  ['2026-11-19T15:00:00Z', 'Últimos 7 dias'],
  ['2026-11-14T15:00:00Z', 'Últimos 7 dias'],
  ['2026-11-13T15:00:00Z', 'Últimos 30 dias'],
  ['2026-10-22T15:00:00Z', 'Últimos 30 dias'],
  ['2026-10-21T15:00:00Z', 'Outubro'],
  ['2026-01-01T03:00:00Z', 'Janeiro'],
  ['2026-01-01T02:59:00Z', 'Dezembro de 2025'],
  ['2024-03-05T15:00:00Z', 'Março de 2024'],
])('%s is under %s', (date, label) => {
  expect(labelsOf([date])).toEqual([`${label}: 1`])
})

test('each group exists once, in order', () => {
  const dates = ['2026-11-21T03:10:00Z', '2026-10-02T15:00:00Z', '2026-10-01T15:00:00Z']
  expect(groupByDate(dates, (date) => date, NOW)).toEqual([
    { label: 'Hoje', items: [dates[0]] },
    { label: 'Outubro', items: [dates[1], dates[2]] },
  ])
  expect(groupByDate([], String, NOW)).toEqual([])
})
