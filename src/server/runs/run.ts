import { setTimeout as sleep } from 'node:timers/promises'
import { type ProviderName, ReplyError, type Usage } from '../ai/reply.ts'
import { isWriter, releaseReply } from './replies.queries.ts'
import { LiveReply, type ReplyEnd, STOPPED, type TakenUp } from './reply-feed.ts'
import type { Publication, ReplyLog } from './reply-log.ts'
import type { Generate } from './runs.ts'
import { failure, type Settling, settle, TAKEN_OVER } from './settle.ts'

/** A reply longer than this, in UTF-16 code units, ends as if the provider had reached its limit. */
const TEXT_CAP = 200_000
const DURATION_CAP_MS = 15 * 60_000
const RETRY_MS = 500

type Parts = Settling & { replyLog: ReplyLog }

/**
 * Why a run is ended from outside: its person stopped it or may not read it any more, the server leaves, with nobody or
 * with somebody to go on, or the row is no longer this run's, because somebody ended it, asked for its end on another
 * instance, or took it for an orphan.
 */
type Interruption = 'stopped' | 'server_stopped' | 'handed_over' | 'lost'

/** One generation in this process, from its first token to its committed end. */
export class Run {
  readonly id: string
  /** All that was said. */
  readonly reply: LiveReply
  /** Resolves when the end is committed and announced; never rejects. */
  readonly settled: Promise<void>
  provider: ProviderName | null = null
  /** Name of the model that writes it; undefined before its beginning. */
  model: string | undefined
  /** Whether it is written with the person's own key; undefined before its beginning. */
  isOwnKey: boolean | undefined
  /** How long its first text took; undefined before that, and where another writer brought it. */
  firstTokenMs: number | undefined
  savedLength = 0
  savedAt = performance.now()
  readonly #publication: Publication
  readonly #parts: Parts
  readonly #abort = new AbortController()
  readonly #startedAt = performance.now()
  #interruption: Interruption | undefined
  #usage: Usage | undefined
  #usageSoFar: (() => Usage | undefined) | undefined

  constructor(
    parts: Parts,
    id: string,
    { generate, from }: { generate: Generate; from?: TakenUp | undefined },
  ) {
    this.#parts = parts
    this.id = id
    this.reply = new LiveReply(from)
    this.savedLength = this.reply.text.length
    this.#publication = parts.replyLog.publish(id, this.reply, () => this.#isOurs())
    this.settled = this.#live(generate)
  }

  /** What readers on this instance are shown. */
  get feed(): LiveReply {
    return this.#publication.feed
  }

  interrupt(reason: Interruption): void {
    this.#interruption ??= reason
    this.#abort.abort()
  }

  async #live(generate: Generate): Promise<void> {
    const cap = setTimeout(() => this.#abort.abort(), DURATION_CAP_MS)
    try {
      const end = await this.#generate(generate)
      const stands = end === LEFT ? await this.#leave() : await this.#settle(end)
      if (stands === TAKEN_OVER) this.#publication.cut()
      else this.#publication.finish(stands)
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
        this.model = part.model
        this.isOwnKey = part.isOwnKey ?? false
        this.#usageSoFar = part.usageSoFar
        continue
      }
      if (part.type === 'finish') {
        this.#usage = part.usage
        return { status: 'done', errorCode: null, finishReason: part.reason }
      }
      if (this.reply.text === '') this.firstTokenMs ??= Math.round(performance.now() - this.#startedAt)
      const room = TEXT_CAP - this.reply.text.length
      this.reply.append(part.text.slice(0, room))
      if (part.text.length >= room) return { status: 'done', errorCode: null, finishReason: 'length' }
    }
    return this.#abort.signal.aborted ? this.#interruptedEnd() : failure('interrupted', 'upstream_cut')
  }

  #interruptedEnd(): ReplyEnd {
    if (this.#interruption === 'handed_over') return LEFT
    if (this.#interruption === 'server_stopped') return failure('interrupted', 'server_stopped')
    // Of a lost row this is the end only where a stop was asked for; else the one that stands is somebody else's.
    return this.#interruption ? STOPPED : failure('interrupted', 'stall')
  }

  #failedEnd(error: unknown): ReplyEnd {
    const status = this.reply.text === '' ? 'error' : 'interrupted'
    if (error instanceof ReplyError) {
      this.#usage = error.usage
      this.provider = error.provider ?? this.provider
      this.model = error.model ?? this.model
      // Nothing was missing from what it was taken up with.
      if (error.code === 'empty' && status === 'interrupted') {
        return { status: 'done', errorCode: null, finishReason: 'stop' }
      }
      this.#parts.log.warn({ messageId: this.id, code: error.code }, 'reply failed')
      return failure(status, error.code)
    }
    this.#parts.log.error({ messageId: this.id, err: error }, 'reply failed')
    return failure(status, 'internal')
  }

  /** Whether the reply is still this run's to write; asks until the database answers. */
  async #isOurs(): Promise<boolean> {
    const { db, owner } = this.#parts
    for (;;) {
      try {
        const isOurs = await isWriter(db, owner, { id: this.id, attempt: this.reply.attempt })
        if (!isOurs) this.interrupt('lost')
        return isOurs
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  /** Leaves the reply, with all its text, to another instance. */
  async #leave(): Promise<ReplyEnd | typeof TAKEN_OVER> {
    const { db, log, owner } = this.#parts
    try {
      await this.#publication.flush()
      const { text, attempt } = this.reply
      const { id, firstTokenMs } = this
      if (await releaseReply(db, owner, { id, attempt, text, firstTokenMs })) return TAKEN_OVER
    } catch (error) {
      // Its lease ends all the same, and what was saved and shown is there.
      log.warn({ messageId: this.id, err: error }, 'reply could not be handed over')
      return TAKEN_OVER
    }
    // Whoever has it already is heard; where a stop was asked for, nobody goes on.
    return this.#settle(STOPPED)
  }

  #settle(end: ReplyEnd): Promise<ReplyEnd | typeof TAKEN_OVER> {
    const { text, attempt } = this.reply
    const usage = this.#usage ?? this.#usageSoFar?.()
    const { id, provider, model, isOwnKey, firstTokenMs } = this
    const written = { id, attempt, text, usage, provider, model, isOwnKey, firstTokenMs }
    return settle(this.#parts, { ...end, ...written })
  }
}

/** Never stored: the reply goes on, or has another end. */
const LEFT = failure('interrupted', 'server_stopped')
