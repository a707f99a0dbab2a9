import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import type { Redis } from '../db/redis.ts'
import { awaitLogs, type Entry, logKey, readLog, withEntries } from './log-entries.ts'
import { PolledReply } from './polled-reply.ts'
import { readReply, type StoredReply } from './replies.queries.ts'
import type { ReplyLog } from './reply-log.ts'

/** A reply whose log is tailed is looked up only for what the log can't say. */
const CHECK_INTERVAL_MS = 5_000
/** How long a log that is new to the loop waits until it is tailed, at most. */
const BLOCK_MS = 200
/** One read of all logs takes what came in this time, so that many replies cost few reads. */
const PACE_MS = 20
const RETRY_MS = 100
/** While Redis is away the row is all there is. */
const POLL_INTERVAL_MS = 500

const pause = (milliseconds: number) => sleep(milliseconds, undefined, { ref: false })

/** Follows logs, with one command at a time for all of them. */
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
    const logs = new Map(tailed.map((tail) => [tail.key, tail.text.length]))
    for (const [key, { entries, isClosed }] of await awaitLogs(redis, logs, BLOCK_MS)) {
      const tail = tailed.find((it) => it.key === key)
      tail?.apply(entries)
      if (isClosed) tail?.leaveLog()
    }
    await pause(PACE_MS)
  }

  async function poll(): Promise<void> {
    for (const tail of tails.values()) void tail.look()
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
  /** Those that somebody reads. */
  tails: Map<string, TailedReply>
  run(): Promise<void>
}

/** A reply that another instance writes, from its log; from its row while there is no Redis, or no log. */
class TailedReply extends PolledReply {
  readonly #parts: Parts
  readonly #id: string
  /** The log of this attempt is closed: the row says how it goes on. */
  #leftAttempt = 0
  /** How much text there was when the log lacked what comes next. */
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

  async catchUp(): Promise<void> {
    const { entries, isClosed } = await readLog(this.#parts.redis, this.key, this.text.length)
    this.apply(entries)
    if (isClosed) this.leaveLog()
  }

  apply(entries: Entry[]): void {
    const text = withEntries(this.text, entries)
    if (text !== undefined) this.grow(text)
    else {
      // What the log has no longer, the row has, or soon.
      this.#gapAt = this.text.length
      void this.look()
    }
  }

  leaveLog(): void {
    this.#leftAttempt = this.attempt
    void this.look()
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
      if (!this.hasReaders) this.#forget()
    }
  }

  #forget(): void {
    const { tails } = this.#parts
    if (tails.get(this.#id) === this) tails.delete(this.#id)
  }
}
