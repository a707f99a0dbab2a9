import type { JSONSchema7 } from '@ai-sdk/provider'
import type { AttachmentKind } from '#shared/contract/attachments.ts'
import type { FinishReason, ReplyErrorCode, ReplyStep } from '#shared/contract/messages.ts'
import type { Tool } from './tools/tool.ts'

/** JSON Schema of the answer. */
export type AnswerFormat = { name: string; schema: JSONSchema7 }

/** A file attached to a user's turn. */
export type TurnAttachment = {
  name: string
  kind: AttachmentKind
  mediaType: string
  /** Storage key of the bytes. */
  key: string
  /** Null for an image, and when the text is unavailable. */
  text: string | null
  /** The file has more text than `text`. */
  isTruncated: boolean
}

export type TurnImage = Pick<TurnAttachment, 'name' | 'mediaType' | 'key'>

export type Turn = {
  role: 'user' | 'assistant'
  content: string
  /** Files of a user's turn. In a prompt they become part of `content` and `images`. */
  attachments?: TurnAttachment[]
  /** Images of a user's turn; models without vision refuse them. */
  images?: TurnImage[]
  /** Shorter replacement of `content` for condensed turns. */
  brief?: string
}

export type Prompt = {
  system: string
  turns: Turn[]
  /** The reply so far when it is continued; generation starts after its last character. */
  partial?: string
}

/** Tokens as the provider counted them: all (input and output), cached input, and output. */
export type Usage = { nTokens: number; nCachedTokens: number; nOutputTokens: number }

export type ProviderName = 'openai' | 'google'

export type ReplyPart =
  /**
   * The first part: the writer (null for the demo), and the usage so far, which stays readable however the
   * reply ends.
   */
  | {
      type: 'start'
      provider: ProviderName | null
      /** The provider's name of the model. */
      model: string
      /** The user's own key pays. */
      isOwnKey?: boolean
      usageSoFar?: () => Usage | undefined
    }
  | { type: 'text'; text: string }
  /** A call of a tool begins at this place of the text, or has ended. */
  | { type: 'step'; step: StepState }
  /** `usage` is undefined when the provider reports none. */
  | { type: 'finish'; reason: FinishReason; usage: Usage | undefined }

/** A step without its place, which is the end of the text so far; without a label, it keeps its last one. */
export type StepState = Omit<ReplyStep, 'at'>

/** Usage and writer of a reply, as far as known. */
export type ReplyCost = {
  usage?: Usage | undefined
  provider?: ProviderName | undefined
  model?: string | undefined
}

/** The reason of an abort after a reply's end. One for all, because a new error records its stack. */
export const OVER = new DOMException('The reply is over.', 'AbortError')

/** A failed reply. Carries a code and never the provider's text, which may hold secrets. */
export class ReplyError extends Error {
  readonly code: ReplyErrorCode
  readonly isTimeout: boolean
  /** Usage of the failed reply, when the provider reported it. */
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

/** A user's own key for a provider. */
export type OwnKey = {
  provider: ProviderName
  /** Undefined when it cannot be decrypted. */
  apiKey: string | undefined
  /** The installation's providers may write the reply when the key is unusable. */
  allowsFallback: boolean
  /** Called before that fallback; false forbids it. Never rejects. */
  onFallback?: () => Promise<boolean>
  /** Called when the provider refuses the key. Never rejects. */
  onRefused: () => Promise<void>
  /** Called when the provider accepts the key. Never rejects. */
  onAccepted: () => Promise<void>
}

export type GenerateOptions = {
  signal: AbortSignal
  /**
   * Use this key at its provider only; no other provider, and the installation's only with `allowsFallback`.
   */
  credential?: OwnKey | undefined
  /** The agent's model, if it has one. */
  model?: string | null
  /** The reply ends after this many tokens with reason `length`. */
  maxOutputTokens?: number
  /** Offered to the model; their calls become steps of the reply. */
  tools?: readonly Tool[]
  /**
   * Ask for JSON of this schema. The prompt must ask for it too, because not every server supports response
   * formats.
   */
  format?: AnswerFormat | undefined
}

export type ReplyModel = {
  isDemo: boolean
  /** Token budget of a prompt. */
  budgetTokens: number
  /**
   * Yields one start part, text as it arrives, and one finish part. Aborting the signal throws an AbortError
   * and closes the provider's socket at once. For a prompt with `partial`, yields only new text.
   * @throws {ReplyError}
   */
  generate(prompt: Prompt, options: GenerateOptions): AsyncIterable<ReplyPart>
}
