import type { AnswerFormat, Prompt } from '../reply.ts'
import type { ToolUse } from '../tools/tool-use.ts'
import type { Failure } from './provider-errors.ts'
import { hasImages, withoutImages } from './turn-images.ts'

/** Cache of the capabilities of servers: lifetime and number of models. */
const CACHE_MS = 60 * 60_000
const CACHE_MAX = 200

/** Statuses with which servers refuse an unknown part of a request without naming it. */
const UNEXPLAINED_REFUSALS = new Set([400, 422, 500, 501])

/**
 * A request with its optional parts. Not every server or model supports images, tools or a response format.
 */
export type FullRequest = {
  prompt: Prompt
  tool?: ToolUse | undefined
  format?: AnswerFormat | undefined
}

/** Which servers support tools or a response format, and until when the entry is valid. */
export type KnownCapabilities = Map<string, { isTaken: boolean; until: number }>

type Fallback = { request: FullRequest; isWithoutExtra: boolean; note: string }

/** One request that is reduced until the provider accepts it. */
export class RequestFallbacks {
  request: FullRequest
  readonly #known: KnownCapabilities
  readonly #key: string
  readonly #extra: 'tools' | 'format' | undefined
  readonly #fallbacks: Fallback[]
  #isWithoutExtra = false

  /** `server` identifies a model at its provider. */
  constructor(known: KnownCapabilities, server: string, request: FullRequest) {
    this.request = request
    this.#known = known
    this.#extra = extraOf(request)
    this.#key = `${this.#extra} ${server}`
    this.#fallbacks = fallbacksOf(request)
    if (this.#isTaken() !== false) return
    this.request = withoutExtra(request)
    this.#isWithoutExtra = true
    this.#fallbacks = fallbacksOf(this.request)
  }

  /** Call when the provider accepted the current request. */
  accepted(): void {
    if (!this.#extra) return
    if (this.#known.size >= CACHE_MAX) this.#known.clear()
    // Keeps the expiry of a known refusal, so that the full request is tried again.
    if (this.#isWithoutExtra && this.#isTaken() === false) return
    this.#known.set(this.#key, { isTaken: !this.#isWithoutExtra, until: Date.now() + CACHE_MS })
  }

  /** True when the failure names the optional part, so that only a reduced request can succeed. */
  isBlamed(failure: Failure): boolean {
    return isRefusal(failure) && failure.names === this.#extra && !!this.#extra && !this.#isWithoutExtra
  }

  /** Reduces the request if that may help, and answers a log text; undefined when no reduction is left. */
  shrink(failure: Failure): string | undefined {
    for (let fallback = this.#fallbacks.shift(); fallback; fallback = this.#fallbacks.shift()) {
      if (!this.#mayHelp(fallback, failure)) continue
      this.request = fallback.request
      this.#isWithoutExtra ||= fallback.isWithoutExtra
      return fallback.note
    }
    return undefined
  }

  #mayHelp({ isWithoutExtra }: Fallback, failure: Failure): boolean {
    if (!isRefusal(failure)) return false
    if (this.#isWithoutExtra || !this.#extra) return true
    if (this.isBlamed(failure)) return isWithoutExtra
    return !isWithoutExtra || (UNEXPLAINED_REFUSALS.has(failure.status ?? 0) && this.#isTaken() !== true)
  }

  #isTaken(): boolean | undefined {
    const known = this.#known.get(this.#key)
    return known && known.until > Date.now() ? known.isTaken : undefined
  }
}

/** A refusal by status; 429 and 503 mean overload and are not refusals. */
const isRefusal = ({ code, status }: Failure) =>
  code === 'provider_refused' || status === 500 || status === 501

const extraOf = ({ tool, format }: FullRequest) => (tool ? 'tools' : format && 'format')

/** Without the tool's messages, the model continues from the text written so far. */
const withoutExtra = ({ prompt, tool }: FullRequest): FullRequest => ({
  prompt: tool && tool.messages.length > 0 ? { ...prompt, partial: tool.written } : prompt,
})

const IMAGES_NOTE = 'asked again without images'
const EXTRA_NOTES = {
  tools: 'asked again without tools',
  format: 'asked again without a form for the answer',
}

/** Reductions in order: without images; without the extra but with images; without both. */
function fallbacksOf(request: FullRequest): Fallback[] {
  const { prompt } = request
  const withoutVision: Fallback[] = hasImages(prompt)
    ? [{ request: { ...request, prompt: withoutImages(prompt) }, isWithoutExtra: false, note: IMAGES_NOTE }]
    : []
  const extra = extraOf(request)
  if (!extra) return withoutVision
  const withoutExtras = [request, ...withoutVision.map((fallback) => fallback.request)].map((whole) => ({
    request: withoutExtra(whole),
    isWithoutExtra: true,
    note: EXTRA_NOTES[extra],
  }))
  return [...withoutVision, ...withoutExtras]
}
