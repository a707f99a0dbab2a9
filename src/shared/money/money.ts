import Big from 'big.js'

/** `1.997`, `1.997,00`, `1997` and `1997,5`: comma as decimal separator, dots as thousands separators. */
const BRAZILIAN = /^(?:r\$)?\s*(\d{1,12}|[1-9]\d{0,2}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/i
/** `1997.00`: one dot before one or two digits. */
const PLAIN = /^(?:r\$)?\s*(\d{1,12})\.(\d{1,2})$/i

/** Maximum length of an amount, in UTF-16 code units. */
export const MONEY_LENGTH = 30

/** Parses an amount of reais into a decimal with two places ("1997.00"); undefined for anything else. */
export function parseMoney(text: string): string | undefined {
  if (text.length > MONEY_LENGTH) return undefined
  const [, whole, cents = ''] = BRAZILIAN.exec(text.trim()) ?? PLAIN.exec(text.trim()) ?? []
  return whole && new Big(`${whole.replaceAll('.', '')}.${cents || '0'}`).toFixed(2)
}

const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Formats a decimal as "R$ 1.997,00", rounded half up to cents, with a no-break space. */
export const formatMoney = (decimal: Big.BigSource): string =>
  currency.format(new Big(decimal).toFixed(2) as Intl.StringNumericLiteral)

/**
 * The discount of `price` on `anchor`: amount with two places, percentage with one; undefined without a
 * discount.
 */
export function discountOf(anchor: string, price: string): { amount: string; percent: string } | undefined {
  const before = new Big(anchor)
  const amount = before.minus(price)
  if (amount.lte(0)) return undefined
  return { amount: amount.toFixed(2), percent: amount.div(before).times(100).toFixed(1) }
}

export type Instalments = {
  /** Decimal with two places. */
  total: string
  /** Total minus price; negative when the instalments cost less. Two places. */
  interest: string
  /** Interest in percent of the price, one place; undefined for a price of 0. */
  interestPercent: string | undefined
  /**
   * Monthly rate in percent, two places, with the first instalment after a month; undefined without interest.
   */
  monthlyPercent: string | undefined
}

/** Compares `count` instalments of `value` with the cash price. Decimals of reais. */
export function instalmentsOf(price: string, count: number, value: string): Instalments {
  const total = new Big(value).times(count)
  const interest = total.minus(price)
  const hasPrice = new Big(price).gt(0)
  return {
    total: total.toFixed(2),
    interest: interest.toFixed(2),
    interestPercent: hasPrice ? interest.div(price).times(100).toFixed(1) : undefined,
    monthlyPercent:
      hasPrice && interest.gt(0) ? monthlyRate(new Big(price), count, new Big(value)) : undefined,
  }
}

const RATE_STEPS = 60
const RATE_MAX = 100

/** Bisection: the present value of the annuity falls as the rate grows. */
function monthlyRate(price: Big, count: number, value: Big): string | undefined {
  const presentValue = (rate: number) => {
    const factor = 1 / (1 + rate)
    return (Number(value) * factor * (1 - factor ** count)) / (1 - factor)
  }
  let [low, high] = [0, RATE_MAX]
  if (presentValue(high) > Number(price)) return undefined
  for (let step = 0; step < RATE_STEPS; step += 1) {
    const middle = (low + high) / 2
    if (presentValue(middle) > Number(price)) low = middle
    else high = middle
  }
  return new Big(high).times(100).toFixed(2)
}
