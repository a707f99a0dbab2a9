import { setTimeout as sleep } from 'node:timers/promises'
import { repeatsInstructions } from '../../ai/prompt/leak-detection.ts'
import { isSaturated } from '../../ai/providers/read-batching.ts'
import type { OwnKey } from '../../ai/reply.ts'
import type { Deps } from '../../deps.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { findOwnKey } from '../credentials/own-key.queries.ts'
import { type EndedReply, findEndedReply } from './after-reply.queries.ts'
import { summariseChat } from './summary.service.ts'
import { titleChat } from './title.service.ts'

type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model' | 'vault'>

/** At the end of a reply its page reads lists, and the next message is sent: these go first. */
const REST_MS = 250
/** Between two replies, so that many that end together hold up no stream. */
const GAP_MS = 5
/** How long the work of one reply waits for a saturated process, and how often it looks. */
const PATIENCE_MS = 5_000
const LOOK_MS = 100

const inOrder = limitConcurrency(1)

/** Resolves when the process has time for the background work of a reply that just ended. */
async function spareTime(): Promise<void> {
  await sleep(REST_MS)
  const deadline = performance.now() + PATIENCE_MS
  const left = () => deadline - performance.now()
  await inOrder(async () => {
    // Not past the deadline: the others wait for this one.
    while (isSaturated() && left() > 0) await sleep(Math.min(LOOK_MS, left()))
    await sleep(GAP_MS)
  })
}

/**
 * Runs background work after each reply: checks it for leaked instructions, titles the chat, and summarises
 * it when it is too long to send whole. Failures are only logged. Returns a function that stops it.
 */
export function startAfterReplyJobs(deps: Parts & Pick<Deps, 'runs'>): () => void {
  const { db, log, runs } = deps
  const leaving = new AbortController()
  const { signal } = leaving
  /** The chats with a task, and the task that follows it. */
  const busy = new Map<string, (() => Promise<void>) | undefined>()

  /** One task at a time per chat. Of those that wait the newest is enough, as it reads the whole chat. */
  async function inTurn(chatId: string, task: () => Promise<void>): Promise<void> {
    if (busy.has(chatId)) return void busy.set(chatId, task)
    try {
      for (let next: typeof task | undefined = task; next; next = busy.get(chatId)) {
        busy.set(chatId, undefined)
        await next()
      }
    } finally {
      busy.delete(chatId)
    }
  }

  runs.onEnd(async (messageId) => {
    await spareTime()
    if (signal.aborted || !runs.isAccepting) return
    try {
      const ended = await findEndedReply(db, { messageId })
      if (!ended) return
      if (repeatsInstructions(ended.content, ended.agent.systemPrompt)) {
        log.warn({ chatId: ended.chatId, messageId }, 'a reply repeats its agent’s instructions')
      }
      await inTurn(ended.chatId, () => runAfterReply(deps, { ...ended, messageId, signal }))
    } catch (error) {
      if (!signal.aborted) log.warn({ messageId, err: error }, 'a chat could not be thought over')
    }
  })
  return () => leaving.abort()
}

async function runAfterReply(
  parts: Parts,
  ended: EndedReply & { messageId: string; signal: AbortSignal },
): Promise<void> {
  const credential = await findBackgroundKey(parts, ended)
  // The demonstration model cannot write titles or summaries.
  if (parts.model.isDemo && !credential) return
  const about = { ...ended, credential }
  await Promise.all([titleChat(parts, about), summariseChat(parts, about)])
}

/** Background work uses the operator's key; the user's own key only if the operator has none. */
async function findBackgroundKey(parts: Parts, { userId, ownKey }: EndedReply): Promise<OwnKey | undefined> {
  return parts.model.isDemo && ownKey ? findOwnKey(parts, { userId }) : undefined
}
