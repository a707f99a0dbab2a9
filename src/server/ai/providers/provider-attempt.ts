import { JSONParseError, type LanguageModelV4Usage, TypeValidationError } from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import { type Prompt, ReplyError, type Usage } from '../reply.ts'
import type { Round } from '../tools/tool-use.ts'
import { EventMetadata, isFailure, isUnknownEvent } from './event-metadata.ts'
import type { ModelStream, Provider, StreamOptions } from './providers.ts'
import type { Watchdog } from './watchdog.ts'

type StreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never
type FinishPart = Extract<StreamPart, { type: 'finish' }>

/** Beyond this number of unreadable chunks the reply is no longer trusted. */
const MALFORMED_MAX = 3
/** Maximum leading whitespace, in UTF-16 code units; beyond it the reply counts as empty. */
const LEADING_BLANKS_MAX = 10_000
/** Maximum calls of one request; further ones are ignored. */
const CALLS_KEPT = 16
/** Maximum length of all arguments of one request, in UTF-16 code units. */
const INPUT_MAX = 100_000
const PIECES_MAX = 256

/** One attempt: a request to a provider and its stream of text. */
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
  /** The text so far, kept only when a later request may continue from it. */
  #pieces: string[] | undefined
  readonly #thoughts: Round['thoughts'] = []
  readonly #calls: Round['calls'] = []

  constructor(provider: Provider, watch: Watchdog, modelId: string) {
    this.#provider = provider
    this.#model = modelId
    this.#watch = watch
    this.#notes = new EventMetadata(provider.api)
  }

  get provider() {
    return this.#provider.name
  }

  /** The requested model. */
  get model() {
    return this.#model
  }

  /** Usage so far, when the provider reports it during the reply. */
  get usageSoFar(): Usage | undefined {
    return this.#notes.usage
  }

  /** The output of this request, for the request that continues it. */
  get round(): Round {
    return { said: this.#pieces?.join('') ?? '', thoughts: this.#thoughts, calls: this.#calls }
  }

  /**
   * Sends the prompt and waits for the first visible text; undefined when a continuation adds nothing, or
   * when the model calls tools first.
   * @throws {ReplyError} empty, or filtered. Any other error means that the provider
   * failed.
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
      const blanks = text.length - text.trimStart().length
      if (blanks > LEADING_BLANKS_MAX) throw this.#failure('empty', this.usageSoFar)
      if (blanks < text.length) return text
    }
  }

  /** The next text; undefined at the end of the stream. */
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

  /** Finish reason and usage. @throws when the provider sent no finish marker. */
  end(): { reason: FinishReason; usage: Usage | undefined } {
    const reason = this.#finish && (toReason(this.#finish) ?? this.#notes.finish)
    if (!this.#finish || !reason) throw new Error('the stream ended without a finish marker')
    return { reason, usage: toUsage(this.#finish.usage) }
  }

  /** Closes the socket of an unfinished reply. */
  close(): void {
    this.#abort.abort()
  }

  /** Joins pieces periodically, because each short string costs several times its length in memory. */
  #say(piece: string): void {
    if (!this.#pieces) return
    this.#pieces.push(piece)
    if (this.#pieces.length > PIECES_MAX) this.#pieces = [this.#pieces.join('')]
  }

  #endWithoutText(prompt: Prompt, options: Pick<StreamOptions, 'tool'>, blanks: string): string | undefined {
    const { reason, usage } = this.end()
    if (prompt.partial && reason === 'stop') return blanks
    if (this.#mayBeSilent(options, reason)) return undefined
    throw this.#failure(reason === 'content_filter' ? 'filtered' : 'empty', usage)
  }

  /** No text is fine when there are calls of tools, in this request or before it. */
  #mayBeSilent({ tool }: Pick<StreamOptions, 'tool'>, reason: FinishReason): boolean {
    if (!tool) return false
    return tool.messages.length > 0 || (this.#calls.length > 0 && reason === 'stop')
  }

  /** Keeps calls, and reasoning that must be sent back. */
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
        // Only OpenAI's encrypted reasoning can be sent back without being stored there.
        if (part.providerMetadata?.openai?.reasoningEncryptedContent) {
          this.#thoughts.push({
            type: 'reasoning',
            text: '',
            providerOptions: part.providerMetadata,
          })
        }
    }
  }

  #failure(code: 'empty' | 'filtered', usage: Usage | undefined): ReplyError {
    return new ReplyError(code, { usage, provider: this.provider, model: this.model })
  }

  /** Ignores foreign events, counts malformed ones, and throws reported failures. */
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

/** Undefined when the SDK saw no finish marker, or lost it after an unreadable event. */
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
