import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Prompt } from '../../ai/reply.ts'
import { AppError } from '../../http/errors.ts'
import type { TakenUp } from '../../runs/reply-feed.ts'
import type { Generate } from '../../runs/runs.ts'
import { getOpenAgent } from '../agents/agents.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import { findActiveLeaf, replyIsRunning } from './branches.queries.ts'
import { readConversation } from './conversation.queries.ts'
import { getMessage } from './messages.queries.ts'
import { findOrphan } from './orphans.queries.ts'
import {
  generation,
  holdParallelLimit,
  type Parts,
  promptFor,
  requireAccepting,
} from './reply-start.service.ts'
import { isTakenUp, noteCondensedTurns, takeUpReply } from './running.queries.ts'
import { takeSequence } from './sending.queries.ts'

/**
 * Goes on with a reply that broke off at the end of the active branch: the same message runs again and grows from the
 * text that it has. Answers its id.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE: nothing is changed then.
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
  let taken: { prompt: Prompt; from: TakenUp } | undefined
  const stored = db.transaction(async (tx) => {
    await holdParallelLimit(parts, tx, user.id)
    await takeSequence(tx, { ...key, count: 0 })
    const { parentId, content, status } = await getMessage(tx, key)
    if (status === 'running') throw replyIsRunning()
    if (!parentId || (await findActiveLeaf(tx, key)) !== messageId) {
      throw new AppError('CONFLICT', 'Só a última resposta da conversa pode ser continuada.')
    }
    const conversation = await readConversation(tx, { chatId, leafId: parentId })
    const told = { agent, creatorName: user.name, conversation, partial: content }
    const { prompt, condensedTurns } = promptFor(model, told)
    taken = { prompt, from: await takeUpReply(tx, { messageId, condensedTurns, lease: runs.lease() }) }
  })
  await stored.catch(async (error) => {
    // The answer to a commit can get lost with its connection: what is stored then is what counts.
    if (!taken || !(await isTakenUp(db, { messageId, attempt: taken.from.attempt }))) throw error
  })
  if (!taken) throw new Error('a transaction ended without its prompt')
  runs.start(messageId, generation(model, taken.prompt, agent), taken.from)
  return messageId
}

/**
 * How a reply whose writer is gone is finished, from what is stored. It was acknowledged, so that it is also where the
 * agent was removed or locked since; undefined where nobody may read it any more.
 */
export async function resumeReply(
  { db, model }: Pick<Parts, 'db' | 'model'>,
  messageId: string,
): Promise<Generate | undefined> {
  const orphan = await findOrphan(db, { messageId })
  if (!orphan) return undefined
  const { chatId, parentId, content, agent, creatorName } = orphan
  const conversation = await readConversation(db, { chatId, leafId: parentId })
  const partial = content.trim() === '' ? {} : { partial: content }
  const { prompt, condensedTurns } = promptFor(model, { agent, creatorName, conversation, ...partial })
  await noteCondensedTurns(db, { messageId, condensedTurns })
  return generation(model, prompt, agent)
}
