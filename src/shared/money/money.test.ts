import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf, formatMoney, instalmentsOf, parseMoney } from './money.ts'

describe('parseMoney', () => {
  it.each([
    ['1.997,00', '1997.00'],
    ['1997.00', '1997.00'],
    ['R$ 1.997', '1997.00'],
    ['r$1.997', '1997.00'],
    ['R$\u00a01.997,90', '1997.90'],
    ['1.997', '1997.00'],
    ['1997', '1997.00'],
    ['1997,5', '1997.50'],
    ['1997.5', '1997.50'],
    ['1.234.567,89', '1234567.89'],
    ['  97 ', '97.00'],
    ['0', '0.00'],
    ['0,99', '0.99'],
    ['0.99', '0.99'],
    ['007', '7.00'],
    ['999999999999', '999999999999.00'],
  ])('reads %s as %s', (text, decimal) => expect(parseMoney(text)).toBe(decimal))

  it.each([
    '',
    ' ',
    'R$',
    'grátis',
    '12 reais',
    '1,997.00',
    '1.99.7',
    '19.97,00',
    '1.9970',
    '0.997',
    '1997,',
    '1997.',
    ',50',
    '1997,005',
    '1997.005',
    '-5',
    '+5',
    '1e3',
    '1 997',
    '١٩٩٧',
    'Infinity',
    'NaN',
    '0x10',
    '1000000000000',
    '1.000.000.000.000',
    '1997; drop table products',
    '9'.repeat(40),
  ])('refuses %s', (text) => expect(parseMoney(text)).toBeUndefined())

  it('reads every formatted amount back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (cents) => {
        const decimal = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(parseMoney(formatMoney(decimal))).toBe(decimal)
        expect(parseMoney(decimal)).toBe(decimal)
        expect(parseMoney(decimal.replace('.', ','))).toBe(decimal)
      }),
    )
  })

  it('answers a decimal of two places or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseMoney(text) ?? '0.00').toMatch(/^\d{1,12}\.\d{2}$/)
      }),
    )
  })
})

describe('discountOf', () => {
  it('answers amount and percentage', () => {
    expect(discountOf('1997.00', '997.00')).toEqual({ amount: '1000.00', percent: '50.1' })
    expect(discountOf('0.30', '0.10')).toEqual({ amount: '0.20', percent: '66.7' })
  })

  it.each([
    ['997.00', '997.00'],
    ['997.00', '1997.00'],
    ['0.00', '0.00'],
  ])('is none from %s to %s', (anchor, price) => expect(discountOf(anchor, price)).toBeUndefined())
})

describe('instalmentsOf', () => {
  it('adds up to the cent', () => {
    expect(instalmentsOf('997.00', 12, '99.70')).toEqual({
      total: '1196.40',
      interest: '199.40',
      interestPercent: '20.0',
      monthlyPercent: '2.92',
    })
  })

  it('has no interest when the instalments do not exceed the price', () => {
    expect(instalmentsOf('1200.00', 12, '100.00')).toMatchObject({
      interest: '0.00',
      monthlyPercent: undefined,
    })
    expect(instalmentsOf('1200.00', 12, '90.00')).toMatchObject({
      interest: '-120.00',
      interestPercent: '-10.0',
    })
  })

  it('has no percentage for a price of 0', () => {
    expect(instalmentsOf('0.00', 1, '10.00')).toMatchObject({
      interestPercent: undefined,
      monthlyPercent: undefined,
    })
  })

  it('has the rate at which the present value equals the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10_000_000 }),
        fc.integer({ min: 1, max: 36 }),
        fc.integer({ min: 1, max: 80 }),
        (cents, count, markup) => {
          const value = Math.ceil((cents * (100 + markup)) / 100 / count) / 100
          const { monthlyPercent } = instalmentsOf((cents / 100).toFixed(2), count, value.toFixed(2))
          const rate = Number(monthlyPercent) / 100
          const worth = Array.from({ length: count }, (_, month) => value / (1 + rate) ** (month + 1))
          const sum = worth.reduce((total, part) => total + part, 0)
          // The rate has two places.
          expect(Math.abs(sum - cents / 100) / (cents / 100)).toBeLessThan(0.0001 * (count + 1))
        },
      ),
    )
  })
})
