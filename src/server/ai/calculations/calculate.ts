import type Big from 'big.js'
import type { Calculation, CalculationOf } from './contract.ts'
import {
  bounded,
  CalculationError,
  equals,
  formatForModel,
  formatValue,
  numberOf,
  type Unit,
} from './decimal.ts'
import { discount, type Figures, instalments } from './prices.ts'
import { conversion, goal, revenue } from './sales.ts'

/**
 * Computes with decimals.
 * @throws {CalculationError} with a text for the model when the input is invalid.
 */
export function calculate(given: Calculation): Figures {
  switch (given.operacao) {
    case 'desconto':
      return discount(given)
    case 'parcelamento':
      return instalments(given)
    case 'conversao':
      return conversion(given)
    case 'faturamento':
      return revenue(given)
    case 'meta':
      return goal(given)
    case 'aritmetica':
      return chain(given)
  }
}

type Step = CalculationOf<'aritmetica'>['passos'][number]['tipo']

const SIGNS: Record<Exclude<Step, 'percentual'>, string> = {
  soma: '+',
  subtracao: '−',
  multiplicacao: '×',
  divisao: '÷',
}
/** Steps of one precedence are shown as a single expression; a mix is shown step by step. */
const SAME_PRECEDENCE: Step[][] = [
  ['soma', 'subtracao'],
  ['multiplicacao', 'divisao'],
]

function chain({ inicio, passos, unidade = 'numero' }: CalculationOf<'aritmetica'>): Figures {
  let value = inUnit('inicio', inicio, unidade)
  const taken = passos.map(({ tipo, valor }) => {
    const isAmount = tipo === 'soma' || tipo === 'subtracao'
    const operand = isAmount ? inUnit('valor', valor, unidade) : numberOf('valor', valor)
    const before = value
    value = bounded(applyStep(tipo, before, operand))
    const shown = isAmount ? formatValue(operand, unidade) : formatValue(operand)
    return { tipo, before, after: value, operand: operand.lt(0) ? `(${shown})` : shown }
  })
  const isOneExpression = SAME_PRECEDENCE.some((kinds) => taken.every(({ tipo }) => kinds.includes(tipo)))
  const run = taken.map(({ tipo, operand }) =>
    tipo === 'percentual' ? operand : `${SIGNS[tipo]} ${operand}`,
  )
  const steps = taken.map(({ tipo, before, after, operand }) =>
    tipo === 'percentual'
      ? `${operand}% de ${formatValue(before, unidade)} ${equals(after, unidade)}`
      : `${formatValue(before, unidade)} ${SIGNS[tipo]} ${operand} ${equals(after, unidade)}`,
  )
  const start = formatValue(taken[0]?.before ?? value, unidade)
  return {
    line: isOneExpression ? `${[start, ...run].join(' ')} ${equals(value, unidade)}` : steps.join('; '),
    result: { resultado: formatForModel(value, unidade) },
  }
}

/** @throws {CalculationError} for fractions of a cent, which the display would round. */
function inUnit(name: string, text: string, unit: Unit): Big {
  const value = numberOf(name, text)
  if (unit === 'reais' && !value.round(2).eq(value)) {
    throw new CalculationError(`"${name}" tem frações de centavo.`)
  }
  return value
}

function applyStep(step: Step, value: Big, operand: Big): Big {
  switch (step) {
    case 'soma':
      return value.plus(operand)
    case 'subtracao':
      return value.minus(operand)
    case 'multiplicacao':
      return value.times(operand)
    case 'percentual':
      return value.times(operand).div(100)
    case 'divisao':
      if (operand.eq(0)) throw new CalculationError('Não existe divisão por zero.')
      return value.div(operand)
  }
}
