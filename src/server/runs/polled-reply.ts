import type { Db } from '../db/connect.ts'
import { readReply, type StoredReply } from './replies.queries.ts'
import { LiveReply, type ReplyFeed, STOPPED } from './reply-feed.ts'

const POLL_INTERVAL_MS = 500

/** A reply that another instance writes, or that has ended: read again while somebody listens. */
export async function pollReply(db: Db, messageId: string): Promise<ReplyFeed | undefined> {
  const stored = await readReply(db, messageId)
  return stored && new PolledReply(db, messageId, stored)
}

export class PolledReply extends LiveReply {
  override readonly isBehind = true
  readonly #db: Db
  readonly #messageId: string
  #timer: NodeJS.Timeout | undefined
  #isLooking = false

  constructor(db: Db, messageId: string, stored: StoredReply) {
    super(stored)
    this.#db = db
    this.#messageId = messageId
    this.take(stored)
  }

  override subscribe(listener: () => void): () => void {
    const unsubscribe = super.subscribe(listener)
    this.#lookAgain()
    return unsubscribe
  }

  get isOver(): boolean {
    return this.end !== undefined || this.isCut
  }

  /** Between two looks at the row. */
  protected get intervalMs(): number {
    return POLL_INTERVAL_MS
  }

  #lookAgain(): void {
    if (this.#timer || this.#isLooking || this.isOver || !this.hasReaders) return
    // Readers hold their sockets, and those hold the process; this timer need not.
    this.#timer = setTimeout(() => void this.look(), this.intervalMs).unref()
  }

  /** Reads the row now, where it is not being read. */
  async look(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      this.take(await readReply(this.#db, this.#messageId))
    } catch {
      // While the database is away the reader keeps what it has; the next look goes on from there.
    }
    this.#isLooking = false
    this.#lookAgain()
  }

  protected take(stored: StoredReply | undefined): void {
    // Its next writer may have gone on from less than was shown here, or from something else.
    if (stored && stored.attempt !== this.attempt && !stored.text.startsWith(this.text)) {
      this.cut()
      return
    }
    if (stored) {
      this.attempt = stored.attempt
      this.grow(stored.text)
    }
    if (stored?.end) this.finish(stored.end)
    // The writer ends what is withdrawn within seconds; readers don't wait for a writer that is dead.
    else if (!stored || stored.isWithdrawn) this.finish(STOPPED)
  }
}
