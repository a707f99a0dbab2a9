import { randomUUID } from 'node:crypto'
import { EmbeddingError } from '../../../ai/embeddings/embedder.ts'
import { quantise } from '../../../ai/embeddings/quantise.ts'
import type { LookUp } from '../../../db/look-ups.ts'
import type { Deps } from '../../../deps.ts'
import {
  countPassedOver,
  endTurn,
  listUnembedded,
  NO_SPACE,
  nextSource,
  noteRefusal,
  storeVectors,
  type Turn,
  takeTurn,
  type VectorSource,
} from './vectors.queries.ts'

export type VectorParts = Pick<Deps, 'db' | 'log' | 'budget' | 'embeddings'> & { lookUp: LookUp }
type Parts = VectorParts & { embeddings: NonNullable<Deps['embeddings']> }

/** At most 60 calls a minute, over all instances. */
const PACE_MS = 1_000
const TOKENS_PER_CALL = 24_000
/** Characters of one passage, below the input of every known model; only rows of tables are longer. */
const TEXT_LENGTH = 6_000
const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 10 * 60_000
/** While every text is refused, a source waits this long, so that others go first. */
const REFUSED_MS = 15 * 60_000
/** Sent after a single passage was refused, to know whether the passage or every text is. */
const PROBE = 'Bom dia.'
/** Refused passages of a source, after which its others are not sent any more. */
const PASSED_OVER_MAX = 20
/** Half of the day's budget is used. */
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
  const { failures, delayMs } = await workInTurn({ ...parts, embeddings }, turn, stopping)
  await endTurn(db, { ...turn, failures, delayMs })
}

type Outcome = { failures: number; delayMs: number }

async function workInTurn(parts: Parts, turn: Turn, stopping: AbortSignal): Promise<Outcome> {
  const { db, budget } = parts
  const source = await nextSource(db, { space: parts.embeddings.space ?? NO_SPACE })
  if (!source) return { failures: turn.failures, delayMs: 0 }
  // A library has many passages and can wait, unlike replies.
  if (!(await budget.isSpare()) || !(await budget.take())) {
    return { failures: turn.failures, delayMs: UNPAID_MS }
  }
  try {
    const batch = await nextBatch(parts, source, turn)
    try {
      await embed(parts, { source, batch }, stopping)
    } catch (error) {
      if (!isRefusal(error) || stopping.aborted) throw error
      return await settleRefusal(parts, { error, source, turn, isSingle: batch.length === 1 }, stopping)
    }
    return { failures: 0, delayMs: PACE_MS }
  } catch (error) {
    giveBack(parts, error)
    if (stopping.aborted) return { failures: turn.failures, delayMs: 0 }
    return settle(parts, { error, source, turn })
  }
}

type Batch = Awaited<ReturnType<typeof listUnembedded>>

/** The next passages of a source: half as many after each refusal, so that one that is refused alone is found. */
async function nextBatch({ db, embeddings }: Parts, source: VectorSource, turn: Turn): Promise<Batch> {
  const most = Math.min(embeddings.textsPerCall, source.passages - source.vectors)
  const limit = source.isRefused ? Math.max(1, Math.floor(most / 2 ** turn.failures)) : most
  const batch = withinTokens(await listUnembedded(db, { ...source, limit }))
  if (batch.length === 0) throw new Error('a source counts fewer vectors than it has')
  return batch
}

/** @throws {EmbeddingError}; the signal's reason. */
async function embed(
  { db, embeddings }: Parts,
  { source, batch }: { source: VectorSource; batch: Batch },
  signal: AbortSignal,
): Promise<void> {
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

/** Uncounts a call that failed, unless it was answered and is paid. */
function giveBack({ budget }: Parts, error: unknown): void {
  if (!(error instanceof EmbeddingError) || error.paidTokens === undefined) budget.giveBack()
}

/** The provider answered, and the same texts are not worth sending again soon. */
const isRefusal = (error: unknown): boolean =>
  error instanceof EmbeddingError && ['invalid', 'provider_refused', 'filtered'].includes(error.code)

/**
 * Sends fewer passages in the next turn. One that is refused alone, and not for the first time, is passed over if the
 * provider takes another text: words find it.
 * @throws {EmbeddingError} when it takes no text; the signal's reason.
 */
async function settleRefusal(
  parts: Parts,
  { error, source, turn, isSingle }: Failed & { isSingle: boolean },
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, log, embeddings } = parts
  const { failures } = turn
  if (!isSingle || !source.isRefused) {
    if (failures === 0) logFailure(parts, { error, source })
    await noteRefusal(db, { id: source.id, delayMs: 0 })
    giveBack(parts, error)
    return { failures: failures + 1, delayMs: FIRST_DELAY_MS }
  }
  await embeddings.ofPassages([PROBE], signal)
  const { space } = embeddings
  if (space) {
    const isLast = (await countPassedOver(db, { source, space })) + 1 >= PASSED_OVER_MAX
    const passedOver = isLast ? source.passages - source.vectors : 1
    const details = { sourceId: source.id, position: source.vectors, passedOver }
    const isStored = await storeVectors(db, { source, space, batch: [], passedOver })
    if (isStored) log.warn(details, 'refused passages have no vector')
  }
  return { failures, delayMs: FIRST_DELAY_MS }
}

/** Waits longer after each failure in a row, the first of which is logged. */
async function settle(parts: Parts, { error, source, turn }: Failed): Promise<Outcome> {
  const { failures } = turn
  const retryAfterMs = (error instanceof EmbeddingError && error.retryAfterMs) || 0
  if (failures === 0) logFailure(parts, { error, source })
  if (isRefusal(error)) await noteRefusal(parts.db, { id: source.id, delayMs: REFUSED_MS })
  const growing = Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures, 20), MAX_DELAY_MS)
  return { failures: failures + 1, delayMs: Math.max(growing, Math.min(retryAfterMs, MAX_DELAY_MS)) }
}

function logFailure({ log }: Parts, { error, source }: Omit<Failed, 'turn'>): void {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const code = error instanceof EmbeddingError ? error.code : 'provider_down'
  const reason = error instanceof EmbeddingError ? error.message : 'no answer in time'
  const isKnown = error instanceof EmbeddingError || isLate
  const details = { sourceId: source.id, code, ...(isKnown ? { reason } : { err: error }) }
  log.warn(details, 'passages could not be embedded')
}
