import type { FinishReason } from '#shared/contract/messages.ts'
import type { Usage } from '../reply.ts'
import type { Provider } from './providers.ts'

type Api = Provider['api']

/** What every event of a protocol holds. An object without it is somebody's addition, and nothing of the reply. */
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

/** Whether an event that the SDK could not make anything of says that the provider failed. */
export const isFailure = (event: unknown): boolean => Boolean(at(event, 'error'))

/** Whether an event that the SDK could not make anything of may be left aside without losing any text. */
export const isUnknownEvent = (api: Api, event: unknown): boolean =>
  typeof event === 'object' && event !== null && !Array.isArray(event) && !(EVENT_KEYS[api] in event)

/** What the events of one reply say besides its text, read from what the provider wrote. */
export class EventMetadata {
  /**
   * How the provider said that the reply is over. The SDK forgets it when it meets an event that it cannot read.
   * Never set for Gemini, which may say STOP before the text, and whose word the SDK keeps.
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

  /** The provider's figures so far, where it gives them along the way: Gemini does, and some compatible servers. */
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
