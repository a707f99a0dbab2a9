import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculate } from './calculate.ts'
import type { Calculation } from './contract.ts'
import { CalculationError } from './decimal.ts'

/** With plain spaces instead of no-break ones. */
const lineOf = (given: Calculation) => calculate(given).line.replaceAll('\u00a0', ' ')

describe('the line of a calculation', () => {
  it.each<[Calculation, string]>([
    [
      { operacao: 'desconto', de: '1.997,00', percentual: '30' },
      'R$ 1.997,00 − 30% = R$ 1.397,90 (desconto de R$ 599,10)',
    ],
    [
      { operacao: 'desconto', de: 'R$ 1.997', por: '997.00' },
      'R$ 1.997,00 − R$ 997,00 = R$ 1.000,00 de desconto (50,1%)',
    ],
    [
      { operacao: 'desconto', de: '0,10', percentual: '100' },
      'R$ 0,10 − 100% = R$ 0,00 (desconto de R$ 0,10)',
    ],
    [
      { operacao: 'parcelamento', preco: '997', parcelas: '12', valorDaParcela: '99,70' },
      '12 × R$ 99,70 = R$ 1.196,40; R$ 199,40 a mais que R$ 997,00 à vista (20%; 2,92% ao mês)',
    ],
    [
      { operacao: 'parcelamento', preco: '1200', parcelas: '12', valorDaParcela: '100' },
      '12 × R$ 100,00 = R$ 1.200,00; sem juros',
    ],
    [
      { operacao: 'parcelamento', preco: '1200', parcelas: '12', valorDaParcela: '90' },
      '12 × R$ 90,00 = R$ 1.080,00; R$ 120,00 a menos que R$ 1.200,00 à vista (10%)',
    ],
    [
      { operacao: 'parcelamento', preco: '997', parcelas: '12' },
      'R$ 997,00 ÷ 12 ≈ R$ 83,08 por parcela, sem juros',
    ],
    [
      { operacao: 'parcelamento', preco: '1000', parcelas: '2', jurosAoMes: '10%' },
      'R$ 1.000,00 em 2 parcelas com 10% ao mês = 2 × R$ 576,19 = R$ 1.152,38; R$ 152,38 a mais que R$ 1.000,00 à vista (15,2%)',
    ],
    [
      { operacao: 'conversao', visitantes: '2.000', vendas: '37' },
      '37 vendas ÷ 2.000 visitantes = 1,85% de conversão',
    ],
    [{ operacao: 'conversao', visitantes: '2000', conversao: '2' }, '2.000 visitantes × 2% = 40 vendas'],
    [
      { operacao: 'conversao', vendas: '100', conversao: '3' },
      '100 vendas ÷ 3% ≈ 3.333,3333 visitantes, ou seja, 3.334',
    ],
    [{ operacao: 'conversao', visitantes: '3', vendas: '1' }, '1 venda ÷ 3 visitantes ≈ 33,33% de conversão'],
    [{ operacao: 'faturamento', vendas: '40', ticket: '997' }, '40 vendas × R$ 997,00 = R$ 39.880,00'],
    [
      {
        ...{ operacao: 'faturamento', visitantes: '2.000', conversao: '2', ticket: '997' },
        ...{ reembolsos: '10', taxas: '9,9', taxaPorVenda: '1,00' },
      },
      '2.000 visitantes × 2% = 40 vendas; 40 vendas × R$ 997,00 = R$ 39.880,00; R$ 39.880,00 − R$ 3.988,00 de reembolsos (10%) − R$ 3.553,31 de taxas (9,9%) − R$ 36,00 de taxa por venda = R$ 32.302,69',
    ],
    [
      { operacao: 'meta', faturamento: '100.000', ticket: '997', conversao: '2' },
      'R$ 100.000,00 ÷ R$ 997,00 ≈ 100,3009 vendas, ou seja, 101; 101 vendas ÷ 2% = 5.050 visitantes',
    ],
    [{ operacao: 'meta', faturamento: '997', ticket: '997' }, 'R$ 997,00 ÷ R$ 997,00 = 1 venda'],
    [
      {
        operacao: 'aritmetica',
        inicio: '1.000',
        passos: [
          { tipo: 'soma', valor: '200,50' },
          { tipo: 'subtracao', valor: '-0,5' },
        ],
      },
      '1.000 + 200,5 − (-0,5) = 1.201',
    ],
    [
      {
        operacao: 'aritmetica',
        inicio: '10',
        unidade: 'reais',
        passos: [
          { tipo: 'divisao', valor: '3' },
          { tipo: 'multiplicacao', valor: '3' },
        ],
      },
      'R$ 10,00 ÷ 3 × 3 ≈ R$ 10,00',
    ],
    [
      {
        operacao: 'aritmetica',
        inicio: '97',
        unidade: 'reais',
        passos: [
          { tipo: 'soma', valor: '100' },
          { tipo: 'multiplicacao', valor: '12' },
          { tipo: 'percentual', valor: '10' },
        ],
      },
      'R$ 97,00 + R$ 100,00 = R$ 197,00; R$ 197,00 × 12 = R$ 2.364,00; 10% de R$ 2.364,00 = R$ 236,40',
    ],
  ])('%j', (given, line) => expect(lineOf(given)).toBe(line))
})

