import type {
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import type { ProviderAttempt } from '../providers/provider-attempt.ts'
import type { Prompt, Usage } from '../reply.ts'
import { answerCall, type Round, readInput, type ToolUse } from './tool.ts'

/** Limits per reply: requests with calculations, and calculations in total. */
const ROUNDS_MAX = 4
const CALLS_MAX = 8

const LIMIT_TEXT = `Esta resposta já tem ${CALLS_MAX} contas. Escreva com as que há.`
const ALREADY_SHOWN_TEXT = 'A conta já está na resposta. Continue o texto sem escrevê-la de novo.'

/**
 * The requests that form one reply: the model asks for calculations, the code computes them, and the model
 * continues.
 */
export class CalculationRounds {
  /** Finish reason of the last request. */
  reason: FinishReason = 'stop'
  /** The last request asked for no calculation. */
  isOver = false
  #written: string
  #messages: LanguageModelV4Message[] = []
  #rounds = 0
  #calls = 0
  #spent: Usage | undefined
  #reply: ProviderAttempt | undefined
  readonly #isOffered: boolean

  constructor({ partial = '' }: Prompt, isOffered: boolean) {
    this.#written = partial
    this.#isOffered = isOffered
  }

  get use(): ToolUse | undefined {
    if (!this.#isOffered) return undefined
    const mayCall = this.#rounds < ROUNDS_MAX && this.#calls < CALLS_MAX
    return { messages: this.#messages, mayCall, written: this.#written }
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

  /**
   * Ends a request. Answers the text to show for its calculations, possibly empty. @throws when the provider
   * sent no finish marker.
   */
  conclude(): string {
    if (!this.#reply) throw new Error('no request to conclude')
    const { reason, usage } = this.#reply.end()
    const { round } = this.#reply
    this.reason = reason
    this.#reply = undefined
    this.#spent = addUsage(this.#spent, usage)
    this.#written += round.said
    this.isOver = round.calls.length === 0 || reason !== 'stop' || !this.use?.mayCall
    return this.isOver ? '' : this.#answer(round)
  }

  #answer({ said, thoughts, calls }: Round): string {
    this.#rounds += 1
    const lines: string[] = []
    const results = calls.map((call) => this.#resultOf(call, lines))
    const text: Round['thoughts'] = said.trim() === '' ? [] : [{ type: 'text', text: said }]
    this.#messages = [
      ...this.#messages,
      { role: 'assistant', content: [...thoughts, ...text, ...calls.map(toPart)] },
      { role: 'tool', content: results },
    ]
    // Nothing new: the next text may continue a sentence.
    if (lines.length === 0 && text.length === 0) return ''
    const shown = gapAfter(this.#written) + lines.map((line) => `${line}\n\n`).join('')
    this.#written += shown
    return shown
  }

  #resultOf(call: LanguageModelV4ToolCall, lines: string[]): LanguageModelV4ToolResultPart {
    const { toolCallId, toolName } = call
    const part = { type: 'tool-result', toolCallId, toolName } as const
    const answered = this.#calls < CALLS_MAX ? answerCall(call) : { error: LIMIT_TEXT }
    this.#calls += 1
    if ('error' in answered) return { ...part, output: { type: 'error-text', value: answered.error } }
    const { line, result } = answered.figures
    const quote = `> **Conta:** ${line}`
    // A continued reply may repeat a calculation that is already shown.
    const isShown = lines.includes(quote) || `\n${this.#written}\n`.includes(`\n${quote}\n`)
    if (!isShown) lines.push(quote)
    return { ...part, output: { type: 'json', value: { conta: line, ...result, aviso: ALREADY_SHOWN_TEXT } } }
  }
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
