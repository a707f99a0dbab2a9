import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import type { WrittenReply } from './replies.queries.ts'
import type { ReplyLog } from './reply-log.ts'
import type { Generate, Resume } from './runs.ts'
import { takeOverOrphans } from './takeovers.queries.ts'

/**
 * Grace for live writers to renew their leases after an outage of the database or a pause of this process.
 */
const RENEWAL_MS = 3_000
/** A check that is late by this much, or takes this long, indicates such an outage or pause. */
const OUTAGE_MS = 3_000

type Parts = {
  db: Db
  log: Logger
  owner: string
  replyLog: ReplyLog
  /** Milliseconds between checks. */
  intervalMs: number
  liveIds(): string[]
  isAccepting(): boolean
  takeUp(reply: WrittenReply, generate: Generate): void
  /** Ends a reply that this instance has taken over but cannot continue. */
  giveUp(reply: WrittenReply): Promise<void>
  onEnd(ids: string[]): void
}

/** Takes over replies whose writer is gone. */
export function createOrphanRecovery(parts: Parts) {
  const { db, log, owner, replyLog, intervalMs, liveIds } = parts
  let resume: Resume = async () => undefined
  let checkedAt = performance.now()
  let trustedFrom = 0
  let idle: Promise<unknown> = Promise.resolve()

  /** Takes over every orphan, in batches, so that new replies keep most connections. Answers the count. */
  function recover({ isAlone }: { isAlone: boolean }): Promise<number> {
    const recovered = takeOverAll(isAlone)
    idle = Promise.allSettled([idle, recovered])
    return recovered
  }

  async function takeOverAll(isAlone: boolean): Promise<number> {
    for (let count = 0; ; ) {
      if (!parts.isAccepting()) return count
      const { claimed, ended } = await takeOverOrphans(db, {
        owner,
        liveIds: liveIds(),
        isAlone,
        isOnce: !replyLog.isShared,
        seal: replyLog.seal,
      })
      parts.onEnd(ended)
      await Promise.all(claimed.map(takeUp))
      const found = claimed.length + ended.length
      if (found === 0) return count
      log.warn({ claimed: claimed.length, ended: ended.length }, 'orphaned replies taken up')
      count += found
    }
  }

  async function takeUp(reply: WrittenReply): Promise<void> {
    try {
      const generate = await resume(reply.id)
      if (generate) parts.takeUp(reply, generate)
      else await parts.giveUp(reply)
    } catch (error) {
      // Its lease expires, and an instance retries or ends it.
      log.error({ messageId: reply.id, err: error }, 'orphaned reply could not be taken up')
    }
  }

  return {
    recover,
    /** Resolves when no takeover is in progress. */
    idle: () => idle,
    onOrphan(given: Resume) {
      resume = given
    },

    /** Periodic {@link recover}; skipped right after an outage in which all leases may have expired. */
    async check(): Promise<void> {
      try {
        const before = performance.now()
        await db.execute('select 1')
        const now = performance.now()
        const isLate = now - checkedAt > intervalMs + OUTAGE_MS || now - before > OUTAGE_MS
        if (isLate) trustedFrom = now + RENEWAL_MS
        checkedAt = now
        if (now >= trustedFrom) await recover({ isAlone: false })
      } catch (error) {
        trustedFrom = performance.now() + RENEWAL_MS
        log.warn({ err: error }, 'orphans could not be looked for')
      }
    },
  }
}
