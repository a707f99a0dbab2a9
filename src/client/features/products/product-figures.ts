import { formatRate } from '#client/lib/text/format.ts'
import { discountOf, formatMoney, instalmentsOf, parseMoney } from '#shared/money/money.ts'
import { type ProductValues, parseCount } from './product-values.ts'

type Prices = Pick<ProductValues, 'anchorPrice' | 'practicePrice' | 'maxInstallments' | 'installmentValue'>

export type Figure = { label: string; value: string; note?: string }

const MAX_INSTALMENTS = 1_000

function discountFigure(anchor: string, price: string): Figure {
  const discount = discountOf(anchor, price)
  if (!discount) return { label: 'Desconto', value: 'Nenhum', note: 'o praticado não é menor que o ancorado' }
  return {
    label: 'Desconto',
    value: formatMoney(discount.amount),
    note: `${formatRate(discount.percent)} a menos`,
  }
}

function interestFigure(sum: ReturnType<typeof instalmentsOf>): Figure {
  if (/^-?0\.00$/.test(sum.interest)) return { label: 'Juros', value: 'Sem juros' }
  if (sum.interest.startsWith('-')) {
    return {
      label: 'Juros',
      value: 'Nenhum',
      note: `${formatMoney(sum.interest.slice(1))} a menos que à vista`,
    }
  }
  const notes = [
    sum.interestPercent && `${formatRate(sum.interestPercent)} a mais`,
    sum.monthlyPercent && `cerca de ${formatRate(sum.monthlyPercent)} ao mês`,
  ].filter(Boolean)
  return {
    label: 'Juros',
    value: formatMoney(sum.interest),
    ...(notes.length > 0 && { note: notes.join(', ') }),
  }
}

/** Discount, total of the instalments and interest; those that the typed prices suffice for. */
export function figuresOf(prices: Prices): Figure[] {
  const anchor = parseMoney(prices.anchorPrice)
  const price = parseMoney(prices.practicePrice)
  const value = parseMoney(prices.installmentValue)
  const count = parseCount(prices.maxInstallments)
  const hasInstalments = value !== undefined && count !== undefined && count >= 1 && count <= MAX_INSTALMENTS
  const sum = hasInstalments ? instalmentsOf(price ?? '0', count, value) : undefined
  return [
    ...(anchor !== undefined && price !== undefined ? [discountFigure(anchor, price)] : []),
    ...(sum && value !== undefined
      ? [
          {
            label: 'Total parcelado',
            value: formatMoney(sum.total),
            note: `${count}x de ${formatMoney(value)}`,
          },
        ]
      : []),
    ...(sum && price !== undefined ? [interestFigure(sum)] : []),
  ]
}

/** The figures as sentences for screen readers. */
export const spokenFigures = (figures: readonly Figure[]): string =>
  figures.map(({ label, value, note }) => `${label}: ${value}${note ? `, ${note}` : ''}.`).join(' ')
