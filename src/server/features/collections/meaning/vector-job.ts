import { randomUUID } from 'node:crypto'
import { EmbeddingError } from '../../../ai/embeddings/embedder.ts'
import { quantise } from '../../../ai/embeddings/quantise.ts'
import type { LookUp } from '../../../db/look-ups.ts'
import type { Deps } from '../../../deps.ts'
import {
  endTurn,
  listUnembedded,
  NO_SPACE,
  nextSource,
  postponeVectors,
  storeVectors,
  type Turn,
  takeTurn,
  type VectorSource,
} from './vectors.queries.ts'

export type VectorParts = Pick<Deps, 'db' | 'log' | 'budget' | 'embeddings'> & { lookUp: LookUp }

/** At most 60 calls a minute, over all instances. */
const PACE_MS = 1_000
const TOKENS_PER_CALL = 24_000
/** Characters of one passage, below the input of every known model; only rows of tables are longer. */
const TEXT_LENGTH = 6_000
const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 10 * 60_000
/** A source whose passages were refused waits this long, so that others go first. */
const REFUSED_MS = 15 * 60_000
/** The budget of the day is reached. */
const UNPAID_MS = 60_000

/**
 * Embeds the next passages of the source that waits longest, after which others may: an instance that dies loses one
 * call. Words find the passages meanwhile.
 */
export async function embedNext(parts: VectorParts, stopping: AbortSignal): Promise<void> {
  const { db, embeddings, lookUp } = parts
  if (!embeddings) return
  const space = embeddings.space ?? NO_SPACE
  const turn = await lookUp(() => takeTurn(db, { workerId: randomUUID(), space }))
  if (!turn) return
  const { failures, delayMs } = await workInTurn(parts, turn, stopping)
  await endTurn(db, { ...turn, failures, delayMs })
}

type Outcome = { failures: number; delayMs: number }

async function workInTurn(parts: VectorParts, turn: Turn, stopping: AbortSignal): Promise<Outcome> {
  const { db, budget } = parts
  const source = await nextSource(db, { space: parts.embeddings?.space ?? NO_SPACE })
  if (!source) return { failures: turn.failures, delayMs: 0 }
  if (!(await budget.take())) return { failures: turn.failures, delayMs: UNPAID_MS }
  try {
    await embed(parts, source, stopping)
    return { failures: 0, delayMs: PACE_MS }
  } catch (error) {
    budget.giveBack()
    if (stopping.aborted) return { failures: turn.failures, delayMs: 0 }
    return await settle(parts, { error, source, turn })
  }
}

/** @throws {EmbeddingError}; the signal's reason. */
async function embed(
  { db, embeddings }: VectorParts,
  source: VectorSource,
  signal: AbortSignal,
): Promise<void> {
  if (!embeddings) return
  const limit = embeddings.textsPerCall
  const batch = withinTokens(await listUnembedded(db, { ...source, limit }))
  if (batch.length === 0) throw new Error('a source counts fewer vectors than it has')
  const texts = batch.map(({ headings, text }) => [...headings, text].join('\n').slice(0, TEXT_LENGTH))
  const expected = embeddings.space
  const vectors = await embeddings.ofPassages(
    texts.map((text) => text.toWellFormed()),
    signal,
  )
  const { space } = embeddings
  // The first call of a process whose model has an unknown dimension found it out; its source may be complete.
  if (!space || expected !== space) return
  const rows = batch.flatMap(({ id: passageId }, index) => {
    const vector = vectors[index]
    return vector ? [{ passageId, ...quantise(vector) }] : []
  })
  await storeVectors(db, { source, space, batch: rows })
}

function withinTokens<P extends { tokens: number }>(passages: P[]): P[] {
  let tokens = 0
  return passages.filter((passage, index) => {
    tokens += passage.tokens
    return index === 0 || tokens <= TOKENS_PER_CALL
  })
}

type Failed = { error: unknown; source: VectorSource; turn: Turn }

/** Waits longer after each failure in a row, the first of which is logged. */
async function settle({ db, log }: VectorParts, { error, source, turn }: Failed): Promise<Outcome> {
  const { failures } = turn
  const {
    code,
    message,
    retryAfterMs = 0,
  } = error instanceof EmbeddingError
    ? error
    : { code: 'provider_down' as const, message: 'no answer in time' }
  const isKnown = error instanceof EmbeddingError || (error as Error).name === 'TimeoutError'
  if (failures === 0) {
    const details = { sourceId: source.id, code, ...(isKnown ? { reason: message } : { err: error }) }
    log.warn(details, 'passages could not be embedded')
  }
  if (code === 'invalid' || code === 'provider_refused' || code === 'filtered') {
    await postponeVectors(db, { id: source.id, delayMs: REFUSED_MS })
  }
  const growing = Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures, 20), MAX_DELAY_MS)
  return { failures: failures + 1, delayMs: Math.max(growing, Math.min(retryAfterMs, MAX_DELAY_MS)) }
}
