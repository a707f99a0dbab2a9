import { expect, test } from 'vitest'
import { includesOf, sayLimit, sayPrice, sayStorage } from './plan-words.ts'

test('lists the contents of a plan', () => {
  expect(
    includesOf({
      monthlyMessageLimit: 2_000,
      dailyMessageLimit: 1_500,
      storageMegabytes: 1_000,
      passageLimit: 20_000,
      allAgents: true,
    }),
  ).toEqual([
    ...['Todos os agentes do elenco', '2.000 mensagens por mês', 'Até 1.500 por dia', '1 GB de espaço'],
    '20.000 trechos no Acervo',
  ])
  const unknown = {
    monthlyMessageLimit: undefined,
    dailyMessageLimit: null,
    storageMegabytes: undefined,
    passageLimit: undefined,
  }
  expect(includesOf({ ...unknown, allAgents: false })).toEqual(['Os agentes sem cadeado'])
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

test.each([
  [500, '500 MB de espaço'],
  [1_500, '1,5 GB de espaço'],
  [1_000_000, '1.000 GB de espaço'],
])('%d MB', (megabytes, text) => {
  expect(sayStorage(megabytes)).toBe(text)
})
