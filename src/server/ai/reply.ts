import type { FinishReason, ReplyErrorCode } from '#shared/contract/messages.ts'

export type Turn = { role: 'user' | 'assistant'; content: string }

export type Prompt = { system: string; turns: Turn[] }

/** All tokens (input and output) and the cached ones of the input, as the provider counted them. */
export type Usage = { nTokens: number; nCachedTokens: number }

export type ProviderName = 'openai' | 'google'

export type ReplyPart =
  /** First of all: who writes this reply (null: the demonstration), known from here on however it ends, and what it has cost so far. */
  | { type: 'start'; provider: ProviderName | null; usageSoFar?: () => Usage | undefined }
  | { type: 'text'; text: string }
  /** `usage` is undefined where the provider gives no figures. */
  | { type: 'finish'; reason: FinishReason; usage: Usage | undefined }

/** What a reply cost, and whom it was paid to, where that is known. */
export type Spent = { usage?: Usage | undefined; provider?: ProviderName | undefined }

/** A reply that did not end well. It carries a code and never the provider's own words, which may hold secrets. */
export class ReplyError extends Error {
  readonly code: ReplyErrorCode
  readonly isTimeout: boolean
  /** What the failed reply cost, where the provider said so. */
  readonly usage: Usage | undefined
  readonly provider: ProviderName | undefined

  constructor(code: ReplyErrorCode, { usage, provider }: Spent = {}) {
    super(code)
    this.name = 'ReplyError'
    this.code = code
    this.isTimeout = code === 'first_token_timeout' || code === 'stall'
    this.usage = usage
    this.provider = provider
  }
}

export type ReplyModel = {
  isDemo: boolean
  /** How many tokens a prompt may take. */
  budgetTokens: number
  /**
   * Yields one start part, text as it arrives, and exactly one finish part at the end. Aborting the signal ends it with an AbortError
   * and closes the provider's socket at once.
   * @throws {ReplyError}
   */
  generate(prompt: Prompt, options: { signal: AbortSignal; model?: string | null }): AsyncIterable<ReplyPart>
}
