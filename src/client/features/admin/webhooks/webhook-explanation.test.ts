import { expect, test } from 'vitest'
import { explainOutcome } from './webhook-explanation.ts'

const NOW = Date.parse('2026-11-21T17:00:00.000Z')
const event = {
  provider: 'hubla' as const,
  state: 'failed' as const,
  waiting: null,
  attempts: 2,
  createdAt: '2026-11-20T12:00:00.000Z',
  processedAt: null,
  payload: {},
  failure: null,
}
const say = (change: Partial<Parameters<typeof explainOutcome>[0]>, sellsUnmapped = false) =>
  explainOutcome({ ...event, ...change }, sellsUnmapped, NOW)

test('what failed says whether it is still tried by itself', () => {
  expect(say({})).toContain('tentado de novo sozinho')
  expect(say({ createdAt: '2026-11-18T16:59:00.000Z' })).toContain('não é mais tentado sozinho')
  expect(say({ state: 'received', createdAt: '2026-11-18T16:59:00.000Z' })).toContain('Tente você')
})

test('where what came is gone nobody is told to try', () => {
  for (const state of ['failed', 'received', 'parked'] as const) {
    expect(say({ state, payload: null }, true)).toContain('Reenvie o evento pelo painel da Hubla')
  }
  const done = { state: 'processed', attempts: 1, processedAt: '2026-11-21T16:30:00.000Z' } as const
  expect(say({ ...done, payload: null })).toBe('Processado hoje às 13h30.')
  expect(say({ ...done, attempts: 3 })).toContain('13h30, na 3ª tentativa. Processar de novo não cobra')
})

test('a purchase that waits for its buyer is not said to be done', () => {
  const done = { state: 'processed', attempts: 1, processedAt: '2026-11-21T16:30:00.000Z' } as const
  expect(say({ ...done, waiting: 'sign-up' })).toContain('até quem comprou criar a conta')
  expect(say({ ...done, waiting: 'verify-email' })).toContain('espera que este e-mail seja confirmado')
})

test('what has no effect says so, where nothing else did', () => {
  expect(say({ state: 'ignored' })).toContain('não muda o acesso de ninguém')
  expect(say({ state: 'ignored', failure: 'Envio de teste.' })).toBeUndefined()
})

test('what waits asks for its plan only where it sells something without one', () => {
  expect(say({ state: 'parked' }, true)).toContain('Diga que plano é')
  expect(say({ state: 'parked' })).toContain('o que falta da mesma compra')
})
