import type { CurrentUser } from '#shared/contract/auth.ts'
import type { OwnKey } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { isWriter } from '../../runs/replies.queries.ts'
import type { TakenUp } from '../../runs/reply-feed.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import type { Generate } from '../../runs/runs.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import { findOwnKey, ownKeyFor } from '../credentials/own-key.queries.ts'
import { isWithinQuota, reserveForReply, reserveMarked } from '../quota/quota.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { findActiveLeaf, replyIsRunning } from './branches.queries.ts'
import { contextFrom } from './business-blocks.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { readConversation } from './conversation.queries.ts'
import { unlessStored } from './lost-answer.ts'
import { getMessage } from './messages.queries.ts'
import { findOrphan, type Orphan } from './orphans.queries.ts'
import { findReplyContext } from './reply-context.queries.ts'
import { generationOf, readingOf } from './reply-generation.ts'
import {
  holdParallelLimit,
  housePays,
  type Parts,
  payment,
  promptFor,
  reservingKey,
} from './reply-start.service.ts'
import { findRevised } from './revisions.queries.ts'
import { recordReading, takeUpReply } from './running.queries.ts'
import { lockForWriting } from './sending.queries.ts'

/**
 * Continues an interrupted reply at the end of the active branch: the same message runs again from its stored
 * text, with what is left of its context. Costs one message of the month. Returns the message id.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, RATE_LIMITED, UNAVAILABLE; nothing
 * changes then.
 */
export async function continueReply(
  parts: Parts,
  { user, chatId, messageId }: { user: CurrentUser; chatId: string; messageId: string },
): Promise<string> {
  const { db, model, runs } = parts
  const key = { chatId, userId: user.id, messageId }
  const chat = await getChat(db, key)
  await getMessage(db, key)
  const agent = await getOpenAgent(db, { agentId: chat.agentId, reader: user })
  requireAccepting(parts)
  await requireStorage(db, { userId: user.id, bytes: 1 })
  const credential = await ownKeyFor(parts, user)
  let taken: { generate: Generate; from: TakenUp } | undefined
  const store = async (tx: Db) => {
    await holdParallelLimit(parts, tx, user.id)
    const origin = await lockForWriting(tx, key)
    const { parentId, content, status, context, revision } = await getMessage(tx, key)
    if (status === 'running') throw replyIsRunning()
    if (!parentId || (await findActiveLeaf(tx, key)) !== messageId) {
      throw new AppError('CONFLICT', 'Só a última resposta da conversa pode ser continuada.')
    }
    const conversation = await readConversation(tx, { chatId, leafId: parentId })
    const grounded = await readContext(tx, { userId: user.id, context: context ?? EMPTY_CONTEXT })
    const revised = await findRevised(tx, { chatId, revision })
    const before = await findReplyContext(tx, key)
    const { readsSources } = before
    const about = { agent, creatorName: user.name, conversation, grounded, origin, revised }
    const told = { ...about, readsSources, partial: content }
    const { prompt, condensedTurns, business } = promptFor(model, told)
    const grounding = contextFrom(business, before.grounding)
    const { agentId } = chat
    const reading = readingOf({ ...key, readsSources, agentId, conversation, context })
    const options = { model: agent.model, credential: reservingKey(parts, credential, key) }
    const paidBy = payment(user, credential)
    const { promptVersion, messageWeight: weight } = agent
    const read = { condensedTurns, grounding, promptVersion }
    const from = await takeUpReply(tx, { messageId, weight, ...paidBy, ...read, lease: runs.lease() })
    if (paidBy.isReserved) await reserveMarked(tx, { userId: user.id, messageId, weight })
    taken = { generate: generationOf(parts, { prompt, reading, options }), from }
  }
  const storeSafely = async () => {
    const isTaken = async (tx: Db) =>
      taken ? isWriter(tx, runs.lease().leaseOwner, { id: messageId, attempt: taken.from.attempt }) : false
    await db.transaction(store).catch((error) => unlessStored(db, error, isTaken))
    return taken
  }
  await parts.budget.hold({ isHouse: housePays(model, credential), isBudgeted: true }, storeSafely)
  if (!taken) throw new Error('a transaction ended without its prompt')
  runs.start(messageId, taken.generate, taken.from)
  return messageId
}

/**
 * Prepares an orphaned reply to be finished from its stored state, by another instance or after a restart. An
 * acknowledged reply is finished even if its agent was removed or locked since. Uses the user's own key only
 * if it started with one. Returns undefined if the user may no longer read the chat, or the reply exceeds
 * their quota.
 */
export async function resumeReply(
  parts: Pick<Parts, 'budget' | 'db' | 'embeddings' | 'log' | 'model' | 'vault'>,
  messageId: string,
): Promise<Generate | undefined> {
  const { db, model } = parts
  const orphan = await findOrphan(db, { messageId })
  if (!orphan) return undefined
  const { chatId, agentId, parentId, content, agent, creatorName, userId, context, origin, revision } = orphan
  const credential = orphan.ownKey ? await findOwnKey(parts, { userId }) : undefined
  if (!(await isPaidFor(db, orphan, { messageId, credential }))) return undefined
  const conversation = await readConversation(db, { chatId, leafId: parentId })
  const grounded = await readContext(db, { userId, context: context ?? EMPTY_CONTEXT })
  const partial = content.trim() === '' ? {} : { partial: content }
  const revised = await findRevised(db, { chatId, revision })
  const before = await findReplyContext(db, { messageId })
  const { readsSources } = before
  const told = { agent, creatorName, conversation, grounded, origin, revised, readsSources, ...partial }
  const { prompt, condensedTurns, business } = promptFor(model, told)
  const grounding = contextFrom(business, before.grounding)
  const { promptVersion } = agent
  await recordReading(db, { messageId, condensedTurns, grounding, promptVersion })
  const options = { model: agent.model, credential: reservingKey(parts, credential, { userId, messageId }) }
  const reading = readingOf({ messageId, userId, readsSources, agentId, conversation, context })
  return generationOf(parts, { prompt, reading, options })
}

/** Whether the user's key or quota pays for the rest of an orphaned reply. */
async function isPaidFor(
  db: Db,
  { userId, ownKey, quotaMonth, extraId }: Orphan,
  { messageId, credential }: { messageId: string; credential: OwnKey | undefined },
): Promise<boolean> {
  // Their key is gone, and the operator's key continues.
  if (ownKey && !credential) return reserveForReply(db, { userId, messageId })
  return quotaMonth === null || extraId !== null || isWithinQuota(db, { userId, month: quotaMonth })
}