describe('an invalid calculation', () => {
  const step = (tipo: 'divisao' | 'multiplicacao', valor: string) => ({ tipo, valor })
  it.each<[Calculation, string]>([
    [{ operacao: 'desconto', de: '100' }, 'só um dos dois'],
    [{ operacao: 'desconto', de: '100', por: '90', percentual: '10' }, 'só um dos dois'],
    [{ operacao: 'desconto', de: '100', por: '100' }, 'Não há desconto'],
    [{ operacao: 'desconto', de: '0', percentual: '10' }, 'maior que zero'],
    [{ operacao: 'desconto', de: '-100', percentual: '10' }, 'não é um valor em reais'],
    [{ operacao: 'desconto', de: 'cem', percentual: '10' }, 'não é um valor em reais'],
    [{ operacao: 'desconto', de: '100', percentual: '101' }, 'no máximo 100'],
    [{ operacao: 'parcelamento', preco: '100', parcelas: '0' }, 'no mínimo 1'],
    [{ operacao: 'parcelamento', preco: '100', parcelas: '121' }, 'no máximo 120'],
    [{ operacao: 'parcelamento', preco: '100', parcelas: '2,5' }, 'número inteiro'],
    [
      { operacao: 'parcelamento', preco: '1', parcelas: '2', valorDaParcela: '1', jurosAoMes: '1' },
      'não os dois',
    ],
    [{ operacao: 'conversao', visitantes: '100' }, 'Dê dois'],
    [{ operacao: 'conversao' }, 'Dê dois'],
    [{ operacao: 'conversao', visitantes: '100', vendas: '1', conversao: '1' }, 'Dê dois'],
    [{ operacao: 'conversao', visitantes: '0', vendas: '0' }, 'maior que 0'],
    [{ operacao: 'conversao', visitantes: '10', vendas: '11' }, 'maior que "visitantes"'],
    [{ operacao: 'faturamento', ticket: '97' }, 'Dê "vendas"'],
    [{ operacao: 'faturamento', ticket: '97', vendas: '1', visitantes: '3' }, 'Dê "vendas"'],
    [{ operacao: 'faturamento', ticket: '999999999999', vendas: '999999999999' }, 'grande demais'],
    [{ operacao: 'aritmetica', inicio: '1', passos: [step('divisao', '0')] }, 'divisão por zero'],
    [
      { operacao: 'aritmetica', inicio: '10', passos: Array(20).fill(step('multiplicacao', '999999999')) },
      'grande demais',
    ],
    [
      { operacao: 'aritmetica', inicio: '1,005', unidade: 'reais', passos: [step('divisao', '2')] },
      'frações de centavo',
    ],
  ])('%j: %s', (given, words) => {
    expect(() => calculate(given)).toThrow(CalculationError)
    expect(() => calculate(given)).toThrow(words)
  })
})

const cents = fc.integer({ min: 1, max: 100_000_000 }).map((all) => new Big(all).div(100))

