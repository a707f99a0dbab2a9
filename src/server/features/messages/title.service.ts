import { type OwnKey, ReplyError } from '../../ai/reply.ts'
import { cleanTitle, titlePrompt } from '../../ai/tasks/title.ts'
import type { Deps } from '../../deps.ts'
import { askCounted } from '../usage/usage-calls.queries.ts'
import { type EndedReply, titleByModel } from './after-reply.queries.ts'

/** After this many finished replies, the automatic title from the first message stays. */
const MAX_ATTEMPTS = 3
/** A title takes about twenty tokens; reasoning models use the rest. */
const TITLE_TOKENS = 500

type About = { signal: AbortSignal; credential: OwnKey | undefined }

/**
 * Asks the model for a title if the chat has only the automatic one. Failures are logged; the next reply
 * tries again.
 */
export async function titleChat(
  parts: Pick<Deps, 'budget' | 'db' | 'log' | 'model'>,
  about: EndedReply & About,
): Promise<void> {
  const { budget, db, log } = parts
  const { chatId, agentId, exchange, agent, signal, credential } = about
  // A model that failed to reply would fail to write a title too.
  if (about.titledBy !== 'message' || about.status === 'error') return
  if (about.attempts > MAX_ATTEMPTS || !exchange) return
  // Without a budget the title from the message stays.
  if (!credential && !(await budget.take(about))) return
  try {
    const options = { signal, credential, model: agent.model, maxOutputTokens: TITLE_TOKENS }
    const { text, usage, provider } = await askCounted(parts, {
      agentId,
      purpose: 'title',
      prompt: titlePrompt(exchange),
      options,
    })
    const title = cleanTitle(text)
    const isTitled = title !== undefined && (await titleByModel(db, { chatId, title }))
    log.info({ chatId, provider, ...usage, isTitled }, 'title asked for')
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const { code, provider, usage } = error
    log.warn({ chatId, code, provider, ...usage }, 'no title')
  }
}
