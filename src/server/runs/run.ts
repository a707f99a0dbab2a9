import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { type ProviderName, ReplyError, type Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { readReply, type SettledReply, settleReply } from './replies.queries.ts'
import { LiveReply, type ReplyEnd, STOPPED } from './reply-feed.ts'
import type { Generate } from './runs.ts'

/** A reply longer than this, in UTF-16 code units, ends as if the provider had reached its limit. */
const TEXT_CAP = 200_000
const DURATION_CAP_MS = 15 * 60_000
const SETTLE_PATIENCE_MS = 60_000

type Parts = {
  db: Db
  log: Logger
  owner: string
  /** How long the end of a reply is tried to be stored while the database is away, in milliseconds. */
  settlePatienceMs?: number | undefined
}

/**
 * Why a run is ended from outside: its person stopped it or may not read it any more, the server leaves, or the row is
 * no longer this run's, because somebody ended it or asked for its end on another instance.
 */
type Interruption = 'stopped' | 'server_stopped' | 'lost'

/** One generation in this process, from its first token to its committed end. */
export class Run {
  readonly id: string
  readonly reply = new LiveReply()
  /** Resolves when the end is committed and announced; never rejects. */
  readonly settled: Promise<void>
  provider: ProviderName | null = null
  savedLength = 0
  savedAt = Date.now()
  readonly #parts: Parts
  readonly #abort = new AbortController()
  #interruption: Interruption | undefined
  #usage: Usage | undefined
  #usageSoFar: (() => Usage | undefined) | undefined

  constructor(parts: Parts, id: string, generate: Generate) {
    this.#parts = parts
    this.id = id
    this.settled = this.#live(generate)
  }

  interrupt(reason: Interruption): void {
    this.#interruption ??= reason
    this.#abort.abort()
  }

  async #live(generate: Generate): Promise<void> {
    const cap = setTimeout(() => this.#abort.abort(), DURATION_CAP_MS)
    try {
      const end = await this.#generate(generate)
      this.reply.finish(await this.#settle(end))
    } finally {
      clearTimeout(cap)
      this.#abort.abort()
    }
  }

  async #generate(generate: Generate): Promise<ReplyEnd> {
    const { signal } = this.#abort
    const aborted = new Promise<'aborted'>((resolve) => {
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    try {
      const outcome = await Promise.race([this.#consume(generate(signal)), aborted])
      return outcome === 'aborted' ? this.#interruptedEnd() : outcome
    } catch (error) {
      return signal.aborted ? this.#interruptedEnd() : this.#failedEnd(error)
    }
  }

  async #consume(parts: ReturnType<Generate>): Promise<ReplyEnd> {
    for await (const part of parts) {
      if (this.#abort.signal.aborted) break
      if (part.type === 'start') {
        this.provider = part.provider
        this.#usageSoFar = part.usageSoFar
        continue
      }
      if (part.type === 'finish') {
        this.#usage = part.usage
        return { status: 'done', errorCode: null, finishReason: part.reason }
      }
      const room = TEXT_CAP - this.reply.text.length
      this.reply.append(part.text.slice(0, room))
      if (part.text.length >= room) return { status: 'done', errorCode: null, finishReason: 'length' }
    }
    return this.#abort.signal.aborted ? this.#interruptedEnd() : failure('interrupted', 'upstream_cut')
  }

  #interruptedEnd(): ReplyEnd {
    if (this.#interruption === 'server_stopped') return failure('interrupted', 'server_stopped')
    // Of a lost row this is the end only where a stop was asked for; else the one that stands is somebody else's.
    return this.#interruption ? STOPPED : failure('interrupted', 'stall')
  }

  #failedEnd(error: unknown): ReplyEnd {
    const status = this.reply.text === '' ? 'error' : 'interrupted'
    if (error instanceof ReplyError) {
      this.#usage = error.usage
      this.provider = error.provider ?? this.provider
      this.#parts.log.warn({ messageId: this.id, code: error.code }, 'reply failed')
      return failure(status, error.code)
    }
    this.#parts.log.error({ messageId: this.id, err: error }, 'reply failed')
    return failure(status, 'internal')
  }

  /** Commits the end, trying for a minute when the database is away. Answers the end that stands. */
  async #settle(end: ReplyEnd): Promise<ReplyEnd> {
    const { db, log, owner, settlePatienceMs = SETTLE_PATIENCE_MS } = this.#parts
    const reply: SettledReply = {
      ...end,
      id: this.id,
      text: this.reply.text,
      usage: this.#usage ?? this.#usageSoFar?.(),
      provider: this.provider,
    }
    const deadline = Date.now() + settlePatienceMs
    let problem: unknown
    for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
      try {
        if (await settleReply(db, owner, reply)) return end
        // Somebody else ended it first: theirs is the end that counts. What is deleted has no other end.
        const stored = await readReply(db, this.id)
        if (!stored) return STOPPED
        if (stored.end) return stored.end
      } catch (error) {
        problem = error
      }
      if (Date.now() + wait > deadline) {
        log.error({ messageId: this.id, err: problem }, 'reply could not be saved')
        return failure('interrupted', 'not_saved')
      }
      await sleep(wait)
    }
  }
}

const failure = (status: 'error' | 'interrupted', errorCode: ReplyErrorCode): ReplyEnd => ({
  status,
  errorCode,
  finishReason: null,
})
