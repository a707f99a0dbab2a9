import Big from 'big.js'
import { formatMoney, parseMoney } from '#shared/money/money.ts'
import { ToolError } from '../tools/tool.ts'

/** Maximum length of a number, in UTF-16 code units. */
export const NUMBER_LENGTH = 40
/** Far above any figure of a business; larger values are mistakes. */
const LARGEST = new Big('1e15')

/** Why a calculation is impossible, as a text for the model. */
export class CalculationError extends ToolError {}

const WHOLE = /^([-−+]?)\s*(?:r\$)?\s*([\d.,]+)\s*%?$/i
/** As in `money.ts`: comma as decimal separator, dots as thousands separators. */
const BRAZILIAN = /^(\d{1,15}|[1-9]\d{0,2}(?:\.\d{3}){1,4})(?:,(\d{1,10}))?$/
const PLAIN = /^(\d{1,15})\.(\d{1,10})$/

/**
 * A number in Brazilian or program notation, with optional sign, "R$" or "%"; undefined for anything else.
 */
export function readDecimal(text: string): Big | undefined {
  if (text.length > NUMBER_LENGTH) return undefined
  const [, sign, digits = ''] = WHOLE.exec(text.trim()) ?? []
  const [, whole, places = '0'] = BRAZILIAN.exec(digits) ?? PLAIN.exec(digits) ?? []
  if (whole === undefined) return undefined
  const value = new Big(`${whole.replaceAll('.', '')}.${places}`)
  return sign === '-' || sign === '−' ? value.times(-1) : value
}

/** @throws {CalculationError} when the text is not a number or out of bounds. */
export function numberOf(name: string, text: string, { min, max }: { min?: number; max?: number } = {}): Big {
  const value = readDecimal(text)
  if (!value) throw new CalculationError(`"${name}" não é um número. Escreva como 1234,5 ou 1234.5.`)
  if (min !== undefined && value.lt(min)) throw new CalculationError(`"${name}" deve ser no mínimo ${min}.`)
  if (max !== undefined && value.gt(max)) throw new CalculationError(`"${name}" deve ser no máximo ${max}.`)
  return value
}

/** @throws {CalculationError} when the text is not a whole number from `min` to `max`. */
export function countOf(name: string, text: string, bounds: { min: number; max: number }): number {
  const value = numberOf(name, text, bounds)
  if (!value.round(0).eq(value)) throw new CalculationError(`"${name}" deve ser um número inteiro.`)
  return Number(value)
}

/** A percentage above 0, at most 100. @throws {CalculationError} */
export function percentageOf(name: string, text: string): Big {
  const value = numberOf(name, text, { min: 0, max: 100 })
  if (value.eq(0)) throw new CalculationError(`"${name}" deve ser maior que 0.`)
  return value
}

/** An amount of reais, 0 or more. @throws {CalculationError} */
export function amountOf(name: string, text: string): Big {
  const decimal = parseMoney(text)
  if (decimal === undefined) {
    throw new CalculationError(`"${name}" não é um valor em reais. Escreva como 1.997,00 ou 1997.00.`)
  }
  return new Big(decimal)
}

/** An amount of reais above 0. @throws {CalculationError} */
export function priceOf(name: string, text: string): Big {
  const amount = amountOf(name, text)
  if (amount.eq(0)) throw new CalculationError(`"${name}" deve ser maior que zero.`)
  return amount
}

/** @throws {CalculationError} when an intermediate result is too large. */
export function bounded(value: Big): Big {
  if (value.abs().gte(LARGEST)) throw new CalculationError('O resultado é grande demais para esta conta.')
  return value
}

/** How a figure is displayed: reais, percentage or plain number. */
export type Unit = 'reais' | 'percentual' | 'numero'

const PLACES: Record<Unit, number> = { reais: 2, percentual: 2, numero: 4 }
const plain = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: PLACES.numero })

/** A figure in Brazilian notation, rounded half up: "R$ 1.997,00", "2,5%", "1.250". */
export function formatValue(value: Big, unit: Unit = 'numero'): string {
  const rounded = value.toFixed(PLACES[unit])
  if (unit === 'reais') return formatMoney(rounded)
  return plain.format(rounded as Intl.StringNumericLiteral) + (unit === 'percentual' ? '%' : '')
}

/** The right side of an equation, with "≈" when it is rounded. */
export const equals = (value: Big, unit: Unit = 'numero'): string =>
  `${value.round(PLACES[unit]).eq(value) ? '=' : '≈'} ${formatValue(value, unit)}`

/** A figure in program notation, for the model. */
export const formatForModel = (value: Big, unit: Unit = 'numero'): string =>
  unit === 'reais' ? value.toFixed(2) : new Big(value.toFixed(PLACES[unit])).toFixed()
