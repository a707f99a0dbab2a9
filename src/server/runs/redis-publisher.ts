import type { Logger } from 'pino'
import type { Redis } from '../db/redis.ts'
import { appendToLog, beginLog, closeLog, logKey } from './log-entries.ts'
import { LiveReply, type ReplyEnd } from './reply-feed.ts'
import type { Publication, ReplyLog, Written } from './reply-log.ts'

/** At most one append per reply in this window (RELIABILITY L11). */
const WINDOW_MS = 30

/** Appends the text of this instance's replies to their logs, batched per window. */
export function createPublisher(redis: Redis, log: Logger): ReplyLog['publish'] {
  const live = new Set<LogWriter>()
  const due = new Set<LogWriter>()
  let flushedAt = Number.NEGATIVE_INFINITY

  const touch = (writer: LogWriter) => {
    if (due.size === 0) setTimeout(flush, Math.max(0, flushedAt + WINDOW_MS - performance.now()))
    due.add(writer)
  }
  const flush = () => {
    flushedAt = performance.now()
    const writers = [...due]
    due.clear()
    for (const writer of writers) writer.append()
  }
  redis.onUp(() => {
    for (const writer of live) writer.beginAgain()
  })

  return (id, reply, isOurs) => {
    const writer = new LogWriter({ redis, log, isOurs, touch, forget: () => live.delete(writer) }, id, reply)
    live.add(writer)
    return writer
  }
}

const STATE_AFTER = { appended: 'open', closed: 'closed', lost: 'absent' } as const

type Parts = {
  redis: Redis
  log: Logger
  isOurs: () => Promise<boolean>
  /** Schedules a call of `append`. */
  touch(writer: LogWriter): void
  forget(): void
}

/** The text and steps that Redis acknowledged. Readers elsewhere may have seen more than this instance knows. */
class AcknowledgedReply extends LiveReply {
  override readonly isBehind = true
}

/**
 * Writes one reply to its log. Local readers see only text that Redis holds, so a successor never has less
 * than a reader saw. While Redis is down they see everything at once.
 */
class LogWriter implements Publication {
  readonly feed: LiveReply
  readonly #parts: Parts
  readonly #key: string
  readonly #reply: LiveReply
  readonly #unsubscribe: () => void
  /**
   * `absent`: the log must be started first. `closed`: another instance closed the log. `ours`: closed, but
   * the lease is still ours. `over`: nothing more is written.
   */
  #state: 'absent' | 'open' | 'closed' | 'ours' | 'over' = 'absent'
  #appended = 0
  /** The steps in the log, and how often they were sent. */
  #appendedSteps: LiveReply['steps'] | undefined
  #changes = 0
  /** The steps that local readers see, as the writer's list. */
  #shownSteps: LiveReply['steps']
  #isRefused = false
  #appending: Promise<void> | undefined

  constructor(parts: Parts, id: string, reply: LiveReply) {
    this.#parts = parts
    this.#reply = reply
    this.#key = logKey({ id, attempt: reply.attempt })
    this.feed = new AcknowledgedReply(reply)
    this.#shownSteps = reply.steps
    this.#unsubscribe = reply.subscribe(() => parts.touch(this))
    if (!this.#isEmpty) parts.touch(this)
  }

  get #isEmpty(): boolean {
    return this.#reply.text === '' && this.#reply.steps.length === 0
  }

  /** Local readers see less than there is. */
  get #isLate(): boolean {
    return this.feed.text.length < this.#reply.text.length || this.#shownSteps !== this.#reply.steps
  }

  get #isOver(): boolean {
    return this.#state === 'over'
  }

  append(): void {
    // Text that arrives meanwhile goes with the next append.
    this.#appending ??= this.#append().finally(() => {
      this.#appending = undefined
      if (!this.#isOver && this.#isLate) this.#parts.touch(this)
    })
  }

  beginAgain(): void {
    if (this.#state === 'open') this.#state = 'absent'
    this.#parts.touch(this)
  }

  async flush(): Promise<void> {
    await this.#appending
    await this.#append()
  }

  finish(end: ReplyEnd): void {
    this.#show(this.#reply)
    this.feed.finish(end)
    this.#close()
  }

  cut(): void {
    this.feed.cut()
    this.#close()
  }

  #close(): void {
    const { redis, forget } = this.#parts
    this.#unsubscribe()
    forget()
    this.#state = 'over'
    // Tells readers elsewhere to read the row; without it their next poll finds the end.
    if (redis.isUp) closeLog(redis, this.#key).catch(() => undefined)
  }

  async #append(): Promise<void> {
    const { redis } = this.#parts
    const { text, steps } = this.#reply
    if (this.#isEmpty || this.#isOver) return
    if (this.#state === 'closed') await this.#checkOwner()
    else if (!redis.isUp || this.#state === 'ours') this.#show({ text, steps })
    else await this.#tryLog({ text, steps })
  }

  #show({ text, steps }: Written): void {
    this.feed.grow({ text, steps })
    this.#shownSteps = steps
  }

  /** Text beyond a closed log is hidden until the reply's owner is known. */
  async #checkOwner(): Promise<void> {
    const isOurs = await this.#parts.isOurs()
    if (!this.#isOver) this.#state = isOurs ? 'ours' : 'over'
  }

  async #tryLog(written: Written): Promise<void> {
    const { redis, log } = this.#parts
    try {
      if (await this.#sendToLog(written)) this.#show(written)
    } catch (error) {
      if (this.#isOver) return
      this.#state = 'absent'
      if (redis.isUp && !this.#isRefused) log.warn({ err: error }, 'a reply could not be appended to its log')
      this.#isRefused = true
      this.#show(written)
    }
  }

  /** True when the log holds this text and these steps. */
  async #sendToLog({ text, steps }: Written): Promise<boolean> {
    const { redis } = this.#parts
    const isOpen = this.#state === 'open'
    const hasSteps = steps.length > 0 && !(isOpen && this.#appendedSteps === steps)
    if (isOpen && this.#appended === text.length && !hasSteps) return true
    // Counted also when the answer is lost: another list never gets the id of this one.
    if (hasSteps) this.#changes += 1
    const place = { length: text.length, change: this.#changes }
    const entry = { ...place, text: isOpen ? text.slice(this.#appended) : text, ...(hasSteps && { steps }) }
    const appended = await (isOpen ? appendToLog : beginLog)(redis, this.#key, entry)
    if (this.#isOver) return false
    if (appended === 'appended') {
      this.#appended = text.length
      this.#appendedSteps = steps
    }
    this.#state = STATE_AFTER[appended]
    return appended === 'appended'
  }
}
