import type { AssetDraft, CreateAssetDraft } from '#shared/contract/asset-drafts.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { REPLY_ERROR_TEXT } from '#shared/contract/messages.ts'
import { ReplyError } from '../../ai/reply.ts'
import { DRAFT_TOKENS, draftFormat, draftPrompt, readDraft } from '../../ai/tasks/asset-draft.ts'
import { draftByRules } from '../../ai/tasks/asset-draft-by-rules.ts'
import { askInBackground } from '../../ai/tasks/background-request.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { findEndedReply } from '../messages/after-reply.queries.ts'
import { getMessage } from '../messages/messages.queries.ts'

type Parts = Pick<Deps, 'db' | 'log' | 'model' | 'vault'>
type Wanted = CreateAssetDraft & { user: CurrentUser; chatId: string; messageId: string; signal: AbortSignal }
type Ended = NonNullable<Awaited<ReturnType<typeof findEndedReply>>>

const RETRY_AFTER_SECONDS = 5

const drafting = new Set<string>()

/**
 * Fills in a new asset's form from the user's own reply, or from a selection of it; one at a time per user.
 * The selection is used as sent, because rendered text differs from the stored Markdown.
 * @throws {AppError} NOT_FOUND; CONFLICT for a message that is not a finished reply with text; RATE_LIMITED
 * while another draft is made in this process; UNAVAILABLE if the provider fails or the client disconnects.
 */
export async function draftAsset(parts: Parts, wanted: Wanted): Promise<AssetDraft> {
  const { user, chatId, messageId } = wanted
  const key = { chatId, messageId, userId: user.id }
  const reply = await getReply(parts, key)
  if (drafting.has(user.id)) {
    throw new AppError('RATE_LIMITED', 'Espere o preenchimento anterior terminar.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  drafting.add(user.id)
  try {
    return await readReply(parts, wanted, reply)
  } finally {
    drafting.delete(user.id)
  }
}

async function getReply(
  { db }: Parts,
  key: { chatId: string; messageId: string; userId: string },
): Promise<Ended> {
  const { sender, status, content } = await getMessage(db, key)
  if (sender !== 'ai') throw new AppError('CONFLICT', 'Só uma resposta pode ser salva assim.')
  if (status === 'running') throw new AppError('CONFLICT', 'Espere a resposta terminar para salvar.')
  if (content.trim() === '') throw new AppError('CONFLICT', 'Esta resposta não tem texto para salvar.')
  const ended = await findEndedReply(db, key)
  // The reply was deleted meanwhile, or runs again.
  if (!ended) throw notFound('Message')
  return ended
}

async function readReply(
  { db, log, model, vault }: Parts,
  { kind, selection = '', user, signal, messageId }: Wanted,
  { content, agent }: Ended,
): Promise<AssetDraft> {
  const text = selection.trim() === '' ? content : selection
  const credential = await ownKeyFor({ db, log, vault }, user)
  if (model.isDemo && !credential) return draftByRules(kind, text)
  const options = { model: agent.model, credential, maxOutputTokens: DRAFT_TOKENS, format: draftFormat(kind) }
  try {
    const prompt = draftPrompt(kind, text, model.budgetTokens)
    const { text: answer, usage, provider } = await askInBackground(model, prompt, { ...options, signal })
    log.info({ messageId, kind, provider, ...usage }, 'draft asked for')
    return readDraft(kind, answer)
  } catch (error) {
    throw toAppError(log, { messageId, error, signal })
  }
}

const LATE_TEXT = 'A IA demorou demais para preencher. Tente de novo em instantes, ou preencha você.'
const FAILED_TEXT = 'A IA não conseguiu preencher agora. Tente de novo em instantes, ou preencha você.'

/** Maps failures of the provider and the client to an `AppError`; other errors pass unchanged. */
function toAppError(
  log: Deps['log'],
  { messageId, error, signal }: { messageId: string; error: unknown; signal: AbortSignal },
): unknown {
  const failed = error instanceof ReplyError ? error : undefined
  const isLate = failed ? failed.isTimeout : error instanceof Error && error.name === 'TimeoutError'
  if (!failed && !isLate && !signal.aborted) return error
  const { code, provider, usage } = failed ?? {}
  log.warn({ messageId, code, provider, ...usage, isGone: signal.aborted }, 'no draft')
  const isOwnKey = code === 'own_key_refused' || code === 'own_key_unreadable'
  const failedText = isOwnKey ? REPLY_ERROR_TEXT[code] : FAILED_TEXT
  return new AppError('UNAVAILABLE', isLate ? LATE_TEXT : failedText, { retryAfter: RETRY_AFTER_SECONDS })
}
