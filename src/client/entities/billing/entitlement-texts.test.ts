import { expect, test } from 'vitest'
import type { IdleSubscription } from '#shared/contract/entitlement.ts'
import { isWorthSaying, missingOf, precedenceOf } from './entitlement-texts.ts'

const idle = (values: Partial<IdleSubscription> = {}): IdleSubscription => ({
  ...{ id: 's-1', planId: 'p-1', planName: 'Criador', provider: 'hubla', currentPeriodEnd: null },
  ...{ because: 'messages', surplus: [] },
  ...values,
})

test('why another subscription counts', () => {
  expect(precedenceOf('Big Player', idle())).toBe('o Big Player dá mais mensagens por mês')
  expect(precedenceOf('Big Player', idle({ because: 'agents' }))).toBe('o Big Player abre todos os agentes')
  expect(precedenceOf('Turma 3', idle({ because: 'same' }))).toBe('o Turma 3 dá o mesmo')
  expect(precedenceOf('Criador', idle({ because: 'same' }))).toBe('é o mesmo plano')
})

test('what somebody pays for and does not get', () => {
  expect(missingOf(idle())).toBeUndefined()
  expect(missingOf(idle({ surplus: ['day', 'storage'] }))).toBe('mais mensagens por dia e mais espaço')
  expect(missingOf(idle({ provider: 'manual', surplus: ['storage'] }))).toBeUndefined()
  expect([idle(), idle({ provider: 'auto' })].filter(isWorthSaying)).toHaveLength(1)
})
