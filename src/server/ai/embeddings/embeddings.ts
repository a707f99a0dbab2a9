import type { Logger } from 'pino'
import type { AiSettings } from '../providers/ai-settings.ts'
import type { ReplyCost } from '../reply.ts'
import { createEmbedder, type Embedder, EmbeddingError } from './embedder.ts'

/** A question waits this long for its vector; then its words alone are searched. */
const QUESTION_MS = 400
const PASSAGES_MS = 30_000
/** After this many failures in a row, questions are not embedded for a while. */
const FAILURES_MAX = 3
const PAUSE_MS = 15_000
/** Failures of questions are logged at most this often. */
const LOG_EVERY_MS = 60_000

/** The embedding model of the installation. Each call is paid by its key, and its cost is told. */
export type Embeddings = Pick<Embedder, 'space' | 'textsPerCall'> & {
  /**
   * The vectors of passages, in their order.
   * @throws {EmbeddingError}; the signal's reason.
   */
  ofPassages(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** The vector of a question; undefined when there is none in time. Never rejects. */
  ofQuestion(text: string, signal: AbortSignal): Promise<Float32Array | undefined>
}

type Parts = {
  log: Logger
  /** Called with the cost of each call that was answered. Never rejects. */
  onCost: (cost: ReplyCost) => Promise<void>
  /** A call for passages ends after this long. */
  passagesMs?: number
}

/** Undefined when embeddings are off or no provider has a model. */
export function createEmbeddings(
  settings: AiSettings,
  { log, onCost, passagesMs = PASSAGES_MS }: Parts,
): Embeddings | undefined {
  const embedder = createEmbedder(settings)
  if (!embedder) return undefined
  const { provider, model } = embedder
  let failures = 0
  let pausedUntil = 0
  let loggedAt = -LOG_EVERY_MS

  const tell = (nTokens: number) =>
    void onCost({ provider, model, usage: { nTokens, nCachedTokens: 0, nOutputTokens: 0 } })

  const embed = async (...call: Parameters<Embedder['embed']>): Promise<Float32Array[]> => {
    try {
      const { vectors, tokens } = await embedder.embed(...call)
      tell(tokens)
      return vectors
    } catch (error) {
      if (error instanceof EmbeddingError && error.paidTokens !== undefined) tell(error.paidTokens)
      throw error
    }
  }

  function fail(error: unknown, isLate: boolean): void {
    const now = performance.now()
    failures += 1
    if (failures >= FAILURES_MAX) pausedUntil = now + PAUSE_MS
    if (now - loggedAt < LOG_EVERY_MS) return
    loggedAt = now
    log.warn({ provider, isLate, ...(!isLate && { err: error }) }, 'a question was searched by words only')
  }

  return {
    get space() {
      return embedder.space
    },
    get textsPerCall() {
      return embedder.textsPerCall
    },
    ofPassages: (texts, signal) =>
      embed(texts, { as: 'passage', signal: AbortSignal.any([signal, AbortSignal.timeout(passagesMs)]) }),
    async ofQuestion(text, signal) {
      if (performance.now() < pausedUntil) return undefined
      const late = AbortSignal.timeout(QUESTION_MS)
      try {
        const [vector] = await embed([text], { as: 'question', signal: AbortSignal.any([signal, late]) })
        failures = 0
        return vector
      } catch (error) {
        if (!signal.aborted) fail(error, late.aborted)
        return undefined
      }
    },
  }
}
