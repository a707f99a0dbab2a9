import { expect, test } from 'vitest'
import { alertsOf, type ProviderHealth, sayHealth } from './health-alerts.ts'

const NOW = Date.parse('2026-11-21T17:00:00.000Z')

const healthy: ProviderHealth = {
  provider: 'hubla',
  isConfigured: true,
  lastReceivedAt: '2026-11-21T16:30:00.000Z',
  failed: 0,
  failedSince: null,
  parked: 0,
  isSilent: false,
}

test('nothing is said where nothing needs anybody', () => {
  expect(alertsOf({ providers: [healthy, { ...healthy, provider: 'stripe' }] }, NOW)).toEqual([])
  expect(alertsOf({ providers: [] }, NOW)).toEqual([])
})

test('the worst comes first, whichever provider it is of', () => {
  const providers = [
    { ...healthy, parked: 2 },
    { ...healthy, provider: 'stripe' as const, failed: 1, isSilent: true },
  ]
  expect(alertsOf({ providers }, NOW).map(({ key }) => key)).toEqual([
    'stripe-failed',
    'stripe-silent',
    'hubla-parked',
  ])
})

test('failures say how many and since when, and lead to them', () => {
  const [one] = alertsOf(
    { providers: [{ ...healthy, failed: 1, failedSince: '2026-11-21T15:05:00.000Z' }] },
    NOW,
  )
  expect(one?.text).toBe(
    '1 evento da Hubla não foi processado, e quem comprou pode estar sem acesso. Chegou hoje às 12h05.',
  )
  expect(one?.link.search).toEqual({ provider: 'hubla', state: 'failed' })
  const [many] = alertsOf(
    { providers: [{ ...healthy, failed: 3, failedSince: '2026-11-20T15:00:00.000Z' }] },
    NOW,
  )
  expect(many?.text).toBe(
    '3 eventos da Hubla não foram processados, e quem comprou pode estar sem acesso. O mais antigo chegou ontem ao meio-dia.',
  )
})

test('what waits leads to what waits', () => {
  const [alert] = alertsOf({ providers: [{ ...healthy, parked: 2 }] }, NOW)
  expect(alert?.text).toBe(
    '2 eventos da Hubla esperam, e quem comprou pode estar sem acesso. Quase sempre falta dizer que plano foi vendido.',
  )
  expect(alert?.link.search).toEqual({ provider: 'hubla', state: 'parked' })
})

test('silence says since when, and what to look at', () => {
  const lastReceivedAt = '2026-11-12T12:00:00.000Z'
  const silent = { ...healthy, provider: 'stripe' as const, isSilent: true, lastReceivedAt }
  const [alert] = alertsOf({ providers: [silent] }, NOW)
  expect(alert?.text).toBe(
    'O Stripe não manda nada há mais de sete dias. Último evento: quinta, 12 de novembro, às 9h. Confira no painel do Stripe se o webhook continua ligado.',
  )
})

test('a provider without its token says so, whatever it sent before', () => {
  expect(sayHealth({ ...healthy, isConfigured: false }, NOW)).toContain('Desligado aqui')
  expect(sayHealth({ ...healthy, lastReceivedAt: null }, NOW)).toContain('Nada chegou ainda')
  expect(sayHealth(healthy, NOW)).toBe('Último evento: hoje às 13h30.')
})
