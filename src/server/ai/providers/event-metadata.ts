import type { FinishReason } from '#shared/contract/messages.ts'
import type { Usage } from '../reply.ts'
import type { Provider } from './providers.ts'

type Api = Provider['api']

/**
 * The key that every event of a protocol has. Objects without it are extensions of a server and carry no
 * text.
 */
const EVENT_KEYS: Record<Api, string> = { chat: 'choices', responses: 'type', gemini: 'candidates' }

const REASONS: Record<string, FinishReason> = {
  length: 'length',
  max_output_tokens: 'length',
  content_filter: 'content_filter',
}

const at = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined

const numberAt = (value: unknown, key: string): number => {
  const found = at(value, key)
  return typeof found === 'number' ? found : 0
}

/** True when an event that the SDK could not parse reports a failure of the provider. */
export const isFailure = (event: unknown): boolean => Boolean(at(event, 'error'))

/** True when an event that the SDK could not parse is outside the protocol, so that no text is lost. */
export const isUnknownEvent = (api: Api, event: unknown): boolean =>
  typeof event === 'object' && event !== null && !Array.isArray(event) && !(EVENT_KEYS[api] in event)

/** Collects finish reason and usage from the raw events of one reply. */
export class EventMetadata {
  /**
   * The finish reason. The SDK loses it after an event that it cannot parse. Never set for Gemini, which may
   * send STOP before the text and whose reason the SDK keeps.
   */
  finish: FinishReason | undefined
  readonly #api: Api
  #usage: unknown

  constructor(api: Api) {
    this.#api = api
  }

  add(event: unknown): void {
    if (this.#api === 'chat') {
      this.#usage = at(event, 'usage') ?? this.#usage
      const reason = at(at(at(event, 'choices'), 0), 'finish_reason')
      if (typeof reason === 'string') this.finish = REASONS[reason] ?? 'stop'
    } else if (this.#api === 'gemini') {
      this.#usage = at(event, 'usageMetadata') ?? this.#usage
    } else {
      const type = at(event, 'type')
      if (type !== 'response.completed' && type !== 'response.incomplete') return
      const reason = at(at(at(event, 'response'), 'incomplete_details'), 'reason')
      this.finish = REASONS[String(reason)] ?? 'stop'
    }
  }

  /** Usage so far, when the provider reports it during the reply: Gemini and some compatible servers do. */
  get usage(): Usage | undefined {
    const usage = this.#usage
    if (usage === undefined) return undefined
    if (this.#api === 'gemini') {
      const output = numberAt(usage, 'candidatesTokenCount') + numberAt(usage, 'thoughtsTokenCount')
      return {
        nTokens: numberAt(usage, 'promptTokenCount') + output,
        nCachedTokens: numberAt(usage, 'cachedContentTokenCount'),
        nOutputTokens: output,
      }
    }
    const output = numberAt(usage, 'completion_tokens')
    return {
      nTokens: numberAt(usage, 'prompt_tokens') + output,
      nCachedTokens: numberAt(at(usage, 'prompt_tokens_details'), 'cached_tokens'),
      nOutputTokens: output,
    }
  }
}
