import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Prompt } from '../../ai/reply.ts'
import { AppError } from '../../http/errors.ts'
import type { TakenUp } from '../../runs/reply-feed.ts'
import type { Generate } from '../../runs/runs.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import { findOwnKey, ownKeyFor } from '../credentials/own-key.queries.ts'
import { reserveForReply, reserveMessage } from '../quota/quota.queries.ts'
import { findActiveLeaf, replyIsRunning } from './branches.queries.ts'
import { contextFrom } from './business-blocks.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { readConversation } from './conversation.queries.ts'
import { getMessage } from './messages.queries.ts'
import { findOrphan } from './orphans.queries.ts'
import { findReplyContext } from './reply-context.queries.ts'
import {
  generation,
  holdParallelLimit,
  type Parts,
  payment,
  promptFor,
  requireAccepting,
  reservingKey,
} from './reply-start.service.ts'
import { isTakenUp, recordReading, takeUpReply } from './running.queries.ts'
import { takeSequence } from './sending.queries.ts'

/**
 * Goes on with a reply that broke off at the end of the active branch: the same message runs again and grows from the
 * text that it has, grounded on what is left of what it was. That is a message more of their month. Answers its id.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, RATE_LIMITED, UNAVAILABLE: nothing is changed
 * then.
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
  const credential = await ownKeyFor(parts, user)
  let taken: { prompt: Prompt; from: TakenUp } | undefined
  const stored = db.transaction(async (tx) => {
    await holdParallelLimit(parts, tx, user.id)
    const { origin } = await takeSequence(tx, { ...key, count: 0 })
    const { parentId, content, status, context } = await getMessage(tx, key)
    if (status === 'running') throw replyIsRunning()
    if (!parentId || (await findActiveLeaf(tx, key)) !== messageId) {
      throw new AppError('CONFLICT', 'Só a última resposta da conversa pode ser continuada.')
    }
    const conversation = await readConversation(tx, { chatId, leafId: parentId })
    const grounded = await readContext(tx, { userId: user.id, context: context ?? EMPTY_CONTEXT })
    const told = { agent, creatorName: user.name, conversation, grounded, origin, partial: content }
    const { prompt, condensedTurns, memory } = promptFor(model, told)
    const grounding = contextFrom(memory, await findReplyContext(tx, key))
    const paidBy = payment(user, credential)
    const { promptVersion } = agent
    const read = { condensedTurns, grounding, promptVersion }
    const from = await takeUpReply(tx, { messageId, ...paidBy, ...read, lease: runs.lease() })
    if (paidBy.isReserved) await reserveMessage(tx, { userId: user.id })
    taken = { prompt, from }
  })
  await stored.catch(async (error) => {
    // The answer to a commit can get lost with its connection: what is stored then is what counts.
    if (!taken || !(await isTakenUp(db, { messageId, attempt: taken.from.attempt }))) throw error
  })
  if (!taken) throw new Error('a transaction ended without its prompt')
  const options = { model: agent.model, credential: reservingKey(parts, credential, key) }
  runs.start(messageId, generation(model, taken.prompt, options), taken.from)
  return messageId
}

/**
 * How a reply whose writer is gone is finished, from what is stored. It was acknowledged, so that it is also where the
 * agent was removed or locked since, and with the person's own key only where it was begun so; undefined where nobody
 * may read it any more.
 */
export async function resumeReply(
  parts: Pick<Parts, 'db' | 'log' | 'model' | 'vault'>,
  messageId: string,
): Promise<Generate | undefined> {
  const { db, model } = parts
  const orphan = await findOrphan(db, { messageId })
  if (!orphan) return undefined
  const { chatId, parentId, content, agent, creatorName, userId, context, origin } = orphan
  const conversation = await readConversation(db, { chatId, leafId: parentId })
  const grounded = await readContext(db, { userId, context: context ?? EMPTY_CONTEXT })
  const partial = content.trim() === '' ? {} : { partial: content }
  const told = { agent, creatorName, conversation, grounded, origin, ...partial }
  const { prompt, condensedTurns, memory } = promptFor(model, told)
  const grounding = contextFrom(memory, await findReplyContext(db, { messageId }))
  const { promptVersion } = agent
  await recordReading(db, { messageId, condensedTurns, grounding, promptVersion })
  const credential = orphan.ownKey ? await findOwnKey(parts, { userId }) : undefined
  // The key is gone, and the house goes on with what it has promised, also where nothing of the month is left.
  if (orphan.ownKey && !credential) await reserveForReply(db, { userId, messageId })
  const options = { model: agent.model, credential: reservingKey(parts, credential, { userId, messageId }) }
  return generation(model, prompt, options)
}
