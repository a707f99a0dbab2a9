import { JSONParseError, type LanguageModelV4Usage, TypeValidationError } from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import { EventNotes, isFailure, isForeign } from './event-notes.ts'
import type { ModelStream, Provider, StreamOptions } from './providers.ts'
import { type Prompt, ReplyError, type Usage } from './reply.ts'
import type { Watchdog } from './watchdog.ts'

type StreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never
type FinishPart = Extract<StreamPart, { type: 'finish' }>

/** More unreadable chunks than this, and what arrives can no longer be trusted to be the reply. */
const MALFORMED_MAX = 3
/** More blanks than this before the first word, in UTF-16 code units, and none will come. */
const LEADING_BLANKS_MAX = 10_000

/** One attempt at a reply: a request to a provider and the text that comes back. */
export class UpstreamReply {
  readonly #provider: Provider
  readonly #watch: Watchdog
  readonly #abort = new AbortController()
  readonly #notes: EventNotes
  #reader: ReadableStreamDefaultReader<StreamPart> | undefined
  #malformed = 0
  #finish: FinishPart | undefined

  constructor(provider: Provider, watch: Watchdog) {
    this.#provider = provider
    this.#watch = watch
    this.#notes = new EventNotes(provider.api)
  }

  get provider() {
    return this.#provider.name
  }

  /** What the reply has cost so far, where the provider says so along the way. */
  get usageSoFar(): Usage | undefined {
    return this.#notes.usage
  }

  /**
   * Sends the prompt and waits for the first text that can be seen; none where a continuation has nothing to add.
   * @throws {ReplyError} for an answer without text: empty, or provider_refused by a filter. Anything else that it
   * throws says that the provider failed.
   */
  async open(prompt: Prompt, options: Omit<StreamOptions, 'signal'>): Promise<string> {
    const signal = AbortSignal.any([this.#watch.signal, this.#abort.signal])
    const stream = await this.#provider.stream(prompt, { ...options, signal })
    this.#reader = stream.getReader()
    for (let text = ''; ; ) {
      const more = await this.next()
      if (more === undefined) {
        const { reason, usage } = this.end()
        if (prompt.partial && reason === 'stop') return text
        throw this.#failure(reason === 'content_filter' ? 'provider_refused' : 'empty', usage)
      }
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
          if (part.delta !== '') return part.delta
          break
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

  #failure(code: 'empty' | 'provider_refused', usage: Usage | undefined): ReplyError {
    return new ReplyError(code, { usage, provider: this.provider })
  }

  /** Leaves aside what is not of the protocol, counts what is of it and can't be read, throws what says a failure. */
  #tolerate(error: unknown): void {
    if (TypeValidationError.isInstance(error)) {
      if (isFailure(error.value)) throw error
      if (isForeign(this.#provider.api, error.value)) return
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
      }
