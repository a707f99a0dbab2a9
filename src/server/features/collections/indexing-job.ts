import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LookUp } from '../../db/look-ups.ts'
import type { Deps } from '../../deps.ts'
import type { CutPassage } from '../../files/passages/cut-passages.ts'
import { AppError } from '../../http/errors.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { userOf } from './collections.queries.ts'
import {
  type ClaimedKinds,
  claimSource,
  countOtherPassages,
  dropUnfinished,
  failSource,
  finishSource,
  type Lease,
  postponeSource,
  releaseSource,
  renewLease,
  storePassages,
} from './indexing.queries.ts'
import { embedNext, type VectorParts } from './meaning/vector-job.ts'
import { readPassageLimit } from './passage-limit.queries.ts'
import { readSource } from './read-source.service.ts'
import { findReplacement } from './replacements.queries.ts'
import type { SourceRow } from './sources.queries.ts'
import { removeDiscarded } from './sources.service.ts'

type Parts = Pick<Deps, 'files' | 'fetchRemotePage' | 'transcriber'> & VectorParts

const INTERVAL_MS = 1_000
/** Well within the lease; also how late a deleted source is noticed, whose transcription then ends. */
const RENEW_MS = 3_000
/** Passages per transaction. */
const BATCH = 50
/** A source that ends its process each time, or an outage of about half an hour. */
const MAX_ATTEMPTS = 12
/** Between two attempts while the database, the store or the process that reads fails. */
const MAX_WAIT_S = 300

function tooManyPassages(owner: { ownerId: string }, limit: number): string {
  const figure = limit.toLocaleString('pt-BR')
  return userOf(owner)
    ? `Seu acervo passaria dos ${figure} trechos do seu plano. Exclua fontes que você não usa mais, ou mude de plano, e tente de novo.`
    : `O acervo da casa passaria de ${figure} trechos. Exclua fontes que os agentes não usam mais e tente de novo.`
}
const STOPPED_TEXT = 'A leitura desta fonte parou várias vezes. Tente de novo, ou envie em arquivos menores.'

/** The lease is lost: the source was deleted, or another instance has taken it over. */
class LostLease extends Error {}

/**
 * Reads queued sources, one at a time in this process, until the returned function is called, which resolves when the
 * current one is back in the queue. Any instance continues a source whose process died. Beside that, one audio at a time
 * is transcribed, which takes minutes, and passages that are found by words get their vectors. Without a transcriber, audio
 * is refused at once, so it needs no turn of its own.
 */
export function startIndexing(
  deps: Omit<Parts, 'lookUp'>,
  lookUp: LookUp = limitConcurrency(1),
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async (work: (parts: Parts, stopping: AbortSignal) => Promise<unknown>) => {
    while (!signal.aborted) {
      const hasMore = await work({ ...deps, lookUp }, signal).catch((error) => {
        deps.log.warn({ err: error }, 'a source could not be indexed')
        return false
      })
      if (hasMore !== true) await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const working = Promise.all([
    ...(deps.transcriber ? (['others', 'audio'] as const) : (['all'] as const)).map((kinds) =>
      repeat(indexNext(kinds)),
    ),
    deps.embeddings && repeat(embedNext),
  ])
  return async () => {
    stopping.abort()
    await working
  }
}

/** Indexes the source of these kinds that waits longest; false when there is none. */
const indexNext =
  (kinds: ClaimedKinds) =>
  async (parts: Parts, stopping: AbortSignal): Promise<boolean> => {
    const workerId = randomUUID()
    const source = await parts.lookUp(() => claimSource(parts.db, { workerId, kinds }))
    if (!source) return false
    const lease = { sourceId: source.id, workerId }
    const lost = new AbortController()
    const keeping = setInterval(() => {
      renewLease(parts.db, lease).then(
        (isHeld) => !isHeld && lost.abort(new LostLease()),
        () => {},
      )
    }, RENEW_MS)
    try {
      await index(parts, { source, lease, signal: AbortSignal.any([stopping, lost.signal]) })
    } catch (error) {
      await settle(parts, { error, source, lease, stopping })
    } finally {
      clearInterval(keeping)
    }
    return true
  }

type Work = { source: SourceRow; lease: Lease; signal: AbortSignal }

async function index(parts: Parts, { source, lease, signal }: Work): Promise<void> {
  const { db } = parts
  if (source.attempts > MAX_ATTEMPTS) throw new AppError('VALIDATION_ERROR', STOPPED_TEXT)
  const held = async (isHeld: Promise<boolean>) => {
    signal.throwIfAborted()
    if (!(await isHeld)) throw new LostLease()
  }
  const next = await findReplacement(db, { sourceId: source.id })
  const read = await readSource(parts, {
    source,
    file: next ?? source,
    signal,
    onTranscribing: () => held(renewLease(db, { ...lease, state: 'transcribing' })),
    onRead: () => void renewLease(db, { ...lease, state: 'splitting' }).catch(() => {}),
  })
  const { ownerId, version } = source
  const others = await countOtherPassages(db, { ownerId, sourceId: source.id })
  const limit = await readPassageLimit(db, { ownerId })
  if (others + read.count > limit) {
    throw new AppError('VALIDATION_ERROR', tooManyPassages(source, limit))
  }
  const userId = userOf(source)
  if (userId) await requireStorage(db, { userId, bytes: 0 })
  // Only a file is sure to have the same passages as before the interruption.
  const isContinued = source.key !== null && source.total === read.count && source.done > 0
  const from = isContinued ? source.done : 0
  if (!isContinued) await dropUnfinished(db, { sourceId: source.id, version })
  const { kind, bytes, count: total, pagesWithoutText } = read
  // Until then, kind and size are those of the file whose passages are found.
  const facts = next ? {} : { kind, bytes }
  await held(renewLease(db, { ...lease, ...facts, state: 'indexing', total, done: from }))
  for (const [at, batch] of batchesOf(read.passages, from)) {
    await held(storePassages(db, { ...lease, ownerId, version, from: at, batch }))
  }
  signal.throwIfAborted()
  const finished = await finishSource(db, { ...lease, version, total, kind, pagesWithoutText })
  if (!finished) throw new LostLease()
  if (finished.replacedId) await removeDiscarded(parts, { ids: [finished.replacedId] })
}

/** Passages in batches, each with the position of its first one. */
function* batchesOf(
  passages: Iterable<CutPassage>,
  from: number,
): Generator<[at: number, batch: CutPassage[]]> {
  let batch: CutPassage[] = []
  let position = 0
  for (const passage of passages) {
    position += 1
    if (position <= from) continue
    batch.push(passage)
    if (batch.length < BATCH) continue
    yield [position - batch.length, batch]
    batch = []
  }
  if (batch.length > 0) yield [position - batch.length, batch]
}

type Ended = { error: unknown; source: SourceRow; lease: Lease; stopping: AbortSignal }

async function settle({ db, log }: Parts, { error, source, lease, stopping }: Ended): Promise<void> {
  if (error instanceof LostLease) return
  if (stopping.aborted) return releaseSource(db, lease)
  if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') {
    log.warn({ err: error, sourceId: source.id }, 'a source could not be read')
    return postponeSource(db, { ...lease, seconds: Math.min(2 ** (source.attempts - 1), MAX_WAIT_S) })
  }
  // A refusal of the file itself; a page or a document may have changed by the next reading.
  const isFinal = source.key !== null && error.details?.file !== undefined
  await failSource(db, { ...lease, failure: error.message, canRetry: !isFinal, version: source.version })
}
