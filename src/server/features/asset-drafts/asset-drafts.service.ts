import type { AssetDraft, CreateAssetDraft } from '#shared/contract/asset-drafts.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { draftFormat, draftPrompt, readDraft } from '../../ai/tasks/asset-draft.ts'
import { draftByRules } from '../../ai/tasks/asset-draft-by-rules.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { findEndedReply } from '../messages/after-reply.queries.ts'
import { getMessage } from '../messages/messages.queries.ts'
import { askForDraft, oneDraftAtATime, type Parts } from './draft-call.service.ts'

type Wanted = CreateAssetDraft & { user: CurrentUser; chatId: string; messageId: string; signal: AbortSignal }
type Ended = NonNullable<Awaited<ReturnType<typeof findEndedReply>>>

/**
 * Fills in a new asset's form from the user's own reply, or from a selection of it; one at a time per user.
 * The selection is used as sent, because rendered text differs from the stored Markdown.
 * @throws {AppError} NOT_FOUND; CONFLICT for a message that is not a finished reply with text; RATE_LIMITED
 * while another draft is made in this process; QUOTA_EXCEEDED when the month is used up; UNAVAILABLE if the
 * provider fails or the client disconnects.
 */
export async function draftAsset(parts: Parts, wanted: Wanted): Promise<AssetDraft> {
  const { user, chatId, messageId } = wanted
  const key = { chatId, messageId, userId: user.id }
  const reply = await getReply(parts, key)
  return oneDraftAtATime(user.id, () => readReply(parts, wanted, reply))
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
  parts: Parts,
  { kind, selection = '', user, signal, messageId }: Wanted,
  { content, agent, agentId }: Ended,
): Promise<AssetDraft> {
  const text = selection.trim() === '' ? content : selection
  const credential = await ownKeyFor(parts, user)
  if (parts.model.isDemo && !credential) return draftByRules(kind, text)
  const answer = await askForDraft(parts, {
    user,
    credential,
    agent: { id: agentId, model: agent.model },
    prompt: draftPrompt(kind, text, parts.model.budgetTokens),
    format: draftFormat(kind),
    signal,
    about: { messageId, kind },
  })
  return readDraft(kind, answer)
}
