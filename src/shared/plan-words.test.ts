import { expect, test } from 'vitest'
import { includesOf, sayLimit, sayPrice } from './plan-words.ts'

test('lists the contents of a plan', () => {
  expect(includesOf({ monthlyMessageLimit: 2_000, allAgents: true })).toEqual([
    'Todos os agentes do elenco',
    '2.000 mensagens por mês',
  ])
  expect(includesOf({ monthlyMessageLimit: undefined, allAgents: false })).toEqual(['Os agentes sem cadeado'])
})

test('an amount stays on the line of its currency', () => {
  expect(sayPrice('R$ 97 por mês, ou R$ 970 por ano')).toBe('R$\u00a097 por mês, ou R$\u00a0970 por ano')
})

test.each([
  [0, 'Nenhuma mensagem por mês'],
  [1, '1 mensagem por mês'],
  [10_000, '10.000 mensagens por mês'],
])('%d', (limit, text) => {
  expect(sayLimit(limit)).toBe(text)
})
