import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/connect.ts'
import type { Redis } from '../db/redis.ts'
import { createOrphanRecovery } from './orphans.ts'
import { createRedisLog } from './redis-log.ts'
import { askToStop, leaseUntil } from './replies.queries.ts'
import type { ReplyEnd, TakenUp } from './reply-feed.ts'
import { createLocalLog } from './reply-log.ts'
import { Run } from './run.ts'
import type { Generate, Runs } from './runs.ts'
import { createSaver } from './saver.ts'
import { STOP_PATIENCE_MS, stopRemote } from './stop-remote.ts'

// Text is saved at least once a second.
const SAVE_INTERVAL_MS = 750
/**
 * Milliseconds between checks for orphans. Instances with a shared log expect to lose each other; a single one
 * finds orphans when it starts.
 */
const REAP_INTERVAL_MS = { shared: 1_000, alone: 5_000 }
/** Maximum delay until a ban or a deleted chat ends a running reply. */
const WITHDRAWN_INTERVAL_MS = 2_000

/** Outcome, writer, time to first token and usage of a reply on this instance. */
export type EndedReply = Pick<ReplyEnd, 'status' | 'errorCode'> &
  Pick<Run, 'provider' | 'model' | 'firstTokenMs' | 'usage' | 'isOwnKey'>

/**
 * The runs of this process. Other instances on the same database see them through their rows, and without
 * delay through `redis`.
 */
export function createRuns(parts: {
  db: Db
  log: Logger
  redis?: Redis | undefined
  /** Called after each reply that ended on this instance. */
  onReplyEnd?: ((ended: EndedReply) => void) | undefined
  /** How long storing an end is retried while the database is down, in milliseconds; 60,000 by default. */
  settlePatienceMs?: number
}): Runs {
  const { db, log, redis } = parts
  const owner = uuidv7()
  const live = new Map<string, Run>()
  const listeners: Parameters<Runs['onEnd']>[0][] = []
  let isAccepting = true

  const onStop = (id: string) => live.get(id)?.interrupt('stopped')
  const replyLog = redis ? createRedisLog({ redis, db, log, onStop }) : createLocalLog(db)

  const announceEnd = (ids: string[]) => {
    for (const id of ids) {
      for (const listener of listeners) {
        Promise.resolve(id)
          .then(listener)
          .catch((error) => log.error({ messageId: id, err: error }, 'something after a reply failed'))
      }
    }
  }

  function start(id: string, generate: Generate, from?: TakenUp): Run {
    const run = new Run({ ...parts, owner, replyLog }, id, { generate, from })
    live.set(id, run)
    run.settled.finally(() => {
      // After a takeover on this same instance the entry belongs to the new run.
      if (live.get(id) === run) live.delete(id)
      // No end: another instance continues the reply.
      if (!run.feed.end) return
      const { provider, model, firstTokenMs, usage, isOwnKey } = run
      parts.onReplyEnd?.({ ...run.feed.end, provider, model, firstTokenMs, usage, isOwnKey })
      announceEnd([id])
    })
    return run
  }

  function startUnlessLeaving(...[id, generate, from]: Parameters<Runs['start']>): void {
    const run = start(id, generate, from)
    // The row was committed while shutdown began. The run is handed over like the others.
    if (!isAccepting) run.interrupt('handed_over')
  }

  const intervalMs = redis ? REAP_INTERVAL_MS.shared : REAP_INTERVAL_MS.alone
  const orphans = createOrphanRecovery({
    ...{ db, log, owner, replyLog, intervalMs },
    liveIds: () => [...live.keys()],
    isAccepting: () => isAccepting,
    takeUp: ({ id, ...from }, generate) => startUnlessLeaving(id, generate, from),
    giveUp: async ({ id, ...from }) => {
      const run = start(id, emptyReply, from)
      run.interrupt('server_stopped')
      await run.settled
    },
    onEnd: announceEnd,
  })
  const saver = createSaver({ db, log, owner, live })
  const timers = [
    every(SAVE_INTERVAL_MS, saver.save),
    every(intervalMs, orphans.check),
    every(WITHDRAWN_INTERVAL_MS, saver.endWithdrawn),
  ]

  return {
    get isAccepting() {
      return isAccepting
    },
    get active() {
      return live.size
    },
    lease: () => ({ status: 'running', leaseOwner: owner, leaseUntil: leaseUntil() }),
    recover: orphans.recover,
    onOrphan: orphans.onOrphan,
    onEnd: (listener) => void listeners.push(listener),

    start: startUnlessLeaving,

    async feed(messageId) {
      return live.get(messageId)?.feed ?? replyLog.follow(messageId)
    },

    async stop(messageId) {
      const run = live.get(messageId)
      const elsewhere = () => stopRemote(db, replyLog, { id: messageId, onEnd: announceEnd })
      if (!run) return elsewhere()
      run.interrupt('stopped')
      await settledWithin([run], STOP_PATIENCE_MS)
      if (run.feed.isCut) return elsewhere()
      // The first end wins.
      if (run.feed.end) return run.feed.end.status === 'stopped'
      // The database does not answer, or the row has another owner. The next writer finds the request.
      await askToStop(db, messageId).catch(() => undefined)
      return true
    },

    async drain(graceMs) {
      isAccepting = false
      await settledWithin([...live.values()], graceMs)
      await within(STOP_PATIENCE_MS, orphans.idle())
      for (const run of live.values()) run.interrupt('handed_over')
      await settledWithin([...live.values()], STOP_PATIENCE_MS)
      for (const timer of timers) clearInterval(timer)
    },
  }
}

const emptyReply: Generate = async function* () {}

/** Calls `task` periodically, without overlapping calls and without keeping the process alive. */
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

/** Resolves when all runs have ended, or after `milliseconds`. */
const settledWithin = (runs: Run[], milliseconds: number) =>
  within(milliseconds, Promise.all(runs.map((run) => run.settled)))

/** Resolves with `work`, or after `milliseconds`. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  const { signal } = patience
  await Promise.race([work, sleep(milliseconds, undefined, { signal }).catch(() => undefined)])
  patience.abort()
}
