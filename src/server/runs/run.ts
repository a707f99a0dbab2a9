import { setTimeout as sleep } from 'node:timers/promises'
import { OVER, type ProviderName, ReplyError, type Usage } from '../ai/reply.ts'
import { isWriter, releaseReply } from './replies.queries.ts'
import { LiveReply, type ReplyEnd, STOPPED, type TakenUp } from './reply-feed.ts'
import type { Publication, ReplyLog } from './reply-log.ts'
import type { Generate } from './runs.ts'
import { failure, type Settling, settle, TAKEN_OVER } from './settle.ts'

/** Maximum length in UTF-16 code units; a longer reply ends with finish reason `length`. */
const TEXT_CAP = 200_000
const DURATION_CAP_MS = 15 * 60_000
const RETRY_MS = 500

type Parts = Settling & { replyLog: ReplyLog }

/**
 * Why a run is aborted: the user stopped it or may no longer read it; shutdown without or with handover; or
 * `lost`: the row has ended, has a requested stop, or was taken over by another instance.
 */
type Interruption = 'stopped' | 'server_stopped' | 'handed_over' | 'lost'

/** One generation in this process, from the first token to the committed end. */
export class Run {
  readonly id: string
  /** All generated text. */
  readonly reply: LiveReply
  /** Resolves when the end is committed and announced; never rejects. */
  readonly settled: Promise<void>
  provider: ProviderName | null = null
  /** Undefined until the generation starts. */
  model: string | undefined
  /** True when the user's own key pays; undefined until the generation starts. */
  isOwnKey: boolean | undefined
  /** Milliseconds to the first text; undefined before it, and when an earlier writer produced it. */
  firstTokenMs: number | undefined
  savedLength = 0
  savedSteps: LiveReply['steps']
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
    this.savedSteps = this.reply.steps
    this.#publication = parts.replyLog.publish(id, this.reply, () => this.#isOurs())
    this.settled = this.#execute(generate)
  }

  /** The feed of local readers. */
  get feed(): LiveReply {
    return this.#publication.feed
  }

  /** The provider's usage, as far as reported. */
  get usage(): Usage | undefined {
    return this.#usage ?? this.#usageSoFar?.()
  }

  interrupt(reason: Interruption): void {
    this.#interruption ??= reason
    this.#abort.abort()
  }

  async #execute(generate: Generate): Promise<void> {
    const cap = setTimeout(() => this.#abort.abort(), DURATION_CAP_MS)
    try {
      const end = await this.#generate(generate)
      const stands = end === HANDED_OVER ? await this.#leave() : await this.#settle(end)
      if (stands === TAKEN_OVER) this.#publication.cut()
      else this.#publication.finish(stands)
    } finally {
      clearTimeout(cap)
      this.#abort.abort(OVER)
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
      if (part.type === 'step') {
        this.reply.step(part.step)
        continue
      }
      if (this.reply.text === '') this.firstTokenMs ??= Math.round(performance.now() - this.#startedAt)
      const room = TEXT_CAP - this.reply.text.length
      this.reply.append(part.text.slice(0, room))
      if (part.text.length >= room) return { status: 'done', errorCode: null, finishReason: 'length' }
    }
    return this.#abort.signal.aborted ? this.#interruptedEnd() : failure('interrupted', 'upstream_cut')
  }

  #interruptedEnd(): ReplyEnd {
    if (this.#interruption === 'handed_over') return HANDED_OVER
    if (this.#interruption === 'server_stopped') return failure('interrupted', 'server_stopped')
    // For a lost row this end counts only when a stop was requested; otherwise the stored end wins.
    return this.#interruption ? STOPPED : failure('interrupted', 'stall')
  }

  #failedEnd(error: unknown): ReplyEnd {
    const status = this.reply.text === '' ? 'error' : 'interrupted'
    if (error instanceof ReplyError) {
      this.#usage = error.usage
      this.provider = error.provider ?? this.provider
      this.model = error.model ?? this.model
      // An empty continuation means that the text was complete at the takeover.
      if (error.code === 'empty' && status === 'interrupted') {
        return { status: 'done', errorCode: null, finishReason: 'stop' }
      }
      this.#parts.log.warn({ messageId: this.id, code: error.code }, 'reply failed')
      return failure(status, error.code)
    }
    this.#parts.log.error({ messageId: this.id, err: error }, 'reply failed')
    return failure(status, 'internal')
  }

  /** Whether this run still holds the reply; retries until the database answers. */
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

  /** Hands the reply over to another instance. */
  async #leave(): Promise<ReplyEnd | typeof TAKEN_OVER> {
    const { db, log, owner } = this.#parts
    try {
      this.reply.endSteps()
      await this.#publication.flush()
      const { text, steps, attempt } = this.reply
      const { id, firstTokenMs } = this
      if (await releaseReply(db, owner, { id, attempt, text, steps, firstTokenMs })) return TAKEN_OVER
    } catch (error) {
      // The lease expires anyway, and the saved and published text is available to a successor.
      log.warn({ messageId: this.id, err: error }, 'reply could not be handed over')
      return TAKEN_OVER
    }
    // `settle` answers the end of a successor, if any; after a requested stop no instance continues.
    return this.#settle(STOPPED)
  }

  #settle(end: ReplyEnd): Promise<ReplyEnd | typeof TAKEN_OVER> {
    this.reply.endSteps()
    const { text, steps, attempt } = this.reply
    const { id, provider, model, isOwnKey, firstTokenMs, usage } = this
    const written = { id, attempt, text, steps, usage, provider, model, isOwnKey, firstTokenMs }
    return settle(this.#parts, { ...end, ...written })
  }
}

/** Markers by identity, never stored: the reply continues elsewhere or has another end. */
const HANDED_OVER = failure('interrupted', 'server_stopped')
