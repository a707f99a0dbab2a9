import { expect, test } from 'vitest'
import type { MySubscription, SubscriptionChange } from '#shared/contract/subscription.ts'
import { cancellationOf, changeText, renewalOf, sourceOf } from './plan-texts.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const DECEMBER = '2026-12-21T15:00:00.000Z'
const SOON = '2026-11-24T15:00:00.000Z'

type State = Pick<MySubscription, 'state' | 'provider' | 'currentPeriodEnd' | 'graceUntil'>
const stripe: State = { state: 'active', provider: 'stripe', currentPeriodEnd: DECEMBER, graceUntil: null }

test.each<[Partial<State>, string]>([
  [{}, 'Renova em 21 de dezembro.'],
  [{ provider: 'hubla', currentPeriodEnd: null }, 'Não tem data para terminar.'],
  [
    { state: 'ending' },
    'A renovação foi desligada. Tudo continua aberto até 21 de dezembro; depois vale o plano gratuito.',
  ],
  [
    { state: 'payment-failed', graceUntil: SOON },
    'O último pagamento não passou. Seu plano continua aberto até 24 de novembro. Atualize o pagamento para não perder o acesso.',
  ],
  [{ provider: 'manual' }, 'Vale até 21 de dezembro; depois fica o que você assinar, ou o plano gratuito.'],
  [{ provider: 'manual', currentPeriodEnd: null }, 'Não tem data para terminar.'],
  [{ provider: 'auto', currentPeriodEnd: null }, 'Não tem cobrança e não vence.'],
])('%j: %s', (change, text) => {
  expect(renewalOf({ ...stripe, ...change }, NOW)).toBe(text)
})

test('where one cancels is said of every provider, and not of the plan of every account', () => {
  expect(cancellationOf({ provider: 'stripe', canManage: true })).toContain('página de pagamento')
  expect(cancellationOf({ provider: 'stripe', canManage: false })).toContain('Stripe')
  expect(cancellationOf({ provider: 'hubla', canManage: false })).toContain('Hubla')
  expect(cancellationOf({ provider: 'manual', canManage: false })).toContain('administração')
  expect(cancellationOf({ provider: 'auto', canManage: false })).toBeUndefined()
})

type Side = SubscriptionChange['after']
const criador: Side = {
  ...{ planName: 'Criador', status: 'active', currentPeriodEnd: SOON },
  ...{ graceUntil: null, isRenewalOff: false },
}

test.each<[Partial<Side> | null, Partial<Side>, string]>([
  [null, {}, 'Criador ativado'],
  [{ status: 'canceled' }, {}, 'Criador reativado'],
  [{}, { status: 'canceled' }, 'Criador cancelado'],
  [{}, { status: 'expired' }, 'Criador vencido'],
  [null, { status: 'inactive' }, 'Criador suspenso'],
  [{ planName: 'Gratuito' }, {}, 'De Gratuito para Criador'],
  [{}, { graceUntil: SOON }, 'Pagamento do Criador não passou; aberto até 24 de novembro'],
  [{ graceUntil: SOON }, {}, 'Pagamento do Criador em dia'],
  [{}, { currentPeriodEnd: DECEMBER }, 'Criador renovado até 21 de dezembro'],
  [{ currentPeriodEnd: DECEMBER }, {}, 'Criador vale até 24 de novembro'],
  [{ currentPeriodEnd: null }, {}, 'Criador vale até 24 de novembro'],
  [{}, { currentPeriodEnd: null }, 'Criador sem data para terminar'],
  [{}, { isRenewalOff: true }, 'Renovação do Criador desligada; vale até 24 de novembro'],
  [{}, { isRenewalOff: true, currentPeriodEnd: null }, 'Renovação do Criador desligada'],
  [{ isRenewalOff: true }, {}, 'Renovação do Criador ligada de novo'],
  [{ isRenewalOff: true }, { isRenewalOff: true, status: 'expired' }, 'Criador vencido'],
])('from %j to %j: %s', (before, after, text) => {
  const change = { before: before && { ...criador, ...before }, after: { ...criador, ...after } }
  expect(changeText(change, NOW)).toBe(text)
})

test('a change says by whom it came', () => {
  expect(sourceOf({ source: 'webhook', provider: 'hubla' })).toBe('pela Hubla')
  expect(sourceOf({ source: 'webhook', provider: 'stripe' })).toBe('pelo Stripe')
  expect(sourceOf({ source: 'admin', provider: 'manual' })).toBe('pela administração')
  expect(sourceOf({ source: 'webhook', provider: 'auto' })).toBe('')
  expect(sourceOf({ source: 'sign-up', provider: 'auto' })).toBe('ao criar a conta')
  expect(sourceOf({ source: 'sign-up', provider: 'hubla' })).toBe('por compra na Hubla')
  expect(sourceOf({ source: 'claim', provider: 'stripe' })).toBe('por compra no Stripe')
})
