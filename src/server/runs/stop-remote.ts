import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { askToStop, readReply } from './replies.queries.ts'
import type { ReplyLog } from './reply-log.ts'
import { stopWithoutWriter } from './settle.queries.ts'

/** Milliseconds that a stop waits for the stored end before it answers. */
export const STOP_PATIENCE_MS = 3_000
/** Milliseconds between checks for the end that the other instance stores. */
const POLL_MS = 50

/**
 * Asks another instance to stop its reply, so that the text its readers saw is stored whole; ends it here
 * when the writer does not answer. False when another end came first.
 */
export async function stopRemote(
  db: Db,
  replyLog: ReplyLog,
  { id, onEnd }: { id: string; onEnd(ids: string[]): void },
): Promise<boolean> {
  if (!(await askToStop(db, id))) return false
  replyLog.askToStop(id)
  const deadline = performance.now() + STOP_PATIENCE_MS
  for (;;) {
    const stored = await readReply(db, id)
    if (!stored || stored.end) return stored?.end?.status === 'stopped'
    if (performance.now() <= deadline) {
      await sleep(POLL_MS)
      continue
    }
    const { attempt, text, steps } = stored
    const reply = { id, attempt, text, steps }
    if (await stopWithoutWriter(db, { ...reply, ...(await replyLog.seal(reply)) })) onEnd([id])
  }
}
