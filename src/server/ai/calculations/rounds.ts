import type {
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import type { ProviderAttempt } from '../providers/provider-attempt.ts'
import type { Prompt, Usage } from '../reply.ts'
import { answerCall, readInput } from './tool.ts'

/** How often in one reply a model may ask for calculations, and how many in all. */
const ROUNDS_MAX = 4
const CALLS_MAX = 8

const ENOUGH = `Esta resposta já tem ${CALLS_MAX} contas. Escreva com as que há.`
const SHOWN = 'A conta já está na resposta. Continue o texto sem escrevê-la de novo.'

/** The tool, as a request offers it. */
export type ToolUse = {
  /** What the model called before in this reply, and what came of it. */
  messages: LanguageModelV4Message[]
  /** False where it has to get by with what it has. */
  mayCall: boolean
  /** All of the reply so far, for whoever can't be shown the calls. */
  written: string
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** What a model gave in one request. */
export type Round = {
  said: string
  /** What it wants back as it was, before what it said. */
  thoughts: AssistantContent
  calls: LanguageModelV4ToolCall[]
}

/** The requests that one reply is made of: the model asks for calculations, the code makes them, and the model goes on. */
export class CalculationRounds {
  /** How the last request ended. */
  reason: FinishReason = 'stop'
  /** The last request has not asked for anything. */
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

  /** Of all requests so far. */
  get usage(): Usage | undefined {
    return addUsage(this.#spent, this.#reply?.usageSoFar)
  }

  /** A person has something to read of this reply. */
  get hasShown(): boolean {
    return this.#written !== ''
  }

  /** What comes next begins a paragraph. */
  get isAtBreak(): boolean {
    return this.#written.endsWith('\n\n')
  }

  follow(reply: ProviderAttempt): void {
    this.#reply = reply
  }

  /**
   * Ends a request: what is to be shown of the calculations that it asked for, which may be nothing. Throws when the
   * provider did not say that it is over.
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
    const text: AssistantContent = said.trim() === '' ? [] : [{ type: 'text', text: said }]
    this.#messages = [
      ...this.#messages,
      { role: 'assistant', content: [...thoughts, ...text, ...calls.map(toPart)] },
      { role: 'tool', content: results },
    ]
    // Nothing new: what comes next may be the rest of a sentence.
    if (lines.length === 0 && text.length === 0) return ''
    const shown = gapAfter(this.#written) + lines.map((line) => `${line}\n\n`).join('')
    this.#written += shown
    return shown
  }

  #resultOf(call: LanguageModelV4ToolCall, lines: string[]): LanguageModelV4ToolResultPart {
    const { toolCallId, toolName } = call
    const part = { type: 'tool-result', toolCallId, toolName } as const
    const answered = this.#calls < CALLS_MAX ? answerCall(call) : { error: ENOUGH }
    this.#calls += 1
    if ('error' in answered) return { ...part, output: { type: 'error-text', value: answered.error } }
    const { line, result } = answered.figures
    const quote = `> **Conta:** ${line}`
    // A reply that goes on after a cut may ask again for what it already shows.
    const isShown = lines.includes(quote) || `\n${this.#written}\n`.includes(`\n${quote}\n`)
    if (!isShown) lines.push(quote)
    return { ...part, output: { type: 'json', value: { conta: line, ...result, aviso: SHOWN } } }
  }
}

/** Unreadable arguments are given back as none, since servers read them too. */
const toPart = ({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName,
  input: readInput(input) ?? {},
  // What a model signs its calls with has to come back with them.
  ...(providerMetadata && { providerOptions: providerMetadata }),
})

/** What is missing of a blank line after a text. */
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
