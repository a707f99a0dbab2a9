import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ToolUse } from '../calculations/rounds.ts'
import type { Prompt } from '../reply.ts'
import type { Failure } from './provider-errors.ts'
import { hasImages, withoutImages } from './turn-images.ts'

/** How long it is remembered what a server takes, and of how many models. */
const KNOWN_MS = 60 * 60_000
const KNOWN_MAX = 200

/** What refuses a part of a request that it does not know, without a word about it. */
const MUTE_REFUSALS = new Set([400, 422, 500, 501])

/** The form that an answer is to have. */
export type AnswerFormat = { name: string; schema: JSONSchema7 }

/** What a provider is asked. Not every server or model takes images, the tool, or a form for its answer. */
export type FullRequest = {
  prompt: Prompt
  tool?: ToolUse | undefined
  format?: AnswerFormat | undefined
}

/** Which servers took the tool, or a form, and which refused it; until when that is believed. */
export type KnownCapabilities = Map<string, { isTaken: boolean; until: number }>

type Lesser = { request: FullRequest; isWithoutExtra: boolean; note: string }

/** One request in ever smaller forms, until the provider takes it. */
export class RequestFallbacks {
  request: FullRequest
  readonly #known: KnownCapabilities
  readonly #key: string
  readonly #extra: 'tools' | 'format' | undefined
  readonly #lesser: Lesser[]
  #isWithoutExtra = false

  /** `server` names a model at its provider. */
  constructor(known: KnownCapabilities, server: string, request: FullRequest) {
    this.request = request
    this.#known = known
    this.#extra = extraOf(request)
    this.#key = `${this.#extra} ${server}`
    this.#lesser = lesserOf(request)
    if (this.#isTaken() !== false) return
    this.request = withoutExtra(request)
    this.#isWithoutExtra = true
    this.#lesser = lesserOf(this.request)
  }

  /** The provider took it as it is now. */
  accepted(): void {
    if (!this.#extra) return
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    // What is known to be refused is tried again after a while, however often it is met until then.
    if (this.#isWithoutExtra && this.#isTaken() === false) return
    this.#known.set(this.#key, { isTaken: !this.#isWithoutExtra, until: Date.now() + KNOWN_MS })
  }

  /** Whether a failure says by itself that asking for less would help, and asking for the same would not. */
  isBlamed(failure: Failure): boolean {
    return isRefusal(failure) && failure.names === this.#extra && !!this.#extra && !this.#isWithoutExtra
  }

  /** Makes the request smaller where that may help, and says how; undefined where nothing is left to try. */
  shrink(failure: Failure): string | undefined {
    for (let lesser = this.#lesser.shift(); lesser; lesser = this.#lesser.shift()) {
      if (!this.#mayHelp(lesser, failure)) continue
      this.request = lesser.request
      this.#isWithoutExtra ||= lesser.isWithoutExtra
      return lesser.note
    }
    return undefined
  }

  #mayHelp({ isWithoutExtra }: Lesser, failure: Failure): boolean {
    if (!isRefusal(failure)) return false
    if (this.#isWithoutExtra || !this.#extra) return true
    if (this.isBlamed(failure)) return isWithoutExtra
    return !isWithoutExtra || (MUTE_REFUSALS.has(failure.status ?? 0) && this.#isTaken() !== true)
  }

  #isTaken(): boolean | undefined {
    const known = this.#known.get(this.#key)
    return known && known.until > Date.now() ? known.isTaken : undefined
  }
}

/** With a status of their server's choice; what says that it is only busy is none. */
const isRefusal = ({ code, status }: Failure) =>
  code === 'provider_refused' || status === 500 || status === 501

const extraOf = ({ tool, format }: FullRequest) => (tool ? 'tools' : format && 'format')

/** Whoever can't be shown its calls goes on from all that was written. */
const withoutExtra = ({ prompt, tool }: FullRequest): FullRequest => ({
  prompt: tool && tool.messages.length > 0 ? { ...prompt, partial: tool.written } : prompt,
})

const IMAGES_NOTE = 'asked again without images'
const EXTRA_NOTES = {
  tools: 'asked again without tools',
  format: 'asked again without a form for the answer',
}

/** Images go first; then they come back, and the other goes; then both. */
function lesserOf(request: FullRequest): Lesser[] {
  const { prompt } = request
  const blind: Lesser[] = hasImages(prompt)
    ? [{ request: { ...request, prompt: withoutImages(prompt) }, isWithoutExtra: false, note: IMAGES_NOTE }]
    : []
  const extra = extraOf(request)
  if (!extra) return blind
  const bare = [request, ...blind.map((lesser) => lesser.request)].map((whole) => ({
    request: withoutExtra(whole),
    isWithoutExtra: true,
    note: EXTRA_NOTES[extra],
  }))
  return [...blind, ...bare]
}
