import {
  isJSONObject,
  type JSONObject,
  type JSONSchema7,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Message,
  type LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { calculate } from './calculate.ts'
import { CalculationInput } from './contract.ts'
import { CalculationError } from './decimal.ts'
import type { Figures } from './prices.ts'

/** The calculation tool in a request. */
export type ToolUse = {
  /** Calls of earlier requests of this reply, and their results. */
  messages: LanguageModelV4Message[]
  /** False when the limits are reached. */
  mayCall: boolean
  /** The reply so far, for servers that cannot receive the calls. */
  written: string
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** Output of one request. */
export type Round = {
  said: string
  /** Reasoning parts that the provider needs back before the text. */
  thoughts: AssistantContent
  calls: LanguageModelV4ToolCall[]
}

const NAME = 'calcular'

/** Deeper than any valid calculation; limits the recursion on hostile input. */
const DEPTH_MAX = 5

/** Replaces keywords of JSON Schema that some providers do not support. */
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

/** The only tool that models are offered. */
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

/** The result of a tool call, or an error text for the model. Never throws for invalid arguments. */
export function answerCall({ toolName, input }: { toolName: string; input: string }): Answered {
  if (toolName !== NAME) return { error: `Não existe outra ferramenta além de "${NAME}".` }
  const given = readInput(input)
  if (given === undefined) return { error: 'Os argumentos não são um objeto JSON.' }
  const { conta = given } = given
  // Some models encode the inner object as text, or omit the outer one.
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

/** Arguments as an object; undefined when they are not a JSON object. */
export function readInput(input: string): JSONObject | undefined {
  try {
    const value: unknown = JSON.parse(input)
    return isJSONObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

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
