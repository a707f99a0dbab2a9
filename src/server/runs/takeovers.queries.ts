import { and, eq, inArray, not } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import { isOrphan, leaseUntil, released, STOP_ASKED, type WrittenReply } from './replies.queries.ts'
import { STOPPED } from './reply-feed.ts'
import { refundReservations } from './settle.queries.ts'

/** A reply that met its writer's end this often is not tried again: it may be what ends them. */
const MAX_ATTEMPTS = 5
/** Taken at once, so that every instance gets its share of a dead one's replies. */
const CLAIM_BATCH = 10

type Claim = {
  owner: string
  /** Being written here. */
  liveIds: string[]
  /** No other instance can exist. */
  isAlone: boolean
  /** Closes what the old writer may still be saying, and answers all that it said. */
  seal(orphan: WrittenReply): Promise<string>
}

/**
 * Takes up some orphans, each for this instance alone, with all the text that their writers let anybody see. Those
 * that were asked to stop, or met too many ends, end instead; those of them that said nothing more cost nothing.
 */
export async function takeOverOrphans(
  db: Db,
  { owner, liveIds, isAlone, seal }: Claim,
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
      .limit(CLAIM_BATCH)
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

/** The end of an orphan that nobody may write on. */
function endOf({ attempt, leaseOwner }: { attempt: number; leaseOwner: string | null }) {
  if (leaseOwner === STOP_ASKED) return { ...STOPPED, ...released }
  if (attempt < MAX_ATTEMPTS) return undefined
  return { status: 'interrupted', errorCode: 'server_stopped', ...released } as const
}
