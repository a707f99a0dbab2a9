import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import { listOwned, listRevoked, saveTexts } from './replies.queries.ts'
import type { Run } from './run.ts'

/** A quiet run renews its lease well before it ends. */
const RENEW_AFTER_MS = 4_000
const SAVE_BATCH = 100

/** Keeps the rows of live runs as they are, and the runs as their rows want them. */
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
    const texts = batch.map(({ id, provider, model, isOwnKey, firstTokenMs, reply }) => ({
      id,
      provider,
      model,
      isOwnKey,
      firstTokenMs,
      text: reply.text,
    }))
    giveUpLost(batch, await saveTexts(db, owner, texts))
    for (const [index, run] of batch.entries()) {
      run.savedLength = texts[index]?.text.length ?? run.savedLength
      run.savedAt = now
    }
  }

  function giveUpLost(runs: Run[], owned: Set<string>): void {
    // A run that just settled itself is not lost, only done.
    for (const run of runs) if (!owned.has(run.id) && live.get(run.id) === run) run.interrupt('lost')
  }

  return {
    /** Saves what was said since the last time, renews leases, and ends runs whose rows somebody else has. */
    async save(): Promise<void> {
      if (live.size === 0) return
      try {
        const runs = [...live.values()]
        const now = performance.now()
        const due = runs.filter(
          (run) => run.reply.text.length > run.savedLength || now - run.savedAt > RENEW_AFTER_MS,
        )
        for (let start = 0; start < due.length; start += SAVE_BATCH) {
          await saveBatch(due.slice(start, start + SAVE_BATCH), now)
        }
        // A quiet reply is asked after too: somebody may have stopped it elsewhere.
        if (due.length < runs.length) giveUpLost(runs, await listOwned(db, owner))
      } catch (error) {
        log.warn({ err: error }, 'partial replies could not be saved')
      }
    },

    /** Ends what its person may not read any more. */
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