describe('any valid input', () => {
  it('discount and price add up to the full price, to the cent', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 10_000 }), (full, share) => {
        const given = {
          operacao: 'desconto',
          de: full.toFixed(2),
          percentual: new Big(share).div(100).toFixed(2),
        } as const
        const { precoFinal = '', desconto = '' } = calculate(given).result
        expect(new Big(precoFinal).plus(desconto).toFixed(2)).toBe(full.toFixed(2))
        const exact = full.times(share).div(10_000)
        expect(exact.minus(desconto).abs().lte('0.005')).toBe(true)
      }),
    )
  })

  it('the present value of instalments with interest is the price', () => {
    const rate = fc.integer({ min: 1, max: 2_000 })
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 120 }), rate, (price, count, share) => {
        const monthly = new Big(share).div(100)
        const { valorDaParcela = '' } = calculate({
          operacao: 'parcelamento',
          preco: price.toFixed(2),
          parcelas: String(count),
          jurosAoMes: monthly.toFixed(2),
        }).result
        const growth = 1 + share / 10_000
        const worth = Array.from(
          { length: count },
          (_, month) => Number(valorDaParcela) / growth ** (month + 1),
        )
        const sum = worth.reduce((total, part) => total + part, 0)
        // Rounding error: half a cent per instalment.
        expect(Math.abs(sum - Number(price))).toBeLessThan(0.005 * count + 1e-6 * Number(price))
      }),
    )
  })

  it('conversion is reversible, and a goal needs exactly the sales that it states', () => {
    const many = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 10_000 }), (sold, share) => {
        const conversao = new Big(share).div(100).toFixed(2)
        const { visitantes = '' } = calculate({
          operacao: 'conversao',
          vendas: String(sold),
          conversao,
        }).result
        const reached = (count: Big.BigSource) => new Big(count).times(share).div(10_000)
        expect(reached(visitantes).gte(sold)).toBe(true)
        expect(reached(new Big(visitantes).minus(1)).lt(sold)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(cents, cents, (aim, ticket) => {
        const given = { operacao: 'meta', faturamento: aim.toFixed(2), ticket: ticket.toFixed(2) } as const
        const { vendas = '' } = calculate(given).result
        expect(ticket.times(vendas).gte(aim)).toBe(true)
        expect(ticket.times(new Big(vendas).minus(1)).lt(aim)).toBe(true)
      }),
    )
  })

  it('net revenue never exceeds gross revenue, and the deductions add up', () => {
    const share = fc.integer({ min: 0, max: 100 }).map(String)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        cents,
        share,
        share,
        (sold, ticket, reembolsos, taxas) => {
          const given = {
            operacao: 'faturamento',
            vendas: String(sold),
            ticket: ticket.toFixed(2),
            reembolsos,
            taxas,
          } as const
          const { faturamento = '', fica = '' } = calculate(given).result
          expect(faturamento).toBe(ticket.times(sold).toFixed(2))
          const kept = ticket
            .times(sold)
            .times(100 - Number(reembolsos))
            .times(100 - Number(taxas))
            .div(10_000)
          expect(kept.minus(fica).abs().lte('0.01')).toBe(true)
        },
      ),
    )
  })

  it('a chain equals its steps in sequence', () => {
    const tipo = fc.constantFrom('soma' as const, 'subtracao' as const, 'multiplicacao' as const)
    const steps = fc.array(fc.record({ tipo, valor: fc.integer({ min: -99, max: 99 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.integer({ min: -999, max: 999 }), steps, (inicio, passos) => {
        const expected = passos.reduce((value, { tipo: kind, valor }) => {
          if (kind === 'soma') return value + BigInt(valor)
          return kind === 'subtracao' ? value - BigInt(valor) : value * BigInt(valor)
        }, BigInt(inicio))
        const told = passos.map(({ tipo: kind, valor }) => ({ tipo: kind, valor: String(valor) }))
        expect(
          calculate({ operacao: 'aritmetica', inicio: String(inicio), passos: told }).result.resultado,
        ).toBe(String(expected))
      }),
    )
  })
})
