import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import { listOwned, listRevoked, saveTexts } from './replies.queries.ts'
import type { Run } from './run.ts'

/** A run without new text renews its lease well before it expires. */
const RENEW_AFTER_MS = 4_000
const SAVE_BATCH = 100

const hasNews = ({ reply, savedLength, savedSteps }: Run) =>
  reply.text.length > savedLength || reply.steps !== savedSteps

/** Saves the text of live runs, and interrupts runs that lost their row. */
export function createSaver({
  db,
  log,
  owner,
  live,
}: {
  db: Db
  log: Logger
  owner: string
  live: ReadonlyMap<string, Run>
}) {
  async function saveBatch(batch: Run[], now: number): Promise<void> {
    const texts = batch.map(({ id, provider, model, isOwnKey, firstTokenMs, reply, savedSteps }) => ({
      id,
      provider,
      model,
      isOwnKey,
      firstTokenMs,
      text: reply.text,
      steps: reply.steps === savedSteps ? undefined : reply.steps,
    }))
    interruptLost(batch, await saveTexts(db, owner, texts))
    for (const [index, run] of batch.entries()) {
      run.savedLength = texts[index]?.text.length ?? run.savedLength
      run.savedSteps = texts[index]?.steps ?? run.savedSteps
      run.savedAt = now
    }
  }

  function interruptLost(runs: Run[], owned: Set<string>): void {
    // A run that has just settled is not lost.
    for (const run of runs) if (!owned.has(run.id) && live.get(run.id) === run) run.interrupt('lost')
  }

  return {
    /** Saves new text, renews leases and interrupts runs whose rows are lost. */
    async save(): Promise<void> {
      if (live.size === 0) return
      try {
        const runs = [...live.values()]
        const now = performance.now()
        const due = runs.filter((run) => hasNews(run) || now - run.savedAt > RENEW_AFTER_MS)
        for (let start = 0; start < due.length; start += SAVE_BATCH) {
          await saveBatch(due.slice(start, start + SAVE_BATCH), now)
        }
        // Runs without new text are checked too: another instance may have stopped them.
        if (due.length < runs.length) interruptLost(runs, await listOwned(db, owner))
      } catch (error) {
        log.warn({ err: error }, 'partial replies could not be saved')
      }
    },

    /** Stops runs of deleted chats and banned users. */
    async endWithdrawn(): Promise<void> {
      if (live.size === 0) return
      try {
        for (const id of await listRevoked(db, owner)) live.get(id)?.interrupt('stopped')
      } catch (error) {
        log.warn({ err: error }, 'withdrawn replies could not be looked for')
      }
    },
  }
}
