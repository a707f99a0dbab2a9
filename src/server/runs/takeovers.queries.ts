import { and, eq, inArray, not } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import { isOrphan, leaseUntil, released, STOP_ASKED, type WrittenReply } from './replies.queries.ts'
import { STOPPED } from './reply-feed.ts'
import { refundReservations } from './settle.queries.ts'

/** A reply that lost this many writers is not retried: it may be the cause of their crashes. */
const MAX_ATTEMPTS = 5
/** Small batches, so that every instance takes a share of the orphans of a dead one. */
const TAKEOVER_BATCH = 10

type Takeover = {
  owner: string
  /** Replies that this instance is writing. */
  liveIds: string[]
  /** True when no other instance can exist. */
  isAlone: boolean
  /** Closes the old writer's log and answers its complete text. */
  seal(orphan: WrittenReply): Promise<string>
}

/**
 * Takes over a batch of orphans for this instance, with all text that readers may have seen. Orphans with a
 * requested stop or too many attempts end instead; those without new text return their quota.
 */
export async function takeOverOrphans(
  db: Db,
  { owner, liveIds, isAlone, seal }: Takeover,
): Promise<{ claimed: WrittenReply[]; ended: string[] }> {
  return db.transaction(async (tx) => {
    const orphans = await tx
      .select({
        id: messages.id,
        attempt: messages.attempt,
        text: messages.content,
        leaseOwner: messages.leaseOwner,
      })
      .from(messages)
      .where(and(isOrphan(isAlone), liveIds.length > 0 ? not(inArray(messages.id, liveIds)) : undefined))
      .orderBy(messages.leaseUntil)
      .limit(TAKEOVER_BATCH)
      .for('update', { skipLocked: true })
    const claimed: WrittenReply[] = []
    const ended: string[] = []
    for (const orphan of orphans) {
      const content = await seal(orphan)
      const end = endOf(orphan)
      const attempt = orphan.attempt + 1
      await tx
        .update(messages)
        .set(end ? { content, ...end } : { content, attempt, leaseOwner: owner, leaseUntil: leaseUntil() })
        .where(eq(messages.id, orphan.id))
      if (end) ended.push(orphan.id)
      else claimed.push({ id: orphan.id, attempt, text: content })
    }
    await refundReservations(tx, ended)
    return { claimed, ended }
  })
}

/** The end of an orphan that must not be continued; undefined when it may. */
function endOf({ attempt, leaseOwner }: { attempt: number; leaseOwner: string | null }) {
  if (leaseOwner === STOP_ASKED) return { ...STOPPED, ...released }
  if (attempt < MAX_ATTEMPTS) return undefined
  return { status: 'interrupted', errorCode: 'server_stopped', ...released } as const
}
