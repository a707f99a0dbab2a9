import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { FinishReason } from '#shared/contract/messages.ts'
import { CHARACTERS_PER_TOKEN } from '../prompt/token-estimate.ts'
import type { ProviderAttempt } from '../providers/provider-attempt.ts'
import type { Watchdog } from '../providers/watchdog.ts'
import type { Prompt, ReplyPart, StepState, Usage } from '../reply.ts'
import { type Answered, type PreparedCall, prepareCall, readInput, runCall } from './call.ts'
import { stepLabel } from './step-label.ts'
import type { Tool, ToolResult } from './tool.ts'
import { toFunctionTool } from './tool-schema.ts'
import type { Round, ToolUse } from './tool-use.ts'

/** Limits per reply: requests with calls, calls in total, and estimated tokens of all results. */
const ROUNDS_MAX = 4
const CALLS_MAX = 8
const RESULT_TOKENS_MAX = 8_000
/** Results take at most this share of a prompt's budget, which is small for many compatible servers. */
const RESULT_SHARE = 0.25

const LIMIT_TEXT = `Esta resposta já tem ${CALLS_MAX} usos de ferramentas. Escreva com o que há.`
const BUDGET_TEXT = 'Não cabem mais resultados nesta resposta. Escreva com o que há.'

type Options = { tools: readonly Tool[]; budgetTokens: number; log: Logger }

/** A call of this round; a refused one has no step. */
type Called = { call: LanguageModelV4ToolCall; prepared: PreparedCall; stepId: string }

/** The requests that form one reply: the model calls tools, their results are sent back, and the model continues. */
export class ToolRounds {
  /** Finish reason of the last request. */
  reason: FinishReason = 'stop'
  /** The last request called no tool, or the limits are reached. */
  isOver = false
  #written: string
  #messages: LanguageModelV4Message[] = []
  #rounds = 0
  #calls = 0
  #tokens: number
  #spent: Usage | undefined
  #reply: ProviderAttempt | undefined
  #round: Round | undefined
  readonly #tools: readonly Tool[]
  readonly #functions: LanguageModelV4FunctionTool[]
  readonly #log: Logger

  constructor({ partial = '' }: Prompt, { tools, budgetTokens, log }: Options) {
    this.#written = partial
    this.#tools = tools
    this.#functions = tools.map(toFunctionTool)
    this.#tokens = Math.min(RESULT_TOKENS_MAX, Math.floor(budgetTokens * RESULT_SHARE))
    this.#log = log
  }

