import type { AttachmentKind } from '#shared/contract/attachments.ts'
import type { FinishReason, ReplyErrorCode } from '#shared/contract/messages.ts'
import type { AnswerFormat } from './providers/request-fallbacks.ts'

/** A file that came with a person's turn. */
export type TurnAttachment = {
  name: string
  kind: AttachmentKind
  mediaType: string
  /** What its bytes are found by. */
  key: string
  /** Null for an image, and where it is not at hand. */
  text: string | null
  /** The file says more than `text`. */
  isTruncated: boolean
}

export type TurnImage = Pick<TurnAttachment, 'name' | 'mediaType' | 'key'>

export type Turn = {
  role: 'user' | 'assistant'
  content: string
  /** What a person's turn brought along; a prompt has it as part of `content`, and as `images`. */
  attachments?: TurnAttachment[]
  /** What a person's turn shows; a model that doesn't see refuses it. */
  images?: TurnImage[]
  /** What stands for a turn whose content is more than was said, where it is shortened. */
  brief?: string
}

export type Prompt = {
  system: string
  turns: Turn[]
  /** The reply so far, where one is gone on with: what is generated follows its last character. */
  partial?: string
}

/** All tokens (input and output), the cached ones of the input, and those of the output, as the provider counted them. */
export type Usage = { nTokens: number; nCachedTokens: number; nOutputTokens: number }

export type ProviderName = 'openai' | 'google'

export type ReplyPart =
  /** First of all: who writes this reply (null: the demonstration), known from here on however it ends, and what it has cost so far. */
  | {
      type: 'start'
      provider: ProviderName | null
      /** As its provider calls it. */
      model: string
      /** With the person's own key, not the house's. */
      isOwnKey?: boolean
      usageSoFar?: () => Usage | undefined
    }
  | { type: 'text'; text: string }
  /** `usage` is undefined where the provider gives no figures. */
  | { type: 'finish'; reason: FinishReason; usage: Usage | undefined }

/** What a reply cost, and whom it was paid to, where that is known. */
export type ReplyCost = {
  usage?: Usage | undefined
  provider?: ProviderName | undefined
  model?: string | undefined
}

/** A reply that did not end well. It carries a code and never the provider's own words, which may hold secrets. */
export class ReplyError extends Error {
  readonly code: ReplyErrorCode
  readonly isTimeout: boolean
  /** What the failed reply cost, where the provider said so. */
  readonly usage: Usage | undefined
  readonly provider: ProviderName | undefined
  readonly model: string | undefined

  constructor(code: ReplyErrorCode, { usage, provider, model }: ReplyCost = {}) {
    super(code)
    this.name = 'ReplyError'
    this.code = code
    this.isTimeout = code === 'first_token_timeout' || code === 'stall'
    this.usage = usage
    this.provider = provider
    this.model = model
  }
}

/** A person's own key for a provider. */
export type OwnKey = {
  provider: ProviderName
  /** Undefined where it can't be read any more. */
  apiKey: string | undefined
  /** Where it can't be used the house's providers write the reply, if there are any. */
  allowsFallback: boolean
  /** Asked before the house's providers are, in its place; false where they may not write the reply. Never rejects. */
  onFallback?: () => Promise<boolean>
  /** Called when the provider refuses it. Never rejects. */
  onRefused: () => Promise<void>
  /** Called when the provider has taken it. Never rejects. */
  onAccepted: () => Promise<void>
}

export type GenerateOptions = {
  signal: AbortSignal
  /** Asked with this key at its provider, and nobody else: neither another provider nor, but for `allowsFallback`, the house. */
  credential?: OwnKey | undefined
  /** The agent's own choice, where it has one. */
  model?: string | null
  /** Ends the reply, with reason `length`, after so many tokens. */
  maxOutputTokens?: number
  /** Figures may be left to the code: calculations that the model asks for are part of the text. */
  calculates?: boolean
  /** The answer is to be JSON after this schema; the prompt has to say so too, since not every server knows forms. */
  format?: AnswerFormat | undefined
}

export type ReplyModel = {
  isDemo: boolean
  /** How many tokens a prompt may take. */
  budgetTokens: number
  /**
   * Yields one start part, text as it arrives, and exactly one finish part at the end. Aborting the signal ends it with an AbortError
   * and closes the provider's socket at once. Of a prompt with `partial` it yields only what is new.
   * @throws {ReplyError}
   */
  generate(prompt: Prompt, options: GenerateOptions): AsyncIterable<ReplyPart>
}
