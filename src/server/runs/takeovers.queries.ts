import { and, eq, inArray, not } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import { refundReservations } from './refunds.queries.ts'
import {
  HANDED_OVER,
  isOrphan,
  isResumable,
  leaseUntil,
  NOT_RESUMABLE,
  released,
  STOP_ASKED,
  stepsColumn,
  type WrittenReply,
} from './replies.queries.ts'
import { STOPPED } from './reply-feed.ts'
import type { Written } from './reply-log.ts'
import { endSteps } from './reply-steps.ts'

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
  /** A reply is taken over from only one dead writer: no other instance survives if it kills this one too. */
  isOnce: boolean
  /** Closes the old writer's log and answers its complete text and steps. */
  seal(orphan: WrittenReply): Promise<Written>
}

/**
 * Takes over a batch of orphans for this instance, with all text that readers may have seen. Orphans with a
 * requested stop, too many attempts, or more than ten minutes old end instead; those without new text return
 * their quota.
 */
export async function takeOverOrphans(
  db: Db,
  { owner, liveIds, isAlone, isOnce, seal }: Takeover,
): Promise<{ claimed: WrittenReply[]; ended: string[] }> {
  return db.transaction(async (tx) => {
    const orphans = await tx
      .select({
        id: messages.id,
        attempt: messages.attempt,
        text: messages.content,
        steps: messages.steps,
        leaseOwner: messages.leaseOwner,
        isResumable,
      })
      .from(messages)
      .where(
        and(
          isOrphan({ owner, isAlone }),
          liveIds.length > 0 ? not(inArray(messages.id, liveIds)) : undefined,
        ),
      )
      .orderBy(messages.leaseUntil)
      .limit(TAKEOVER_BATCH)
      .for('update', { skipLocked: true })
    const claimed: WrittenReply[] = []
    const ended: string[] = []
    for (const orphan of orphans) {
      const sealed = await seal({ ...orphan, steps: orphan.steps ?? [] })
      const { text } = sealed
      // Its running steps died with the writer.
      const steps = endSteps(sealed.steps)
      const end = endOf(orphan)
      const attempt = orphan.attempt + 1
      const isLast = isOnce && orphan.leaseOwner !== HANDED_OVER
      const claim = {
        ...{ attempt, leaseOwner: owner, leaseUntil: leaseUntil() },
        ...(isLast && { resumableUntil: NOT_RESUMABLE }),
      }
      await tx
        .update(messages)
        .set({ content: text, steps: stepsColumn(steps), ...(end ?? claim) })
        .where(eq(messages.id, orphan.id))
      if (end) ended.push(orphan.id)
      else claimed.push({ id: orphan.id, attempt, text, steps })
    }
    await refundReservations(tx, ended)
    return { claimed, ended }
  })
}

/** The end of an orphan that must not be continued; undefined when it may. */
function endOf(orphan: { attempt: number; leaseOwner: string | null; isResumable: boolean }) {
  if (orphan.leaseOwner === STOP_ASKED) return { ...STOPPED, ...released }
  if (orphan.isResumable && orphan.attempt < MAX_ATTEMPTS) return undefined
  return { status: 'interrupted', errorCode: 'server_stopped', ...released } as const
}
