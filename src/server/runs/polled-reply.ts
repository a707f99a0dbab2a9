import type { Db } from '../db/connect.ts'
import { readReply, type StoredReply } from './replies.queries.ts'
import { LiveReply, type ReplyFeed, STOPPED } from './reply-feed.ts'

const POLL_INTERVAL_MS = 500

/** A reply that another instance writes, or that has ended: read again while somebody listens. */
export async function pollReply(db: Db, messageId: string): Promise<ReplyFeed | undefined> {
  const stored = await readReply(db, messageId)
  return stored && new PolledReply(db, messageId, stored)
}

class PolledReply extends LiveReply {
  override readonly isBehind = true
  readonly #db: Db
  readonly #messageId: string
  #isPolling = false

  constructor(db: Db, messageId: string, stored: StoredReply) {
    super()
    this.#db = db
    this.#messageId = messageId
    this.#take(stored)
  }

  override subscribe(listener: () => void): () => void {
    const unsubscribe = super.subscribe(listener)
    if (!this.#isPolling) this.#pollAgain()
    return unsubscribe
  }

  #pollAgain(): void {
    this.#isPolling = this.end === undefined && this.hasReaders
    // Readers hold their sockets, and those hold the process; this timer need not.
    if (this.#isPolling) setTimeout(() => this.#poll(), POLL_INTERVAL_MS).unref()
  }

  async #poll(): Promise<void> {
    try {
      this.#take(await readReply(this.#db, this.#messageId))
    } catch {
      // While the database is away the reader keeps what it has; the next look goes on from there.
    }
    this.#pollAgain()
  }

  #take(stored: StoredReply | undefined): void {
    if (stored) this.grow(stored.text)
    if (stored?.end) this.finish(stored.end)
    // The writer ends what is withdrawn within seconds; readers don't wait for a writer that is dead.
    else if (!stored || stored.isWithdrawn) this.finish(STOPPED)
  }
}
