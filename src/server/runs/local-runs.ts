import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/connect.ts'
import {
  interruptOrphans,
  leaseUntil,
  listOwned,
  readReply,
  saveTexts,
  stopElsewhere,
} from './replies.queries.ts'
import { LiveReply, type ReplyFeed } from './reply-feed.ts'
import { Run } from './run.ts'
import type { Runs } from './runs.ts'

// Text is saved at least once a second; a quiet run renews its lease well before it ends.
const SAVE_INTERVAL_MS = 750
const RENEW_AFTER_MS = 4_000
const REAP_INTERVAL_MS = 5_000
const SAVE_BATCH = 100
const POLL_INTERVAL_MS = 500
/** A stop answers once the end is stored, or after this long when the database is slow. */
const STOP_PATIENCE_MS = 3_000

/** Runs kept in this process's memory; the database is what other instances, and the next start, know of them. */
export function createLocalRuns({ db, log }: { db: Db; log: Logger }): Runs {
  const owner = uuidv7()
  const live = new Map<string, Run>()
  let isAccepting = true
  let isSaving = false

  async function save(): Promise<void> {
    if (isSaving || live.size === 0) return
    isSaving = true
    try {
      const runs = [...live.values()]
      const now = Date.now()
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
    } finally {
      isSaving = false
    }
  }

  async function saveBatch(batch: Run[], now: number): Promise<void> {
    const texts = batch.map(({ id, provider, reply }) => ({ id, provider, text: reply.text }))
    giveUpLost(batch, await saveTexts(db, owner, texts))
    for (const [index, run] of batch.entries()) {
      run.savedLength = texts[index]?.text.length ?? run.savedLength
      run.savedAt = now
    }
  }

  function giveUpLost(runs: Run[], owned: Set<string>): void {
    // A run that just settled itself is not lost, only done.
    for (const run of runs) if (!owned.has(run.id) && live.has(run.id)) run.interrupt('lost')
  }

  const recover: Runs['recover'] = async ({ isAlone }) => {
    const count = await interruptOrphans(db, { liveIds: [...live.keys()], isAlone })
    if (count > 0) log.warn({ count }, 'orphaned replies marked as interrupted')
    return count
  }

  const saver = setInterval(save, SAVE_INTERVAL_MS)
  const reaper = setInterval(() => {
    recover({ isAlone: false }).catch((error) => log.warn({ err: error }, 'orphans could not be looked for'))
  }, REAP_INTERVAL_MS)

  return {
    get isAccepting() {
      return isAccepting
    },
    get active() {
      return live.size
    },
    lease: () => ({ status: 'running', leaseOwner: owner, leaseUntil: leaseUntil() }),
    recover,

    start(messageId, generate) {
      const run = new Run({ db, log, owner }, messageId, generate)
      live.set(messageId, run)
      run.settled.finally(() => live.delete(messageId))
      // Its row was committed while the server began to leave: it ends like the others, and its reader hears of it.
      if (!isAccepting) run.interrupt('server_stopped')
    },

    async feed(messageId) {
      return live.get(messageId)?.reply ?? pollReply(db, messageId)
    },

    async stop(messageId) {
      const run = live.get(messageId)
      if (!run) return stopElsewhere(db, messageId)
      run.interrupt('stopped')
      await Promise.race([run.settled, sleep(STOP_PATIENCE_MS)])
      return true
    },

    async drain(graceMs) {
      isAccepting = false
      const everyEnd = () => Promise.all([...live.values()].map((run) => run.settled))
      await Promise.race([everyEnd(), sleep(graceMs)])
      for (const run of live.values()) run.interrupt('server_stopped')
      await Promise.race([everyEnd(), sleep(STOP_PATIENCE_MS)])
      clearInterval(saver)
      clearInterval(reaper)
    },
  }
}

/** A reply that another instance writes, or that has ended: read again while somebody listens. */
async function pollReply(db: Db, messageId: string): Promise<ReplyFeed | undefined> {
  const stored = await readReply(db, messageId)
  if (!stored) return undefined
  const reply = new LiveReply()
  const take = ({ text, end }: typeof stored) => {
    reply.grow(text)
    if (end) reply.finish(end)
  }
  take(stored)
  if (stored.end) return reply

  const poll = async (): Promise<void> => {
    // While the database is away the reader keeps what it has; the next look goes on from there.
    const next = await readReply(db, messageId).catch(() => stored)
    take(
      next ?? { text: '', end: { status: 'interrupted', errorCode: 'server_stopped', finishReason: null } },
    )
    if (!reply.end && reply.hasReaders) setTimeout(poll, POLL_INTERVAL_MS)
  }
  setTimeout(poll, POLL_INTERVAL_MS)
  return reply
}
