import { type OwnKey, ReplyError } from '../../ai/reply.ts'
import { askInBackground } from '../../ai/tasks/background-request.ts'
import { cleanTitle, titlePrompt } from '../../ai/tasks/title.ts'
import type { Deps } from '../../deps.ts'
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
  { db, log, model }: Pick<Deps, 'db' | 'log' | 'model'>,
  { chatId, titledBy, status, attempts, exchange, agent, signal, credential }: EndedReply & About,
): Promise<void> {
  // A model that failed to reply would fail to write a title too.
  if (titledBy !== 'message' || status === 'error') return
  if (attempts > MAX_ATTEMPTS || !exchange) return
  try {
    const options = { signal, credential, model: agent.model, maxOutputTokens: TITLE_TOKENS }
    const { text, usage, provider } = await askInBackground(model, titlePrompt(exchange), options)
    const title = cleanTitle(text)
    const isTitled = title !== undefined && (await titleByModel(db, { chatId, title }))
    log.info({ chatId, provider, ...usage, isTitled }, 'title asked for')
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const { code, provider, usage } = error
    log.warn({ chatId, code, provider, ...usage }, 'no title')
  }
}
