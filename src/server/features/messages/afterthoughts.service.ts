import type { Deps } from '../../deps.ts'
import { findEndedReply } from './afterthoughts.queries.ts'
import { summariseChat } from './summary.service.ts'
import { titleChat } from './title.service.ts'

/**
 * From now on a chat is thought over when a reply in it has ended: for its title, and for a summary where it grows too
 * long to be read again. Nobody waits for it, and it fails without a trace but the log's. Answers what ends it.
 */
export function startAfterthoughts(deps: Pick<Deps, 'db' | 'log' | 'model' | 'runs'>): () => void {
  const { db, log, model, runs } = deps
  const leaving = new AbortController()
  const { signal } = leaving
  const busy = new Set<string>()

  runs.onEnd(async (messageId) => {
    // The demonstration has nothing to think with.
    if (model.isDemo || signal.aborted || !runs.isAccepting) return
    try {
      const ended = await findEndedReply(db, { messageId })
      // One at a time in a chat: what a second one would find out, the next reply's will.
      if (!ended || busy.has(ended.chatId)) return
      busy.add(ended.chatId)
      const about = { ...ended, messageId, signal }
      await Promise.all([titleChat(deps, about), summariseChat(deps, about)]).finally(() =>
        busy.delete(ended.chatId),
      )
    } catch (error) {
      if (!signal.aborted) log.warn({ messageId, err: error }, 'a chat could not be thought over')
    }
  })
  return () => leaving.abort()
}
