import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { statement } from '../db/statement.ts'

/** Milliseconds between checks; what depends on a session ends within two of them. */
const CHECK_MS = 1_000

// The replies of banned users end by themselves, so that their streams close with an end. The time is the process's
// own, which also decided when the stream was opened.
const readEnded = statement<{ id: string }>(
  'ended_sessions',
  sql`select held.id from unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('userIds')}::uuid[]) held (id, user_id)
    where not exists (select 1 from sessions where sessions.id = held.id and expires_at > ${sql.placeholder('now')}::timestamptz)
      and not exists (select 1 from users
        where users.id = held.user_id and banned and (ban_expires is null or ban_expires > now()))`,
)

type Held = { userId: string; closes: Set<() => void> }

/** Ends what a session has open, such as event streams, once the session has ended on any instance. */
export class OpenSessions {
  readonly #db: Db
  readonly #held = new Map<string, Held>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Calls `close` when the session has ended. Returns the function that stops watching. */
  watch({ sessionId, userId }: { sessionId: string; userId: string }, close: () => void): () => void {
    const held = this.#held.get(sessionId) ?? { userId, closes: new Set() }
    held.closes.add(close)
    this.#held.set(sessionId, held)
    this.#timer ??= setInterval(() => void this.#check(), CHECK_MS).unref()
    return () => {
      held.closes.delete(close)
      if (held.closes.size === 0 && this.#held.get(sessionId) === held) this.#held.delete(sessionId)
      if (this.#held.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async #check(): Promise<void> {
    const held = [...this.#held]
    const ids = held.map(([id]) => id)
    const userIds = held.map(([, { userId }]) => userId)
    // Without an answer nothing is known; the next check asks again.
    const ended = await readEnded(this.#db, { ids, userIds, now: new Date() }).catch(() => [])
    for (const { id } of ended) for (const close of this.#held.get(id)?.closes ?? []) close()
  }
}
