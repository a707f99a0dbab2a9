import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { MessageContext, SendMessage } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { assemblePrompt } from '../../ai/prompt.ts'
import type { Prompt } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type AgentInstructions, getAgentInstructions, requireOpenAgent } from '../agents/agents.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import {
  countRunning,
  findContext,
  findMessage,
  findMessagePlace,
  findReplyTo,
  insertHumanMessage,
  insertRunningReply,
  listTurns,
  lockPerson,
  nameChat,
  takeSequence,
} from './messages.queries.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'model' | 'runs'>
type Send = { user: CurrentUser; chatId: string; message: SendMessage }

/**
 * Stores a message with its placeholder reply and starts the run; answers the reply's id. Repeated with an id that
 * is already in this chat, it stores nothing and answers the same reply.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE: nothing is stored then.
 */
export async function sendMessage(parts: Parts, { user, chatId, message }: Send): Promise<string> {
  const { db } = parts
  const chat = await getChat(db, { chatId, userId: user.id })
  const repeated = await findRepeated(db, { user, chatId, messageId: message.id })
  if (repeated) return repeated
  await requireOpenAgent(db, { agentId: chat.agentId, reader: user })
  const agent = await getAgentInstructions(db, { agentId: chat.agentId })

  return startReply(parts, { user, agent }, async (tx, replyId) => {
    const { previousSeq, leafId } = await takeSequence(tx, { chatId, userId: user.id, count: 2 })
    await insertHumanMessage(tx, {
      id: message.id,
      chatId,
      seq: previousSeq + 1,
      parentId: leafId,
      content: message.content,
      context: message.context,
    })
    if (previousSeq === 0) await nameChat(tx, { chatId, title: titleOf(message.content) })
    return { id: replyId, chatId, seq: previousSeq + 2, parentId: message.id, context: message.context }
  }).catch(async (error) => {
    // Two copies of one send met: the other one won, and its reply is this one's too.
    const won = await findRepeated(db, { user, chatId, messageId: message.id })
    if (won) return won
    throw error
  })
}

/**
 * Writes another reply to the message that `messageId` (a reply) answers; it becomes the active branch.
 * @throws {AppError} as {@link sendMessage}
 */
export async function regenerateReply(
  parts: Parts,
  { user, chatId, messageId }: { user: CurrentUser; chatId: string; messageId: string },
): Promise<string> {
  const { db } = parts
  const chat = await getChat(db, { chatId, userId: user.id })
  const old = await findMessage(db, { chatId, userId: user.id, messageId })
  if (!old) throw notFound('Message')
  const { parentId } = old
  if (old.sender !== 'ai' || !parentId) {
    throw new AppError('CONFLICT', 'Só uma resposta pode ser gerada de novo.')
  }
  await requireOpenAgent(db, { agentId: chat.agentId, reader: user })
  const agent = await getAgentInstructions(db, { agentId: chat.agentId })
  return startReply(parts, { user, agent }, async (tx, replyId) => {
    const { previousSeq } = await takeSequence(tx, { chatId, userId: user.id, count: 1 })
    const context = await findContext(tx, { messageId: parentId })
    return { id: replyId, chatId, seq: previousSeq + 1, parentId, context }
  })
}

type Placeholder = {
  id: string
  chatId: string
  seq: number
  parentId: string
  context: MessageContext | undefined
}

/** In one transaction: what `prepare` stores, the placeholder and its prompt. Then the run, which outlives the request. */
async function startReply(
  { db, env, model, runs }: Parts,
  { user, agent }: { user: CurrentUser; agent: AgentInstructions },
  prepare: (tx: Db, replyId: string) => Promise<Placeholder>,
): Promise<string> {
  if (!runs.isAccepting) {
    throw new AppError('UNAVAILABLE', 'O servidor está reiniciando. Tente de novo em instantes.', {
      retryAfter: 5,
    })
  }
  const replyId = uuidv7()
  let prompt: Prompt | undefined
  const stored = db.transaction(async (tx) => {
    if (env.rateLimits) await holdParallelLimit(tx, user.id)
    const placeholder = await prepare(tx, replyId)
    const assembled = assemblePrompt({
      agent,
      creatorName: user.name,
      today: new Date(),
      memory: [],
      turns: await listTurns(tx, { leafId: placeholder.parentId }),
      budgetTokens: model.budgetTokens,
    })
    await insertRunningReply(tx, {
      ...placeholder,
      condensedTurns: assembled.condensedTurns,
      lease: runs.lease(),
    })
    prompt = assembled.prompt
  })
  await stored.catch(async (error) => {
    // The answer to a commit can get lost with its connection: what is stored then is what counts.
    if (!prompt || !(await findMessagePlace(db, { messageId: replyId }))) throw error
  })
  const assembled = prompt
  if (!assembled) throw new Error('a transaction ended without its prompt')
  runs.start(replyId, (signal) => model.generate(assembled, { signal, model: agent.model }))
  return replyId
}

async function holdParallelLimit(tx: Db, userId: string): Promise<void> {
  await lockPerson(tx, { userId })
  if ((await countRunning(tx, { userId })) >= LIMITS.parallelRunsPerUser) {
    throw new AppError(
      'RATE_LIMITED',
      `Você já tem ${LIMITS.parallelRunsPerUser} respostas em andamento. Espere uma terminar.`,
      { retryAfter: 5 },
    )
  }
}

async function findRepeated(
  db: Db,
  { user, chatId, messageId }: { user: CurrentUser; chatId: string; messageId: string },
): Promise<string | undefined> {
  // One look, since two would leave room between them for the other copy's commit.
  const place = await findMessagePlace(db, { messageId })
  if (!place) return undefined
  if (place.chatId === chatId && place.userId === user.id) return findReplyTo(db, { messageId })
  throw new AppError('CONFLICT', 'Este identificador de mensagem já foi usado.')
}

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** The first 60 characters, on one line, never half a character. */
function titleOf(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  let title = ''
  for (const { segment } of graphemes.segment(line)) {
    if (title.length + segment.length > LIMITS.automaticTitleLength) break
    title += segment
  }
  // A first character longer than that is no character that anybody reads.
  return title.trim() || line.slice(0, LIMITS.automaticTitleLength).toWellFormed()
}
