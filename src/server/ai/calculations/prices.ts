import Big from 'big.js'
import { LIMITS } from '#shared/limits.ts'
import { discountOf, instalmentsOf } from '#shared/money/money.ts'
import type { CalculationOf } from './contract.ts'
import {
  amountOf,
  CalculationError,
  countOf,
  equals,
  formatForModel,
  formatValue,
  percentageOf,
  priceOf,
} from './decimal.ts'

/** One line for the reply, and the result for the model. */
export type Figures = { line: string; result: Record<string, string> }

const MONTHLY_MAX = 100

/** The discount between two prices, or the price after a percentage. @throws {CalculationError} */
export function discount({ de, por, percentual }: CalculationOf<'desconto'>): Figures {
  const full = priceOf('de', de)
  if ((por === undefined) === (percentual === undefined)) {
    throw new CalculationError('Dê "por" ou "percentual", e só um dos dois.')
  }
  if (por !== undefined) return discountTo(full, amountOf('por', por))
  const share = percentageOf('percentual', percentual ?? '')
  const off = full.times(share).div(100).round(2)
  const price = full.minus(off)
  return {
    line: `${formatValue(full, 'reais')} − ${formatValue(share, 'percentual')} = ${formatValue(price, 'reais')} (desconto de ${formatValue(off, 'reais')})`,
    result: { precoFinal: formatForModel(price, 'reais'), desconto: formatForModel(off, 'reais') },
  }
}

function discountTo(full: Big, price: Big): Figures {
  const found = discountOf(full.toFixed(2), price.toFixed(2))
  if (!found) throw new CalculationError('Não há desconto: "por" não é menor que "de".')
  const percent = new Big(found.percent)
  return {
    line: `${formatValue(full, 'reais')} − ${formatValue(price, 'reais')} = ${formatValue(new Big(found.amount), 'reais')} de desconto (${formatValue(percent, 'percentual')})`,
    result: { desconto: found.amount, percentual: formatForModel(percent, 'percentual') },
  }
}

/** Instalments of a price, by their value, a monthly rate or without interest. @throws {CalculationError} */
export function instalments(given: CalculationOf<'parcelamento'>): Figures {
  const price = priceOf('preco', given.preco)
  const count = countOf('parcelas', given.parcelas, { min: 1, max: LIMITS.installmentsMax })
  if (given.valorDaParcela !== undefined && given.jurosAoMes !== undefined) {
    throw new CalculationError('Dê "valorDaParcela" ou "jurosAoMes", e não os dois.')
  }
  if (given.valorDaParcela !== undefined) {
    const value = priceOf('valorDaParcela', given.valorDaParcela)
    const { text, result } = compareWithCash(price, count, value)
    return { line: `${count} × ${formatValue(value, 'reais')} = ${text}`, result }
  }
  if (given.jurosAoMes !== undefined) return withInterest(price, count, given.jurosAoMes)
  const value = price.div(count)
  return {
    line: `${formatValue(price, 'reais')} ÷ ${count} ${equals(value, 'reais')} por parcela, sem juros`,
    result: { valorDaParcela: formatForModel(value, 'reais') },
  }
}

/** The instalment of a loan at a monthly rate; the first one is due after a month. */
function withInterest(price: Big, count: number, text: string): Figures {
  const share = percentageOf('jurosAoMes', text)
  if (share.gt(MONTHLY_MAX)) throw new CalculationError(`"jurosAoMes" deve ser no máximo ${MONTHLY_MAX}.`)
  const rate = share.div(100)
  const growth = rate.plus(1).pow(count)
  const value = price.times(rate).times(growth).div(growth.minus(1)).round(2)
  const { text: total, result } = compareWithCash(price, count, value, { hasRate: true })
  return {
    line: `${formatValue(price, 'reais')} em ${count} parcelas com ${formatValue(share, 'percentual')} ao mês = ${count} × ${formatValue(value, 'reais')} = ${total}`,
    result: { valorDaParcela: formatForModel(value, 'reais'), ...result },
  }
}

/** Total and interest of instalments compared with the cash price. */
function compareWithCash(price: Big, count: number, value: Big, { hasRate = false } = {}) {
  const sums = instalmentsOf(price.toFixed(2), count, value.toFixed(2))
  const interest = new Big(sums.interest)
  const percent = new Big(sums.interestPercent ?? 0)
  const monthly = hasRate ? undefined : sums.monthlyPercent
  const rates = [
    formatValue(percent.abs(), 'percentual'),
    ...(monthly ? [`${formatValue(new Big(monthly), 'percentual')} ao mês`] : []),
  ].join('; ')
  const difference = `${formatValue(interest.abs(), 'reais')} a ${interest.gt(0) ? 'mais' : 'menos'} que ${formatValue(price, 'reais')} à vista (${rates})`
  return {
    text: `${formatValue(new Big(sums.total), 'reais')}; ${interest.eq(0) ? 'sem juros' : difference}`,
    result: {
      total: sums.total,
      juros: sums.interest,
      jurosPercentual: formatForModel(percent, 'percentual'),
      ...(monthly && { jurosAoMes: monthly }),
    },
  }
}
