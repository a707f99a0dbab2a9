import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { PriceRow } from './price-rows.ts'
import { checkRows, errorsOf } from './price-validation.ts'

const row = (key: string, change: Partial<PriceRow> = {}): PriceRow => ({
  key,
  isNew: true,
  provider: 'openai',
  model: key,
  inputPrice: '2,50',
  cachedInputPrice: '1.25',
  outputPrice: '0',
  isOffered: true,
  contextTokens: '',
  ...change,
})

test('comma and dot are both a price, and nothing else is', () => {
  expect(checkRows([row('a')])).toEqual({})
  const said = checkRows([row('a', { inputPrice: 'dois', cachedInputPrice: '', outputPrice: '-1' })])
  expect(Object.keys(said)).toEqual(['a.inputPrice', 'a.cachedInputPrice', 'a.outputPrice'])
  expect(said['a.cachedInputPrice']).toBe('Preço é obrigatório')
})

test('a line without a model, or with one that is there already, is told so', () => {
  const lines = [row('a', { model: 'gpt' }), row('b', { model: ' gpt ' }), row('c', { model: '' })]
  expect(checkRows(lines)).toEqual({
    'b.model': 'Este modelo já está na tabela',
    'c.model': 'Modelo é obrigatório',
  })
  expect(checkRows([row('a', { model: 'gpt' }), row('b', { model: 'gpt', provider: 'google' })])).toEqual({})
})

test('what the server refuses stands at its line, whatever its place on the screen', () => {
  const details = { 'prices.1.inputPrice': 'Preço inválido', 'prices.9.model': 'x', version: 'y' }
  const refusal = new ApiError({ code: 'VALIDATION_ERROR', status: 400, message: '' }, { details })
  expect(errorsOf(refusal, [row('a'), row('b')])).toEqual({ 'b.inputPrice': 'Preço inválido' })
  expect(errorsOf(new Error('outra coisa'), [row('a')])).toEqual({})
})
