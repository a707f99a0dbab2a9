import { isJSONObject, type JSONObject } from '@ai-sdk/provider'
import type { Logger } from 'pino'
import { TOOL_TIMEOUT_MAX_MS, type Tool, type ToolContext, ToolError, type ToolResult } from './tool.ts'

const TIMEOUT_TEXT = 'A ferramenta demorou demais. Continue sem o resultado, e não o invente.'
const FAILED_TEXT = 'A ferramenta falhou. Continue sem o resultado, e não o invente.'

/** A call with valid arguments, or the error text for the model. */
export type PreparedCall = { tool: Tool; input: unknown } | { error: string }

/** Finds the tool and checks the arguments. Never throws for a model's input. */
export function prepareCall(
  tools: readonly Tool[],
  { toolName, input }: { toolName: string; input: string },
): PreparedCall {
  const tool = tools.find(({ name }) => name === toolName)
  if (!tool) {
    return {
      error: `Não existe outra ferramenta além de ${tools.map(({ name }) => `"${name}"`).join(', ')}.`,
    }
  }
  const given = readInput(input)
  if (given === undefined) return { error: 'Os argumentos não são um objeto JSON.' }
  const parsed = tool.input.safeParse(given)
  if (parsed.success) return { tool, input: parsed.data }
  const places = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'a raiz'))]
  return { error: `Os argumentos não estão como a ferramenta pede. Veja: ${places.join(', ')}.` }
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

export type Answered = { result: ToolResult } | { error: string }

/** Runs a call within its time limit. @throws the reason of the signal once that is aborted, and nothing else. */
export async function runCall(
  { tool, input }: { tool: Tool; input: unknown },
  { signal, tokens, log }: ToolContext & { log: Logger },
): Promise<Answered> {
  signal.throwIfAborted()
  const limit = AbortSignal.timeout(Math.min(tool.timeoutMs, TOOL_TIMEOUT_MAX_MS))
  const ends = AbortSignal.any([signal, limit])
  try {
    return { result: await untilAborted(ends, () => tool.run(input, { signal: ends, tokens })) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ToolError) return { error: error.message }
    log.warn(
      { tool: tool.name, isTimeout: limit.aborted, ...(!limit.aborted && { err: error }) },
      'a tool failed',
    )
    return { error: limit.aborted ? TIMEOUT_TEXT : FAILED_TEXT }
  }
}

/** The result of `work`, unless the signal is aborted first, which `work` may ignore. */
export function untilAborted<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  new Promise<T>((done) => done(work()))
    .then(resolve, reject)
    .finally(() => signal.removeEventListener('abort', stop))
  return promise
}
