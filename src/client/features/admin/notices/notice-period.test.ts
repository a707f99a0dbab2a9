import { expect, test } from 'vitest'
import { formatFormPeriod, formatPeriod, stateOf } from './notice-period.ts'
import { bodyOf, valuesOf } from './notice-values.ts'

const NOW = Date.parse('2026-11-21T17:00:00Z')
const [BEFORE, AFTER, LATER] = [
  '2026-11-21T12:00:00Z',
  '2026-11-22T12:00:00Z',
  '2026-11-28T21:30:00Z',
] as const

test.each([
  [{ startsAt: BEFORE, endsAt: null }, 'live', 'No ar desde hoje às 9h, fica até alguém tirar'],
  [{ startsAt: '2026-11-21T16:59:30Z', endsAt: AFTER }, 'live', 'Acabou de entrar, sai amanhã às 9h'],
  [{ startsAt: BEFORE, endsAt: AFTER }, 'live', 'No ar desde hoje às 9h, sai amanhã às 9h'],
  [
    { startsAt: AFTER, endsAt: LATER },
    'scheduled',
    'Entra amanhã às 9h e sai sábado, 28 de novembro, às 18h30',
  ],
  [{ startsAt: AFTER, endsAt: null }, 'scheduled', 'Entra amanhã às 9h e fica até alguém tirar'],
  [{ startsAt: '2026-11-20T12:00:00Z', endsAt: BEFORE }, 'ended', 'Saiu do ar hoje às 9h'],
])('%j is %s: %s', (period, state, text) => {
  expect(stateOf(period, NOW)).toBe(state)
  expect(formatPeriod(period, NOW)).toBe(text)
})

test('a form says it while it is filled in, and nothing while that makes no sense', () => {
  const say = (startsAt: string, endsAt = '') => formatFormPeriod({ startsAt, endsAt }, true, NOW)
  expect(say('2026-11-21T14:00')).toBe('Entra no ar assim que você salvar e fica até alguém tirar')
  expect(say('2026-11-21T14:00', '2026-11-22T09:00')).toBe(
    'Entra no ar assim que você salvar e sai amanhã às 9h',
  )
  expect(say('2026-11-22T09:00')).toBe('Entra amanhã às 9h e fica até alguém tirar')
  for (const startsAt of ['', '2026-11']) expect(say(startsAt)).toBeUndefined()
  expect(say('2026-11-22T09:00', '2026-11-22T09:00')).toBeUndefined()
  expect(formatFormPeriod({ startsAt: '2026-11-21T13:55', endsAt: '' }, false, NOW)).toBe(
    'No ar desde hoje às 13h55, fica até alguém tirar',
  )
})

test('what a form holds is what a call says, field by field', () => {
  const values = valuesOf(undefined, NOW)
  expect(values).toMatchObject({ tone: 'info', startsAt: '2026-11-21T14:00', endsAt: '', planId: '' })
  expect(bodyOf({ ...values, content: 'Oi', endsAt: '2026-11-22T09:00' })).toEqual({
    content: 'Oi',
    tone: 'info',
    linkLabel: null,
    linkUrl: null,
    planId: null,
    startsAt: '2026-11-21T17:00:00.000Z',
    endsAt: '2026-11-22T12:00:00.000Z',
  })
  expect(bodyOf({ linkUrl: '', tone: 'warning' })).toEqual({ linkUrl: null, tone: 'warning' })
})
