import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { askToStop, readReply } from './replies.queries.ts'
import type { ReplyLog } from './reply-log.ts'
import { stopWithoutWriter } from './settle.queries.ts'

/** A stop answers once the end is stored, or after this long when the database is slow. */
export const STOP_PATIENCE_MS = 3_000
/** Between two looks at whether the writer on another instance has ended what it was asked to. */
const LOOK_MS = 50

/**
 * Has another instance end a reply that it writes, so that the text its readers were shown is stored whole; ends it
 * here when nobody answers. False when another end came first.
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
      await sleep(LOOK_MS)
      continue
    }
    const reply = { id, attempt: stored.attempt, text: stored.text }
    if (await stopWithoutWriter(db, { ...reply, text: await replyLog.seal(reply) })) onEnd([id])
  }
}
