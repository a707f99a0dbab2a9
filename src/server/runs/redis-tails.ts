import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import type { Redis } from '../db/redis.ts'
import { awaitLogs, type Entry, logKey, type Place, readLog, startOf, withEntries } from './log-entries.ts'
import { PolledReply } from './polled-reply.ts'
import { readReply, type StoredReply } from './replies.queries.ts'
import type { ReplyLog } from './reply-log.ts'

/** While the log is followed, the row is polled only for facts that the log lacks. */
const CHECK_INTERVAL_MS = 5_000
/** Maximum delay until a newly followed log joins the blocking read, in milliseconds. */
const BLOCK_MS = 200
/** Pause between reads, so that one read covers the entries of many replies. */
const PACE_MS = 20
const RETRY_MS = 100
/** While Redis is down the row is the only source. */
const POLL_INTERVAL_MS = 500

const pause = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false })

/** Follows all logs with one blocking command at a time. */
export function createTails(redis: Redis, db: Db): ReplyLog['follow'] {
  const tails = new Map<string, TailedReply>()
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (tails.size > 0) {
      if (redis.isUp) await read().catch(() => pause(RETRY_MS))
      else await poll()
    }
    isRunning = false
  }

  async function read(): Promise<void> {
    for (const [id, { isOver }] of tails) if (isOver) tails.delete(id)
    const tailed = [...tails.values()].filter((tail) => tail.isTailed)
    if (tailed.length === 0) return pause(RETRY_MS)
    const logs = new Map(tailed.map((tail) => [tail.key, tail.place]))
    for (const [key, { entries, isClosed }] of await awaitLogs(redis, logs, BLOCK_MS)) {
      const tail = tailed.find((it) => it.key === key)
      tail?.apply(entries)
      if (isClosed) tail?.leaveLog()
    }
    await pause(PACE_MS)
  }

  async function poll(): Promise<void> {
    for (const tail of tails.values()) void tail.poll()
    await pause(POLL_INTERVAL_MS)
  }

  return async (id) => {
    const open = tails.get(id)
    if (open && !open.isOver) return open
    const stored = await readReply(db, id)
    if (!stored) return undefined
    const tail = new TailedReply({ redis, db, tails, run }, id, stored)
    if (!tail.end && redis.isUp) await tail.catchUp().catch(() => undefined)
    return tail
  }
}

type Parts = {
  redis: Redis
  db: Db
  /** Replies that have readers. */
  tails: Map<string, TailedReply>
  run(): Promise<void>
}

/**
 * A reply of another instance, followed through its log; through its row while Redis or the log is missing.
 */
class TailedReply extends PolledReply {
  readonly #parts: Parts
  readonly #id: string
  /** The attempt whose log is closed; the row tells how the reply continues. */
  #leftAttempt = 0
  /** The last entry that was applied, and the attempt of its log. */
  #last: Place & { attempt: number } = { length: 0, change: 0, attempt: 0 }
  /** Text length at which the log had a gap; -1 without a gap. */
  #gapAt = -1

  constructor(parts: Parts, id: string, stored: StoredReply) {
    super(parts.db, id, stored)
    this.#parts = parts
    this.#id = id
  }

  get key(): string {
    return logKey({ id: this.#id, attempt: this.attempt })
  }

  get isTailed(): boolean {
    return !this.isOver && this.#leftAttempt !== this.attempt && this.#gapAt !== this.text.length
  }

  protected override get intervalMs(): number {
    return this.isTailed ? CHECK_INTERVAL_MS : super.intervalMs
  }

  /** No reader has seen more than the log, from which the next writer continued. */
  protected override isContinuedBy({ text, steps }: StoredReply): boolean {
    return text.startsWith(this.text) && this.steps.every(({ id }, index) => steps[index]?.id === id)
  }

  /** Where to read on: entries that only change steps stand at the same length. */
  get place(): Place {
    const { length, attempt } = this.#last
    return attempt === this.attempt && length === this.text.length ? this.#last : startOf(this)
  }

  async catchUp(): Promise<void> {
    const { entries, isClosed } = await readLog(this.#parts.redis, this.key, this.place)
    this.apply(entries)
    if (isClosed) this.leaveLog()
  }

  apply(entries: Entry[]): void {
    const written = withEntries(this, entries)
    const last = entries.at(-1)
    if (written) {
      if (last) this.#last = { length: last.length, change: last.change, attempt: this.attempt }
      this.grow(written)
    } else {
      // The row has the missing text, or will have it with the next save.
      this.#gapAt = this.text.length
      void this.poll()
    }
  }

  leaveLog(): void {
    this.#leftAttempt = this.attempt
    void this.poll()
  }

  override subscribe(listener: () => void): () => void {
    const unsubscribe = super.subscribe(listener)
    const { tails, run } = this.#parts
    if (!this.isOver) {
      tails.set(this.#id, this)
      void run()
    }
    return () => {
      unsubscribe()
      if (!this.hasReaders) this.#unfollow()
    }
  }

  #unfollow(): void {
    const { tails } = this.#parts
    if (tails.get(this.#id) === this) tails.delete(this.#id)
  }
}
