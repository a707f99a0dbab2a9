import Big from 'big.js'

/** `1.997`, `1.997,00`, `1997` and `1997,5`: the comma is the decimal mark, dots before three digits are thousands. */
const BRAZILIAN = /^(?:r\$)?\s*(\d{1,12}|[1-9]\d{0,2}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/i
/** `1997.00`: one dot before one or two digits. */
const PLAIN = /^(?:r\$)?\s*(\d{1,12})\.(\d{1,2})$/i

/** The longest text that is looked at for an amount, in UTF-16 code units. */
export const MONEY_LENGTH = 30

/** An amount of reais as somebody types it, as a decimal with two places ("1997.00"); undefined for anything else. */
export function parseMoney(text: string): string | undefined {
  if (text.length > MONEY_LENGTH) return undefined
  const [, whole, cents = ''] = BRAZILIAN.exec(text.trim()) ?? PLAIN.exec(text.trim()) ?? []
  return whole && new Big(`${whole.replaceAll('.', '')}.${cents || '0'}`).toFixed(2)
}

const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** "R$ 1.997,00" of a decimal, rounded to cents, half up, with a space that does not break. */
export const formatMoney = (decimal: Big.BigSource): string =>
  currency.format(new Big(decimal).toFixed(2) as Intl.StringNumericLiteral)

/** What a price takes off another: the amount, with two places, and its share in percent, with one; undefined where it takes nothing off. */
export function discountOf(anchor: string, price: string): { amount: string; percent: string } | undefined {
  const before = new Big(anchor)
  const amount = before.minus(price)
  if (amount.lte(0)) return undefined
  return { amount: amount.toFixed(2), percent: amount.div(before).times(100).toFixed(1) }
}

export type Instalments = {
  /** Decimals with two places. */
  total: string
  /** What the instalments cost beyond the price; negative where they cost less. */
  interest: string
  /** The same in percent of the price, with one place; undefined where the price is nothing. */
  interestPercent: string | undefined
  /** The monthly rate of the same, in percent with two places, the first instalment a month after; undefined where there is no interest. */
  monthlyPercent: string | undefined
}

/** What `count` instalments of `value` come to beside a price paid at once. Decimals of reais. */
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

/** Bisection of the annuity's present value, which falls as the rate grows. */
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
