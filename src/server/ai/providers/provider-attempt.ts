import { JSONParseError, type LanguageModelV4Usage, TypeValidationError } from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import type { Round } from '../calculations/rounds.ts'
import { type Prompt, ReplyError, type Usage } from '../reply.ts'
import { EventMetadata, isFailure, isUnknownEvent } from './event-metadata.ts'
import type { ModelStream, Provider, StreamOptions } from './providers.ts'
import type { Watchdog } from './watchdog.ts'

type StreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never
type FinishPart = Extract<StreamPart, { type: 'finish' }>

/** More unreadable chunks than this, and what arrives can no longer be trusted to be the reply. */
const MALFORMED_MAX = 3
/** More blanks than this before the first word, in UTF-16 code units, and none will come. */
const LEADING_BLANKS_MAX = 10_000
/** A model that asks for more at once has lost its way. */
const CALLS_KEPT = 16
/** Longer than the arguments of all of them, in UTF-16 code units. */
const INPUT_MAX = 100_000
const PIECES_MAX = 256

/** One attempt at a reply: a request to a provider and the text that comes back. */
export class ProviderAttempt {
  readonly #provider: Provider
  readonly #watch: Watchdog
  readonly #abort = new AbortController()
  readonly #notes: EventMetadata
  readonly #model: string
  #reader: ReadableStreamDefaultReader<StreamPart> | undefined
  #malformed = 0
  #finish: FinishPart | undefined
  #inputLength = 0
  /** Of what was said, where a request may go on from it. */
  #pieces: string[] | undefined
  readonly #thoughts: Round['thoughts'] = []
  readonly #calls: Round['calls'] = []

  constructor(provider: Provider, watch: Watchdog, modelId: string | undefined) {
    this.#provider = provider
    this.#model = modelId ?? provider.defaultModel
    this.#watch = watch
    this.#notes = new EventMetadata(provider.api)
  }

  get provider() {
    return this.#provider.name
  }

  /** Whom of that provider the request names. */
  get model() {
    return this.#model
  }

  /** What the reply has cost so far, where the provider says so along the way. */
  get usageSoFar(): Usage | undefined {
    return this.#notes.usage
  }

  /** What came, for a request that goes on from it. */
  get round(): Round {
    return { said: this.#pieces?.join('') ?? '', thoughts: this.#thoughts, calls: this.#calls }
  }

  /**
   * Sends the prompt and waits for the first text that can be seen; none where a continuation has nothing to add, or the
   * model asks for calculations first.
   * @throws {ReplyError} for an answer without text: empty, or provider_refused by a filter. Anything else that it
   * throws says that the provider failed.
   */
  async open(
    prompt: Prompt,
    options: Omit<StreamOptions, 'signal' | 'modelId'>,
  ): Promise<string | undefined> {
    const signal = AbortSignal.any([this.#watch.signal, this.#abort.signal])
    const stream = await this.#provider.stream(prompt, { ...options, modelId: this.#model, signal })
    this.#reader = stream.getReader()
    this.#pieces = options.tool && []
    for (let text = ''; ; ) {
      const more = await this.next()
      if (more === undefined) return this.#endWithoutText(prompt, options, text)
      text += more
      if (more.trim() !== '') return text
      if (text.length > LEADING_BLANKS_MAX) throw this.#failure('empty', this.usageSoFar)
    }
  }

  /** The next text, or undefined at the end of the stream. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const part = (await this.#reader?.read())?.value
      if (part === undefined) return undefined
      switch (part.type) {
        case 'text-delta':
          if (part.delta === '') break
          this.#say(part.delta)
          return part.delta
        case 'raw':
          this.#notes.add(part.rawValue)
          break
        case 'reasoning-start':
          this.#watch.reasoningSeen()
          break
        case 'finish':
          this.#finish = part
          break
        case 'error':
          this.#tolerate(part.error)
          break
        default:
          this.#keep(part)
      }
    }
  }

  /** How the provider says that it finished; throws when it did not say so. */
  end(): { reason: FinishReason; usage: Usage | undefined } {
    const reason = this.#finish && (toReason(this.#finish) ?? this.#notes.finish)
    if (!this.#finish || !reason) throw new Error('the stream ended without a finish marker')
    return { reason, usage: toUsage(this.#finish.usage) }
  }

  /** Closes the socket when the reply is still on its way. */
  close(): void {
    this.#abort.abort()
  }

  /** Put together now and then, since each piece costs several times its letters. */
  #say(piece: string): void {
    if (!this.#pieces) return
    this.#pieces.push(piece)
    if (this.#pieces.length > PIECES_MAX) this.#pieces = [this.#pieces.join('')]
  }

  #endWithoutText(prompt: Prompt, options: Pick<StreamOptions, 'tool'>, blanks: string): string | undefined {
    const { reason, usage } = this.end()
    if (prompt.partial && reason === 'stop') return blanks
    if (this.#mayBeSilent(options, reason)) return undefined
    throw this.#failure(reason === 'content_filter' ? 'provider_refused' : 'empty', usage)
  }

  /** A calculation says enough where there is one, be it asked for or there before. */
  #mayBeSilent({ tool }: Pick<StreamOptions, 'tool'>, reason: FinishReason): boolean {
    if (!tool) return false
    return tool.messages.length > 0 || (this.#calls.length > 0 && reason === 'stop')
  }

  /** Keeps what the model asks for, and what it wants back with the answer. */
  #keep(part: StreamPart): void {
    switch (part.type) {
      case 'tool-input-start':
        this.#watch.reasoningSeen()
        break
      case 'tool-input-delta':
        this.#inputLength += part.delta.length
        if (this.#inputLength > INPUT_MAX) throw new Error('the arguments of a call are too long')
        this.#watch.inputArrived()
        break
      case 'tool-call':
        if (!part.providerExecuted && this.#calls.length < CALLS_KEPT) this.#calls.push(part)
        break
      case 'reasoning-end':
        // Only OpenAI's can be given back without being kept there.
        if (part.providerMetadata?.openai?.reasoningEncryptedContent) {
          this.#thoughts.push({
            type: 'reasoning',
            text: '',
            providerOptions: part.providerMetadata,
          })
        }
    }
  }

  #failure(code: 'empty' | 'provider_refused', usage: Usage | undefined): ReplyError {
    return new ReplyError(code, { usage, provider: this.provider, model: this.model })
  }

  /** Leaves aside what is not of the protocol, counts what is of it and can't be read, throws what says a failure. */
  #tolerate(error: unknown): void {
    if (TypeValidationError.isInstance(error)) {
      if (isFailure(error.value)) throw error
      if (isUnknownEvent(this.#provider.api, error.value)) return
    } else if (!JSONParseError.isInstance(error)) throw error
    else if (error.text.trim() === '') return
    this.#malformed += 1
    if (this.#malformed > MALFORMED_MAX) throw error
  }
}

/** Undefined where the SDK has seen no finish marker, or has forgotten it over an unreadable event. */
function toReason({ finishReason }: FinishPart): FinishReason | undefined {
  switch (finishReason.unified) {
    case 'length':
      return 'length'
    case 'content-filter':
      return 'content_filter'
    case 'interrupted':
    case 'error':
      return undefined
    default:
      return 'stop'
  }
}

const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined =>
  inputTokens.total === undefined && outputTokens.total === undefined
    ? undefined
    : {
        nTokens: (inputTokens.total ?? 0) + (outputTokens.total ?? 0),
        nCachedTokens: inputTokens.cacheRead ?? 0,
        nOutputTokens: outputTokens.total ?? 0,
      }
