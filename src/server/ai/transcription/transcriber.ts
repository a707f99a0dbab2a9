import { onFirstUse } from '#shared/lazy-load.ts'
import { type AiSettings, isOpenAi, OPENAI_URL } from '../providers/ai-settings.ts'
import { type Failure, failureOf } from '../providers/provider-errors.ts'
import { providerFetch } from '../providers/provider-fetch.ts'
import type { ReplyCost } from '../reply.ts'

/** Used at OpenAI when TRANSCRIPTION_MODEL names none. Its answers have the times of each segment. */
const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1'

/** A longer transcription is aborted. */
const TRANSCRIPTION_MS = 10 * 60_000

/** Spoken words with the second of the audio at which they begin. */
export type Segment = { text: string; startSecond: number }
export type Transcribed = { segments: Segment[]; seconds: number }

/** A model that writes down speech, with its times. Each call is paid by the installation's key, and its cost is told. */
export type Transcriber = {
  /**
   * The segments in their order, and the length of the audio, in one request without retries.
   * @throws {TranscriptionError}; the signal's reason.
   */
  transcribe(audio: Uint8Array, options: { mediaType: string; signal: AbortSignal }): Promise<Transcribed>
}

/** `invalid`: the answer has no times. Never carries the provider's text, which may hold secrets. */
export class TranscriptionError extends Error {
  readonly code: Failure['code'] | 'invalid'
  /** The length of the audio, when the provider answered and was paid. */
  readonly paidSeconds: number
  constructor(code: TranscriptionError['code'], paidSeconds = 0) {
    super(code)
    this.name = 'TranscriptionError'
    this.code = code
    this.paidSeconds = paidSeconds
  }
}

type Parts = {
  /** Called with the cost of each call that was answered. Never rejects. */
  onCost: (cost: ReplyCost) => Promise<void>
}

/** The transcription model of the settings; undefined when it is off, or when no provider has one. */
export function createTranscriber(settings: AiSettings, { onCost }: Parts): Transcriber | undefined {
  const { openai, transcriptionModel: named } = settings
  const isThere = openai?.apiKey !== undefined || openai?.baseUrl !== undefined
  if (named === 'off' || !openai || !isThere) return undefined
  const { apiKey = 'none', baseUrl } = openai
  // Another server's models are not known: without a name, none is asked for.
  const model = named ?? (isOpenAi(baseUrl) ? DEFAULT_TRANSCRIPTION_MODEL : undefined)
  if (!model) return undefined
  const sdk = onFirstUse(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const fetch = settings.fetch ?? providerFetch
    return createOpenAI({ baseURL: baseUrl ?? OPENAI_URL, apiKey, fetch }).transcription(model)
  })
  // Models of compatible servers have names that the SDK knows no format of.
  const providerOptions = {
    openai: { responseFormat: 'verbose_json', timestampGranularities: ['segment'] },
  }
  return {
    async transcribe(audio, { mediaType, signal }) {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(TRANSCRIPTION_MS)])
      abortSignal.throwIfAborted()
      const call = { audio, mediaType, abortSignal, providerOptions }
      const ask = async () => (await sdk()).doGenerate(call)
      const { text, segments, durationInSeconds } = await ask().catch((error: unknown) => {
        signal.throwIfAborted()
        throw new TranscriptionError(failureOf(error).code)
      })
      const end = segments.at(-1)?.endSecond ?? 0
      const seconds = Math.max(1, Math.ceil(durationInSeconds ?? end))
      // The price of such a model is for time: a second counts as a token (decision 78).
      void onCost({
        provider: 'openai',
        model,
        usage: { nTokens: seconds, nCachedTokens: 0, nOutputTokens: 0 },
      })
      if (segments.length === 0 && text.trim() !== '') throw new TranscriptionError('invalid', seconds)
      return {
        segments: segments.map(({ text: said, startSecond }) => ({ text: said, startSecond })),
        seconds,
      }
    },
  }
}
