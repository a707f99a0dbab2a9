import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bounded,
  CalculationError,
  countOf,
  equals,
  formatForModel,
  formatValue,
  percentageOf,
  readDecimal,
} from './decimal.ts'

describe('readDecimal', () => {
  it.each([
    ['1.997,00', '1997'],
    ['R$ 1.997', '1997'],
    ['1997.00', '1997'],
    ['-R$ 5,50', '-5.5'],
    ['−12,5%', '-12.5'],
    ['+3', '3'],
    ['0,0299', '0.0299'],
    ['0.997', '0.997'],
    ['1997.005', '1997.005'],
    ['1.234.567,891', '1234567.891'],
    ['30 %', '30'],
  ])('reads %s as %s', (text, value) => expect(readDecimal(text)?.toFixed()).toBe(value))

  it.each([
    '',
    'R$',
    '-',
    '1,2,3',
    '1.99.7',
    '1e9',
    '1/2',
    'NaN',
    'doze',
    '1,997.00',
    '--5',
    '9'.repeat(41),
    '5;',
  ])('refuses %s', (text) => expect(readDecimal(text)).toBeUndefined())

  it('reads every displayed number back, and never throws for any text', () => {
    const parts = fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 9_999 }))
    fc.assert(
      fc.property(parts, ([whole, places]) => {
        const value = new Big(`${whole}.${String(places).padStart(4, '0')}`)
        expect(readDecimal(formatValue(value))?.toFixed()).toBe(value.toFixed())
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void readDecimal(text)))
  })
})

it('shows figures in Brazilian notation and marks rounded ones', () => {
  expect(formatValue(new Big('1997'), 'reais')).toBe('R$\u00a01.997,00')
  expect(formatValue(new Big('2.5'), 'percentual')).toBe('2,5%')
  expect(equals(new Big('2.5'), 'percentual')).toBe('= 2,5%')
  expect(equals(new Big(10).div(3))).toBe('≈ 3,3333')
  expect(formatForModel(new Big('1397.9'), 'reais')).toBe('1397.90')
  expect(formatForModel(new Big('2.50'), 'percentual')).toBe('2.5')
})

it('refuses invalid numbers with a text for the model', () => {
  for (const wrong of [
    () => countOf('parcelas', '1,5', { min: 1, max: 12 }),
    () => countOf('parcelas', '0', { min: 1, max: 12 }),
    () => countOf('parcelas', '13', { min: 1, max: 12 }),
    () => percentageOf('percentual', '0'),
    () => percentageOf('percentual', '100,1'),
    () => percentageOf('percentual', '-1'),
    () => bounded(new Big('1e15')),
  ]) {
    expect(wrong).toThrow(CalculationError)
  }
  expect(() => countOf('parcelas', 'doze', { min: 1, max: 12 })).toThrow('"parcelas" não é um número')
})
