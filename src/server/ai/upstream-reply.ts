import { JSONParseError, type LanguageModelV4Usage, TypeValidationError } from '@ai-sdk/provider'
import type { FinishReason } from '#shared/contract/messages.ts'
import type { ModelStream, Provider } from './providers.ts'
import { type Prompt, ReplyError, type Usage } from './reply.ts'

type StreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never
type FinishPart = Extract<StreamPart, { type: 'finish' }>

/** More unreadable chunks than this, and what arrives can no longer be trusted to be the reply. */
const MALFORMED_MAX = 3

/** One attempt at a reply: a request to a provider and the text that comes back. */
export class UpstreamReply {
  readonly #provider: Provider
  readonly #abort = new AbortController()
  readonly #signal: AbortSignal
  #reader: ReadableStreamDefaultReader<StreamPart> | undefined
  #malformed = 0
  #finish: FinishPart | undefined

  constructor(provider: Provider, signal: AbortSignal) {
    this.#provider = provider
    this.#signal = AbortSignal.any([signal, this.#abort.signal])
  }

  get provider() {
    return this.#provider.name
  }

  /**
   * Sends the prompt and waits for the first text that can be seen.
   * @throws {ReplyError} for an answer without text: empty, or provider_refused by a filter. Anything else that it
   * throws says that the provider failed.
   */
  async open(prompt: Prompt, modelId: string | undefined): Promise<string> {
    const stream = await this.#provider.stream(prompt, { signal: this.#signal, modelId })
    this.#reader = stream.getReader()
    let text = ''
    while (text.trim() === '') {
      const more = await this.next()
      if (more === undefined) {
        const { reason, usage } = this.end()
        const code = reason === 'content_filter' ? 'provider_refused' : 'empty'
        throw new ReplyError(code, { usage, provider: this.provider })
      }
      text += more
    }
    return text
  }

  /** The next text, or undefined at the end of the stream. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const part = (await this.#reader?.read())?.value
      if (part === undefined) return undefined
      if (part.type === 'text-delta' && part.delta !== '') return part.delta
      if (part.type === 'finish') this.#finish = part
      if (part.type === 'error') this.#tolerate(part.error)
    }
  }

  /** How the provider says that it finished; throws when it did not say so. */
  end(): { reason: FinishReason; usage: Usage } {
    const reason = this.#finish && this.#finishReason(this.#finish)
    if (!this.#finish || !reason) throw new Error('the stream ended without a finish marker')
    return { reason, usage: toUsage(this.#finish.usage) }
  }

  /** Closes the socket when the reply is still on its way. */
  close(): void {
    this.#abort.abort()
  }

  #tolerate(error: unknown): void {
    const isMalformed = JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)
    if (!isMalformed || ++this.#malformed > MALFORMED_MAX) throw error
  }

  #finishReason({ finishReason, usage }: FinishPart): FinishReason | undefined {
    switch (finishReason.unified) {
      case 'length':
        return 'length'
      case 'content-filter':
        return 'content_filter'
      case 'interrupted':
        return undefined
      case 'error': {
        // After a chunk that it could not read the SDK no longer says how a reply of the Responses API finished, but
        // there the usage figures stand in the last event only; a failed reply has a raw reason.
        const isComplete = finishReason.raw === undefined && usage.outputTokens.total !== undefined
        return this.#provider.api === 'responses' && isComplete ? 'stop' : undefined
      }
      default:
        return 'stop'
    }
  }
}

const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  nTokens: (inputTokens.total ?? 0) + (outputTokens.total ?? 0),
  nCachedTokens: inputTokens.cacheRead ?? 0,
})
