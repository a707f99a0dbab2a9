import { repeatsInstructions } from '../../ai/prompt/leak-detection.ts'
import type { OwnKey } from '../../ai/reply.ts'
import type { Deps } from '../../deps.ts'
import { findOwnKey } from '../credentials/own-key.queries.ts'
import { type EndedReply, findEndedReply } from './after-reply.queries.ts'
import { summariseChat } from './summary.service.ts'
import { titleChat } from './title.service.ts'

type Parts = Pick<Deps, 'db' | 'log' | 'model' | 'vault'>

/**
 * From now on a chat is thought over when a reply in it has ended: for what it gives away of its agent's instructions, for
 * its title, and for a summary where it grows too long to be read again. Nobody waits for it, and it fails without a trace
 * but the log's. Answers what ends it.
 */
export function startAfterReplyJobs(deps: Parts & Pick<Deps, 'runs'>): () => void {
  const { db, log, runs } = deps
  const leaving = new AbortController()
  const { signal } = leaving
  const busy = new Set<string>()

  runs.onEnd(async (messageId) => {
    if (signal.aborted || !runs.isAccepting) return
    try {
      const ended = await findEndedReply(db, { messageId })
      if (!ended) return
      if (repeatsInstructions(ended.content, ended.agent.systemPrompt)) {
        log.warn({ chatId: ended.chatId, messageId }, 'a reply repeats its agent’s instructions')
      }
      // One at a time in a chat: what a second one would find out, the next reply's will.
      if (busy.has(ended.chatId)) return
      busy.add(ended.chatId)
      await thinkOver(deps, { ...ended, messageId, signal }).finally(() => busy.delete(ended.chatId))
    } catch (error) {
      if (!signal.aborted) log.warn({ messageId, err: error }, 'a chat could not be thought over')
    }
  })
  return () => leaving.abort()
}

async function thinkOver(
  parts: Parts,
  ended: EndedReply & { messageId: string; signal: AbortSignal },
): Promise<void> {
  const credential = await keyToThinkWith(parts, ended)
  // The demonstration has nothing to think with.
  if (parts.model.isDemo && !credential) return
  const about = { ...ended, credential }
  await Promise.all([titleChat(parts, about), summariseChat(parts, about)])
}

/** The house pays for what nobody asked for; the key that wrote the reply does where the house has none. */
async function keyToThinkWith(parts: Parts, { userId, ownKey }: EndedReply): Promise<OwnKey | undefined> {
  return parts.model.isDemo && ownKey ? findOwnKey(parts, { userId }) : undefined
}
