import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { type ProviderName, ReplyError, type Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { readReply, type SettledReply, settleReply } from './replies.queries.ts'
import { LiveReply, type ReplyEnd } from './reply-feed.ts'
import type { Generate } from './runs.ts'

/** A reply longer than this, in UTF-16 code units, ends as if the provider had reached its limit. */
const TEXT_CAP = 200_000
const DURATION_CAP_MS = 15 * 60_000
const SETTLE_PATIENCE_MS = 60_000

type Parts = { db: Db; log: Logger; owner: string }

/** Why a run is ended from outside: a person stopped it, the server leaves, or the row is somebody else's now. */
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
        continue
      }
      if (part.type === 'finish') {
        this.#usage = part.usage
        return { status: 'done', errorCode: null, finishReason: part.reason }
      }
      this.reply.append(part.text)
      if (this.reply.text.length >= TEXT_CAP)
        return { status: 'done', errorCode: null, finishReason: 'length' }
    }
    return this.#abort.signal.aborted ? this.#interruptedEnd() : failure('interrupted', 'upstream_cut')
  }

  #interruptedEnd(): ReplyEnd {
    if (this.#interruption === 'stopped') return { status: 'stopped', errorCode: null, finishReason: null }
    return failure('interrupted', this.#interruption === 'server_stopped' ? 'server_stopped' : 'stall')
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
    const { db, log, owner } = this.#parts
    const reply: SettledReply = {
      ...end,
      id: this.id,
      text: this.reply.text,
      usage: this.#usage,
      provider: this.provider,
    }
    const deadline = Date.now() + SETTLE_PATIENCE_MS
    for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
      try {
        if (await settleReply(db, owner, reply)) return end
        // Somebody else ended it first, or it was deleted: theirs is the end that counts.
        return (await readReply(db, this.id))?.end ?? failure('interrupted', 'server_stopped')
      } catch (error) {
        if (Date.now() + wait > deadline) {
          log.error({ messageId: this.id, err: error }, 'reply could not be saved')
          return failure('interrupted', 'not_saved')
        }
        await sleep(wait)
      }
    }
  }
}

const failure = (status: 'error' | 'interrupted', errorCode: ReplyErrorCode): ReplyEnd => ({
  status,
  errorCode,
  finishReason: null,
})
