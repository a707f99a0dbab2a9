import type { Db } from '../db/connect.ts'
import { readReply, type StoredReply } from './replies.queries.ts'
import { LiveReply, type ReplyFeed, STOPPED } from './reply-feed.ts'

const POLL_INTERVAL_MS = 500

/**
 * A reply of another instance, or an ended one. The row is polled while there are readers; undefined when
 * there is none.
 */
export async function pollReply(db: Db, messageId: string): Promise<ReplyFeed | undefined> {
  const stored = await readReply(db, messageId)
  return stored && new PolledReply(db, messageId, stored)
}

/** Follows a reply by polling its row while it has readers. */
export class PolledReply extends LiveReply {
  override readonly isBehind = true
  readonly #db: Db
  readonly #messageId: string
  #timer: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(db: Db, messageId: string, stored: StoredReply) {
    super(stored)
    this.#db = db
    this.#messageId = messageId
    this.take(stored)
  }

  override subscribe(listener: () => void): () => void {
    const unsubscribe = super.subscribe(listener)
    this.#schedulePoll()
    return unsubscribe
  }

  get isOver(): boolean {
    return this.end !== undefined || this.isCut
  }

  /** Milliseconds between reads of the row. */
  protected get intervalMs(): number {
    return POLL_INTERVAL_MS
  }

  #schedulePoll(): void {
    if (this.#timer || this.#isPolling || this.isOver || !this.hasReaders) return
    // The readers' sockets keep the process alive; this timer need not.
    this.#timer = setTimeout(() => void this.poll(), this.intervalMs).unref()
  }

  /** Reads the row now, unless a read is in progress. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      this.take(await readReply(this.#db, this.#messageId))
    } catch {
      // During an outage of the database the reader keeps its text; the next poll continues from it.
    }
    this.#isPolling = false
    this.#schedulePoll()
  }

  /**
   * Whether readers may read on after a takeover. The previous writer showed its own readers text that it had
   * not saved, and the next one continues from the saved text.
   */
  protected isContinuedBy(_next: StoredReply): boolean {
    return false
  }

  protected take(stored: StoredReply | undefined): void {
    if (stored && stored.attempt !== this.attempt && !this.isContinuedBy(stored)) {
      this.cut()
      return
    }
    if (stored) {
      this.attempt = stored.attempt
      this.grow(stored)
    }
    if (stored?.end) this.finish(stored.end)
    // The writer ends a withdrawn reply within seconds; readers do not wait, because the writer may be dead.
    else if (!stored || stored.isWithdrawn) this.finish(STOPPED)
  }
}
