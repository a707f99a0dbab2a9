import type { EmbeddingModelV4Result } from '@ai-sdk/provider'
import { onFirstUse } from '#shared/lazy-load.ts'
import { estimateTokens } from '../prompt/token-estimate.ts'
import { type AiSettings, GOOGLE_URL, isOpenAi, OPENAI_URL } from '../providers/ai-settings.ts'
import { type Failure, failureOf } from '../providers/provider-errors.ts'
import { providerFetch } from '../providers/provider-fetch.ts'
import type { ProviderName } from '../reply.ts'

/** Used at OpenAI and Google when EMBEDDING_MODEL names none. */
export const DEFAULT_EMBEDDING_MODELS = {
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
} as const

/** Requested of models that can shorten their vectors, so that the dimension is known before the first call. */
const OPENAI_DIMENSION = 1_536
const GOOGLE_DIMENSION = 768
/** A longer vector is refused. */
const DIMENSION_MAX = 4_096
/** Bytes of a component as JSON, and of an answer, below the limit of `providerFetch`. */
const COMPONENT_BYTES = 24
const ANSWER_BYTES = 900_000
const TEXTS_MAX = 32

export type Embedded = { vectors: Float32Array[]; tokens: number }

/** A model that places texts in a space, where similar meanings are near. */
export type Embedder = {
  provider: ProviderName
  model: string
  /** Provider, model and dimension. Vectors of two spaces are never compared. Undefined until the first answer. */
  readonly space: string | undefined
  /** Texts of one call. */
  readonly textsPerCall: number
  /**
   * One vector of length 1 per text, in one request without retries, paid by the installation's key.
   * @throws {EmbeddingError}; the signal's reason.
   */
  embed(
    texts: readonly string[],
    options: { as: 'passage' | 'question'; signal: AbortSignal },
  ): Promise<Embedded>
}

/** `invalid`: the answer's vectors cannot be used. Never carries the provider's text, which may hold secrets. */
export class EmbeddingError extends Error {
  readonly code: Failure['code'] | 'invalid'
  readonly retryAfterMs: number | undefined
  /** Of a call that was answered, and is paid, though its vectors are refused. */
  readonly paidTokens: number | undefined
  constructor(code: EmbeddingError['code'], { reason = code, retryAfterMs, paidTokens }: ErrorDetails = {}) {
    super(reason)
    this.paidTokens = paidTokens
    this.name = 'EmbeddingError'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
type ErrorDetails = { reason?: string; retryAfterMs?: number | undefined; paidTokens?: number }

/** The embedding model of the settings; undefined when it is off, or when no provider has one. */
export function createEmbedder(settings: AiSettings): Embedder | undefined {
  const { openai, google, embeddingModel: named } = settings
  if (named === 'off') return undefined
  const ask = settings.fetch ?? providerFetch
  const isGemini = named?.startsWith('gemini') ?? false
  const hasOpenai = openai?.apiKey !== undefined || openai?.baseUrl !== undefined
  if (openai && hasOpenai && !(isGemini && google?.apiKey)) {
    // Another server's models are not known: without a name, none is asked for.
    const model = named ?? (isOpenAi(openai.baseUrl) ? DEFAULT_EMBEDDING_MODELS.openai : undefined)
    if (model) return embedderOf('openai', model, openaiModel(openai, model, ask))
  }
  if (!google?.apiKey) return undefined
  const model = named ?? DEFAULT_EMBEDDING_MODELS.google
  return embedderOf('google', model, googleModel({ ...google, apiKey: google.apiKey }, model, ask))
}

type Call = { values: string[]; abortSignal: AbortSignal; as: 'passage' | 'question' }
type Model = {
  dimension: number | undefined
  call(call: Call): Promise<EmbeddingModelV4Result>
}

function openaiModel(
  { apiKey = 'none', baseUrl }: NonNullable<AiSettings['openai']>,
  model: string,
  ask: typeof fetch,
): Model {
  const sdk = onFirstUse(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL: baseUrl ?? OPENAI_URL, apiKey, fetch: ask }).embedding(model)
  })
  // Compatible servers may refuse the field, and older models of OpenAI do.
  const dimension = isOpenAi(baseUrl) && model.startsWith('text-embedding-3') ? OPENAI_DIMENSION : undefined
  const providerOptions = { openai: dimension === undefined ? {} : { dimensions: dimension } }
  return {
    dimension,
    call: async ({ as: _, ...call }) => (await sdk()).doEmbed({ ...call, providerOptions }),
  }
}

function googleModel(
  { apiKey, baseUrl }: { apiKey: string; baseUrl?: string },
  model: string,
  ask: typeof fetch,
): Model {
  const sdk = onFirstUse(async () => {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: baseUrl ?? GOOGLE_URL, apiKey, fetch: ask }).embedding(model)
  })
  const taskTypes = { passage: 'RETRIEVAL_DOCUMENT', question: 'RETRIEVAL_QUERY' } as const
  return {
    dimension: GOOGLE_DIMENSION,
    call: async ({ as, ...call }) => {
      const google = { outputDimensionality: GOOGLE_DIMENSION, taskType: taskTypes[as] }
      return (await sdk()).doEmbed({ ...call, providerOptions: { google } })
    },
  }
}

function embedderOf(provider: ProviderName, model: string, { dimension: known, call }: Model): Embedder {
  let dimension = known
  return {
    provider,
    model,
    get space() {
      return dimension === undefined ? undefined : `${provider}/${model}/${dimension}`
    },
    get textsPerCall() {
      const answers = ANSWER_BYTES / (COMPONENT_BYTES * (dimension ?? DIMENSION_MAX))
      return Math.min(TEXTS_MAX, Math.floor(answers))
    },
    async embed(texts, { as, signal }) {
      signal.throwIfAborted()
      const { embeddings, usage } = await call({ values: [...texts], abortSignal: signal, as }).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          const { code, retryAfterMs } = failureOf(error)
          throw new EmbeddingError(code, { retryAfterMs })
        },
      )
      const length = dimension ?? embeddings[0]?.length ?? 0
      // Gemini reports no usage.
      const tokens = usage?.tokens ?? texts.reduce((sum, text) => sum + estimateTokens(text), 0)
      const vectors = toVectors(embeddings, { count: texts.length, length, paidTokens: tokens })
      dimension = length
      return { vectors, tokens }
    },
  }
}

/** @throws {EmbeddingError} invalid, when vectors are missing, of another length, or no directions. */
function toVectors(
  embeddings: readonly (readonly number[])[],
  { count, length, paidTokens }: { count: number; length: number; paidTokens: number },
): Float32Array[] {
  const invalid = (reason: string) => new EmbeddingError('invalid', { reason, paidTokens })
  if (embeddings.length !== count) throw invalid(`${embeddings.length} vectors for ${count} texts`)
  if (length < 1 || length > DIMENSION_MAX) throw invalid(`a dimension of ${length}`)
  return embeddings.map((values) => {
    if (values.length !== length) throw invalid(`a dimension of ${values.length} instead of ${length}`)
    const norm = Math.hypot(...values)
    if (!(norm > 0 && Number.isFinite(norm))) throw invalid('a vector without a direction')
    return Float32Array.from(values, (value) => value / norm)
  })
}
