import {
  isJSONObject,
  type JSONObject,
  type JSONSchema7,
  type LanguageModelV4FunctionTool,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { calculate } from './calculate.ts'
import { CalculationInput } from './contract.ts'
import { CalculationError } from './decimal.ts'
import type { Figures } from './prices.ts'

const NAME = 'calcular'

/** Deeper than any calculation, so that nothing hostile is walked to its end. */
const DEPTH_MAX = 5

/** What providers leave out of JSON Schema, in words that all of them take. */
function inPlainSchema({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if ('const' in jsonSchema) {
    jsonSchema.enum = [jsonSchema.const as string]
    delete jsonSchema.const
  }
  if (jsonSchema.oneOf) {
    jsonSchema.anyOf = jsonSchema.oneOf
    delete jsonSchema.oneOf
  }
}

const { $schema: _, ...inputSchema } = z.toJSONSchema(CalculationInput, {
  target: 'draft-7',
  override: inPlainSchema,
})

/** The one tool of our own that models are offered. */
export const CALCULATION_TOOL: LanguageModelV4FunctionTool = {
  type: 'function',
  name: NAME,
  description:
    'Faz contas exatas. Use para todo número que você calcularia: preço, desconto, parcela, juros, conversão, faturamento, meta, soma, média. ' +
    'Escreva os números como texto: "1.997,00", "1997.00" ou "12,5". ' +
    'A conta aparece sozinha na resposta, no ponto em que você a pede; continue o texto dali com o resultado, sem escrever a conta de novo.',
  inputSchema: inputSchema as JSONSchema7,
}

type Answered = { figures: Figures } | { error: string }

/** What comes of a model's call; what it got wrong is said in words for the model. Never throws for what a model says. */
export function answerCall({ toolName, input }: { toolName: string; input: string }): Answered {
  if (toolName !== NAME) return { error: `Não existe outra ferramenta além de "${NAME}".` }
  const given = readInput(input)
  if (given === undefined) return { error: 'Os argumentos não são um objeto JSON.' }
  const { conta = given } = given
  // Some models write the inner object as text, or leave the outer one out.
  const inner = typeof conta === 'string' ? readInput(conta) : conta
  const parsed = CalculationInput.safeParse({ conta: inText(inner, 0) })
  if (!parsed.success) {
    const places = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'conta'))]
    return { error: `Os argumentos não estão como a ferramenta pede. Veja: ${places.join(', ')}.` }
  }
  try {
    return { figures: calculate(parsed.data.conta) }
  } catch (error) {
    if (error instanceof CalculationError) return { error: error.message }
    throw error
  }
}

/** Arguments as an object; undefined where they are none. */
export function readInput(input: string): JSONObject | undefined {
  try {
    const value: unknown = JSON.parse(input)
    return isJSONObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A number of a program has no thousands mark; what is null or empty was left out. */
function inText(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((item) => inText(item, depth + 1))
  const filled = Object.entries(value).filter(([, item]) => item !== null && item !== '')
  return Object.fromEntries(filled.map(([name, item]) => [name, inText(item, depth + 1)]))
}
