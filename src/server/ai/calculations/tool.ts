import { z } from 'zod'
import { readInput } from '../tools/call.ts'
import type { Tool } from '../tools/tool.ts'
import { calculate } from './calculate.ts'
import { CalculationInput } from './contract.ts'

const ALREADY_SHOWN_TEXT = 'A conta já está na resposta. Continue o texto sem escrevê-la de novo.'

/** Deeper than any valid calculation; limits the recursion on hostile input. */
const DEPTH_MAX = 5
/** Computing takes far less. */
const TIMEOUT_MS = 2_000

/** Some models encode the inner object as text, or omit the outer one. */
function completed(given: unknown): unknown {
  const { conta = given } = Object(given)
  return { conta: inText(typeof conta === 'string' ? readInput(conta) : conta, 0) }
}

/** Computes exactly. The line of a calculation becomes part of the reply, without any of the model's words. */
export const calculationTool = {
  name: 'calcular',
  description:
    'Faz contas exatas. Use para todo número que você calcularia: preço, desconto, parcela, juros, conversão, faturamento, meta, soma, média. ' +
    'Escreva os números como texto: "1.997,00", "1997.00" ou "12,5". ' +
    'A conta aparece sozinha na resposta, no ponto em que você a pede; continue o texto dali com o resultado, sem escrever a conta de novo.',
  input: z.preprocess(completed, CalculationInput),
  timeoutMs: TIMEOUT_MS,
  run({ conta }: CalculationInput) {
    const { line, result } = calculate(conta)
    return {
      json: { conta: line, ...result, aviso: ALREADY_SHOWN_TEXT },
      shown: `> **Conta:** ${line}`,
    }
  },
} satisfies Tool<CalculationInput>

/**
 * Converts numbers to Brazilian notation, since JSON numbers have no thousands separator; drops null and
 * empty values.
 */
function inText(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((item) => inText(item, depth + 1))
  const filled = Object.entries(value).filter(([, item]) => item !== null && item !== '')
  return Object.fromEntries(filled.map(([name, item]) => [name, inText(item, depth + 1)]))
}
