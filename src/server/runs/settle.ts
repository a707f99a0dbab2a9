import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import type { Db } from '../db/connect.ts'
import { readReply } from './replies.queries.ts'
import { type ReplyEnd, STOPPED } from './reply-feed.ts'
import { type SettledReply, settleReply } from './settle.queries.ts'

const TIMEOUT_MS = 60_000

/** Another writer continues the reply; this run's text may be incomplete. */
export const TAKEN_OVER = Symbol('elsewhere')

/** The end of a failed or interrupted reply. */
export const failure = (status: 'error' | 'interrupted', errorCode: ReplyErrorCode): ReplyEnd => ({
  status,
  errorCode,
  finishReason: null,
})

export type Settling = {
  db: Db
  log: Logger
  owner: string
  /** How long storing an end is retried while the database is down, in milliseconds; 60,000 by default. */
  settlePatienceMs?: number | undefined
}

/**
 * Commits the end of a reply, with retries while the database is down. Answers the end that is stored; never
 * rejects.
 */
export async function settle(
  { db, log, owner, settlePatienceMs = TIMEOUT_MS }: Settling,
  reply: SettledReply,
): Promise<ReplyEnd | typeof TAKEN_OVER> {
  const { id, attempt, status, errorCode, finishReason } = reply
  const deadline = performance.now() + settlePatienceMs
  let problem: unknown
  for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      if (await settleReply(db, owner, reply)) return { status, errorCode, finishReason }
      // Another writer's end came first and counts. A deleted reply has no stored end.
      const stored = await readReply(db, id)
      if (!stored) return STOPPED
      if (stored.attempt !== attempt) return TAKEN_OVER
      if (stored.end) return stored.end
    } catch (error) {
      problem = error
    }
    if (performance.now() + wait > deadline) {
      log.error({ messageId: id, err: problem }, 'reply could not be saved')
      return failure('interrupted', 'not_saved')
    }
    await sleep(wait)
  }
}
