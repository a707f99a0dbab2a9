import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/connect.ts'
import { pollReply } from './polled-reply.ts'
import {
  askToStop,
  interruptOrphans,
  leaseUntil,
  listOwned,
  listWithdrawn,
  readReply,
  saveTexts,
  stopWithoutWriter,
} from './replies.queries.ts'
import { Run } from './run.ts'
import type { Runs } from './runs.ts'

// Text is saved at least once a second; a quiet run renews its lease well before it ends.
const SAVE_INTERVAL_MS = 750
const RENEW_AFTER_MS = 4_000
const REAP_INTERVAL_MS = 5_000
/** How soon a ban or a deleted chat ends what is being written, at most. */
const WITHDRAWN_INTERVAL_MS = 2_000
const SAVE_BATCH = 100
/** A stop answers once the end is stored, or after this long when the database is slow. */
const STOP_PATIENCE_MS = 3_000
/** Between two looks at whether the writer on another instance has ended what it was asked to. */
const STOP_LOOK_MS = 100

/** Runs kept in this process's memory; the database is what other instances, and the next start, know of them. */
export function createLocalRuns(parts: {
  db: Db
  log: Logger
  /** A minute, unless said otherwise: how long an end waits for a database that is away. */
  settlePatienceMs?: number
}): Runs {
  const { db, log } = parts
  const owner = uuidv7()
  const live = new Map<string, Run>()
  let isAccepting = true

  async function save(): Promise<void> {
    if (live.size === 0) return
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

  const reap = () =>
    recover({ isAlone: false }).catch((error) => log.warn({ err: error }, 'orphans could not be looked for'))

  async function endWithdrawn(): Promise<void> {
    if (live.size === 0) return
    try {
      for (const id of await listWithdrawn(db, owner)) live.get(id)?.interrupt('stopped')
    } catch (error) {
      log.warn({ err: error }, 'withdrawn replies could not be looked for')
    }
  }

  const timers = [every(SAVE_INTERVAL_MS, save), every(REAP_INTERVAL_MS, reap)]
  timers.push(every(WITHDRAWN_INTERVAL_MS, endWithdrawn))

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
      const run = new Run({ ...parts, owner }, messageId, generate)
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
      await settledWithin([run], STOP_PATIENCE_MS)
      // An end that came first is the one that stands.
      return run.reply.end === undefined || run.reply.end.status === 'stopped'
    },

    async drain(graceMs) {
      isAccepting = false
      await settledWithin([...live.values()], graceMs)
      for (const run of live.values()) run.interrupt('server_stopped')
      await settledWithin([...live.values()], STOP_PATIENCE_MS)
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Calls `task` again and again, never while its last call goes on, and without keeping the process alive. */
function every(intervalMs: number, task: () => Promise<unknown>): NodeJS.Timeout {
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await task().finally(() => {
      isBusy = false
    })
  }, intervalMs)
  return timer.unref()
}

/** Resolves when all these runs have ended, or after `milliseconds`. */
async function settledWithin(runs: Run[], milliseconds: number): Promise<void> {
  const patience = new AbortController()
  const { signal } = patience
  await Promise.race([
    Promise.all(runs.map((run) => run.settled)),
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
  ])
  patience.abort()
}

/** Has another instance end a reply that it writes, so that the text its readers were shown is stored whole. */
async function stopElsewhere(db: Db, messageId: string): Promise<boolean> {
  if (!(await askToStop(db, messageId))) return false
  const deadline = Date.now() + STOP_PATIENCE_MS
  for (;;) {
    const stored = await readReply(db, messageId)
    if (!stored || stored.end) return stored?.end?.status === 'stopped'
    if (Date.now() > deadline) await stopWithoutWriter(db, messageId)
    else await sleep(STOP_LOOK_MS)
  }
}
