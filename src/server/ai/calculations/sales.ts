import type Big from 'big.js'
import type { CalculationOf } from './contract.ts'
import {
  amountOf,
  bounded,
  CalculationError,
  equals,
  formatForModel,
  formatValue,
  numberOf,
  percentageOf,
  priceOf,
} from './decimal.ts'
import type { Figures } from './prices.ts'

const ROUND_UP = 3

const visitor = (count: Big) => (count.eq(1) ? 'visitante' : 'visitantes')
const sale = (count: Big) => (count.eq(1) ? 'venda' : 'vendas')
const visitors = (count: Big) => `${formatValue(count)} ${visitor(count)}`
const sales = (count: Big) => `${formatValue(count)} ${sale(count)}`

/** The missing one of visitors, sales and conversion rate. @throws {CalculationError} */
export function conversion(given: CalculationOf<'conversao'>): Figures {
  const came = given.visitantes === undefined ? undefined : positive('visitantes', given.visitantes)
  const sold = given.vendas === undefined ? undefined : numberOf('vendas', given.vendas, { min: 0 })
  const rate = given.conversao === undefined ? undefined : percentageOf('conversao', given.conversao)
  if (came && sold && !rate) {
    if (sold.gt(came)) throw new CalculationError('"vendas" é maior que "visitantes".')
    const share = sold.times(100).div(came)
    return {
      line: `${sales(sold)} ÷ ${visitors(came)} ${equals(share, 'percentual')} de conversão`,
      result: { conversao: formatForModel(share, 'percentual') },
    }
  }
  if (came && rate && !sold) {
    const count = came.times(rate).div(100)
    return {
      line: `${visitors(came)} × ${formatValue(rate, 'percentual')} ${equals(count)} ${sale(count)}`,
      result: { vendas: formatForModel(count) },
    }
  }
  if (came || !sold || !rate)
    throw new CalculationError('Dê dois entre "visitantes", "vendas" e "conversao".')
  const needed = visitorsFor(sold, rate)
  return { line: needed.line, result: { visitantes: formatForModel(needed.count) } }
}

/** The visitors needed for a number of sales, rounded up. */
function visitorsFor(sold: Big, rate: Big): { line: string; count: Big } {
  const exact = bounded(sold.times(100).div(rate))
  const count = exact.round(0, ROUND_UP)
  const roundedUp = count.eq(exact) ? '' : `, ou seja, ${formatValue(count)}`
  return {
    line: `${sales(sold)} ÷ ${formatValue(rate, 'percentual')} ${equals(exact)} ${visitor(exact)}${roundedUp}`,
    count,
  }
}

function positive(name: string, text: string): Big {
  const value = numberOf(name, text, { min: 0 })
  if (value.eq(0)) throw new CalculationError(`"${name}" deve ser maior que 0.`)
  return value
}

/** Number of sales, given or computed from the visitors, and the steps of that computation. */
function salesOf(given: CalculationOf<'faturamento'>): { sold: Big; steps: string[] } {
  const { vendas, visitantes, conversao } = given
  if (vendas !== undefined && visitantes === undefined && conversao === undefined) {
    return { sold: numberOf('vendas', vendas, { min: 0 }), steps: [] }
  }
  if (vendas !== undefined || visitantes === undefined || conversao === undefined) {
    throw new CalculationError('Dê "vendas", ou "visitantes" e "conversao" juntos.')
  }
  const came = numberOf('visitantes', visitantes, { min: 0 })
  const rate = percentageOf('conversao', conversao)
  const sold = came.times(rate).div(100)
  return {
    sold,
    steps: [`${visitors(came)} × ${formatValue(rate, 'percentual')} ${equals(sold)} ${sale(sold)}`],
  }
}

/** Gross and net revenue after refunds and fees. @throws {CalculationError} */
export function revenue(given: CalculationOf<'faturamento'>): Figures {
  const ticket = priceOf('ticket', given.ticket)
  const { sold, steps } = salesOf(given)
  const gross = bounded(sold.times(ticket)).round(2)
  const returned = share('reembolsos', given.reembolsos, gross)
  const kept = gross.minus(returned.amount)
  const fees = share('taxas', given.taxas, kept)
  const perSale = given.taxaPorVenda === undefined ? undefined : amountOf('taxaPorVenda', given.taxaPorVenda)
  const soldAndKept = returned.rate ? sold.times(returned.rate.times(-1).plus(100)).div(100) : sold
  const fixed = perSale ? bounded(perSale.times(soldAndKept)).round(2) : undefined
  const net = fixed ? kept.minus(fees.amount).minus(fixed) : kept.minus(fees.amount)
  const less = [
    ...(returned.rate
      ? [
          `${formatValue(returned.amount, 'reais')} de reembolsos (${formatValue(returned.rate, 'percentual')})`,
        ]
      : []),
    ...(fees.rate
      ? [`${formatValue(fees.amount, 'reais')} de taxas (${formatValue(fees.rate, 'percentual')})`]
      : []),
    ...(fixed ? [`${formatValue(fixed, 'reais')} de taxa por venda`] : []),
  ]
  steps.push(`${sales(sold)} × ${formatValue(ticket, 'reais')} = ${formatValue(gross, 'reais')}`)
  if (less.length > 0)
    steps.push(`${[formatValue(gross, 'reais'), ...less].join(' − ')} = ${formatValue(net, 'reais')}`)
  return {
    line: steps.join('; '),
    result: {
      vendas: formatForModel(sold),
      faturamento: formatForModel(gross, 'reais'),
      fica: formatForModel(net, 'reais'),
    },
  }
}

function share(name: string, text: string | undefined, of: Big): { rate: Big | undefined; amount: Big } {
  const rate = text === undefined ? undefined : numberOf(name, text, { min: 0, max: 100 })
  if (!rate || rate.eq(0)) return { rate: undefined, amount: of.times(0) }
  return { rate, amount: of.times(rate).div(100).round(2) }
}

/**
 * The sales, and with a conversion rate the visitors, that a revenue goal needs. @throws {CalculationError}
 */
export function goal({ faturamento, ticket, conversao }: CalculationOf<'meta'>): Figures {
  const aim = priceOf('faturamento', faturamento)
  const price = priceOf('ticket', ticket)
  const exact = aim.div(price)
  const sold = exact.round(0, ROUND_UP)
  const roundedUp = sold.eq(exact) ? '' : `, ou seja, ${formatValue(sold)}`
  const line = `${formatValue(aim, 'reais')} ÷ ${formatValue(price, 'reais')} ${equals(exact)} ${sale(exact)}${roundedUp}`
  if (conversao === undefined) return { line, result: { vendas: formatForModel(sold) } }
  const needed = visitorsFor(sold, percentageOf('conversao', conversao))
  return {
    line: `${line}; ${needed.line}`,
    result: { vendas: formatForModel(sold), visitantes: formatForModel(needed.count) },
  }
}