  get use(): ToolUse | undefined {
    if (this.#tools.length === 0) return undefined
    const mayCall = this.#rounds < ROUNDS_MAX && this.#calls < CALLS_MAX
    return { functions: this.#functions, messages: this.#messages, mayCall, written: this.#written }
  }

  /** Sum of all requests so far. */
  get usage(): Usage | undefined {
    return addUsage(this.#spent, this.#reply?.usageSoFar)
  }

  /** The user can see part of this reply. */
  get hasShown(): boolean {
    return this.#written !== ''
  }

  /** The next text starts a paragraph. */
  get isAtBreak(): boolean {
    return this.#written.endsWith('\n\n')
  }

  follow(reply: ProviderAttempt): void {
    this.#reply = reply
  }

  /** Ends a request. @throws when the provider sent no finish marker. */
  conclude(): void {
    if (!this.#reply) throw new Error('no request to conclude')
    const { reason, usage } = this.#reply.end()
    this.#round = this.#reply.round
    this.reason = reason
    this.#reply = undefined
    this.#spent = addUsage(this.#spent, usage)
    this.#written += this.#round.said
    this.isOver = this.#round.calls.length === 0 || reason !== 'stop' || !this.use?.mayCall
  }

  /**
   * Answers the calls of the concluded request, all at once. Yields the steps, and the text to show for them.
   * @throws the signal's reason when the reply is aborted meanwhile.
   */
  async *answer(watch: Watchdog): AsyncGenerator<ReplyPart> {
    const { said, thoughts, calls } = this.#round ?? NO_ROUND
    this.#rounds += 1
    const called = calls.map((call): Called => ({ call, prepared: this.#prepare(call), stepId: uuidv7() }))
    for (const { prepared, stepId } of called) if ('tool' in prepared) yield begun(prepared, stepId)
    // Calls run at the same time, so each gets its part before.
    const tokens = Math.floor(this.#tokens / called.filter(({ prepared }) => 'tool' in prepared).length)
    const context = { signal: watch.signal, tokens, log: this.#log }
    const run = async ({ prepared }: Called) => ('tool' in prepared ? runCall(prepared, context) : prepared)
    const answers = await watch.pausedFor(Promise.all(called.map(run)))
    const lines: string[] = []
    const results: LanguageModelV4ToolResultPart[] = []
    for (const [index, { call, prepared, stepId }] of called.entries()) {
      const answered = this.#withinBudget(answers[index] ?? { error: BUDGET_TEXT }, tokens)
      if ('tool' in prepared) yield ended(prepared.tool, stepId, answered)
      if ('result' in answered) this.#show(answered.result, lines)
      results.push(toResult(call, answered))
    }
    const text: Round['thoughts'] = said.trim() === '' ? [] : [{ type: 'text', text: said }]
    this.#messages = [
      ...this.#messages,
      { role: 'assistant', content: [...thoughts, ...text, ...calls.map(toPart)] },
      { role: 'tool', content: results },
    ]
    // Nothing new: the next text may continue a sentence.
    if (lines.length === 0 && text.length === 0) return
    const shown = gapAfter(this.#written) + lines.map((line) => `${line}\n\n`).join('')
    this.#written += shown
    if (shown !== '') yield { type: 'text', text: shown }
  }

  #prepare(call: LanguageModelV4ToolCall): PreparedCall {
    this.#calls += 1
    return this.#calls > CALLS_MAX ? { error: LIMIT_TEXT } : prepareCall(this.#tools, call)
  }

  /** A continued reply may repeat what it shows already. */
  #show({ shown }: ToolResult, lines: string[]): void {
    if (shown === undefined) return
    const isShown = lines.includes(shown) || `\n${this.#written}\n`.includes(`\n${shown}\n`)
    if (!isShown) lines.push(shown)
  }

  /**
   * Takes a result from the budget, and refuses one that is longer than its part: a text that is cut would lose its
   * closing fence, and passages whose numbers count already.
   */
  #withinBudget(answered: Answered, tokens: number): Answered {
    if ('error' in answered) return answered
    const { result } = answered
    const length = 'text' in result ? result.text.length : JSON.stringify(result.json).length
    if (length > tokens * CHARACTERS_PER_TOKEN) return { error: BUDGET_TEXT }
    this.#tokens -= Math.ceil(length / CHARACTERS_PER_TOKEN)
    return answered
  }
}

const NO_ROUND: Round = { said: '', thoughts: [], calls: [] }

const stepPart = (step: StepState): ReplyPart => ({ type: 'step', step })

function begun({ tool, input }: { tool: Tool; input: unknown }, id: string): ReplyPart {
  return stepPart({ id, name: tool.name, ...stepLabel(tool.labelOf?.(input)), status: 'running' })
}

/** Without a label of its own, the end keeps the one of the beginning. */
function ended({ name }: Tool, id: string, answered: Answered): ReplyPart {
  if ('error' in answered) return stepPart({ id, name, status: 'error' })
  return stepPart({ id, name, ...stepLabel(answered.result.label), status: 'done' })
}

function toResult(
  { toolCallId, toolName }: LanguageModelV4ToolCall,
  answered: Answered,
): LanguageModelV4ToolResultPart {
  const part = { type: 'tool-result', toolCallId, toolName } as const
  if ('error' in answered) return { ...part, output: { type: 'error-text', value: answered.error } }
  const { result } = answered
  return 'text' in result
    ? { ...part, output: { type: 'text', value: result.text } }
    : { ...part, output: { type: 'json', value: result.json } }
}

/** Unreadable arguments become an empty object, because some servers parse them. */
const toPart = ({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName,
  input: readInput(input) ?? {},
  // Some models sign their calls, and require the signature back.
  ...(providerMetadata && { providerOptions: providerMetadata }),
})

/** The line breaks missing for a blank line after the text. */
function gapAfter(text: string): string {
  if (text.trim() === '' || text.endsWith('\n\n')) return ''
  return text.endsWith('\n') ? '\n' : '\n\n'
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other
  return {
    nTokens: one.nTokens + other.nTokens,
    nCachedTokens: one.nCachedTokens + other.nCachedTokens,
    nOutputTokens: one.nOutputTokens + other.nOutputTokens,
  }
}
