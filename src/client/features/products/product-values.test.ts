import { expect, test } from 'vitest'
import { NO_PRODUCT, parseCount, TypedProduct } from './product-values.ts'

test.each([
  ['12', 12],
  [' 12 ', 12],
  ['12x', 12],
  ['12 X', 12],
  ['1 vezes', 1],
  ['0', 0],
  ['', undefined],
  [' ', undefined],
  ['doze', Number.NaN],
  ['12,5', Number.NaN],
  ['-3', Number.NaN],
  ['1e3', Number.NaN],
])('a count of instalments: %j is %d', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

test('an empty form has an error at each required field, in order', () => {
  const result = TypedProduct.safeParse(NO_PRODUCT)
  const said = result.error?.issues.map(({ path, message }) => [path.join('.'), message] as const) ?? []
  // The first error of a field counts.
  expect(Object.fromEntries(said.toReversed())).toEqual({
    name: 'Nome é obrigatório',
    type: 'Selecione um tipo de produto',
    transformation: 'Transformação é obrigatória',
    mainPersona: 'Persona principal é obrigatória',
    anchorPrice: 'Preço ancorado é obrigatório',
    practicePrice: 'Preço praticado é obrigatório',
    maxInstallments: 'Informe o número de parcelas',
    installmentValue: 'Valor da parcela é obrigatório',
    contentDetails: 'Conteúdo é obrigatório',
  })
})

test.each(['0', 'doze'])('%j is no number of instalments', (maxInstallments) => {
  const result = TypedProduct.safeParse({ ...NO_PRODUCT, maxInstallments })
  const messages = result.error?.issues.map(({ message }) => message)
  expect(messages).toContain('Quantidade máxima de parcelas deve ser no mínimo 1')
})

test('prices stay as typed, the count becomes a number', () => {
  const typed = {
    ...NO_PRODUCT,
    name: ' Método ',
    type: 'Workshop',
    transformation: 'De A a B',
    mainPersona: 'Quem começa',
    anchorPrice: 'R$ 1.997',
    practicePrice: '997,00',
    maxInstallments: '12x',
    installmentValue: '99.70',
    contentDetails: 'Oito aulas',
  }
  expect(TypedProduct.parse(typed)).toEqual({ ...typed, name: 'Método', maxInstallments: 12 })
})
