import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { MessageContext, SendMessage } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { assemblePrompt } from '../../ai/prompt.ts'
import type { Prompt, Turn } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type AgentInstructions, getOpenAgent } from '../agents/agents.queries.ts'
import { getChat } from '../chats/chats.queries.ts'
import {
  countRunning,
  findContext,
  findMessage,
  findMessagePlace,
  findReplyTo,
  insertRunningReply,
  lockPerson,
  readConversation,
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
  const { id, content, context } = message
  const { agentId } = await getChat(db, { chatId, userId: user.id })
  try {
    const agent = await getOpenAgent(db, { agentId, reader: user })
    return await startReply(parts, { user, agent, chatId }, async (tx) => {
      const previousSeq = await takeSequence(tx, {
        chatId,
        userId: user.id,
        count: 2,
        firstTitle: titleOf(content),
      })
      const { turns, leafId } = await readConversation(tx, { chatId })
      turns.push({ role: 'user', content })
      return {
        turns,
        reply: { seq: previousSeq + 2, parentId: id, context },
        message: { id, seq: previousSeq + 1, parentId: leafId, content },
      }
    })
  } catch (error) {
    // It was sent before, perhaps just now beside this copy: then the reply to that one is this one's too.
    const repeated = await findRepeated(db, { user, chatId, messageId: id })
    if (repeated) return repeated
    throw error
  }
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
  const agent = await getOpenAgent(db, { agentId: chat.agentId, reader: user })
  return startReply(parts, { user, agent, chatId }, async (tx) => {
    const previousSeq = await takeSequence(tx, { chatId, userId: user.id, count: 1 })
    const { turns } = await readConversation(tx, { leafId: parentId })
    const context = await findContext(tx, { messageId: parentId })
    return { turns, reply: { seq: previousSeq + 1, parentId, context } }
  })
}

type Placed = {
  turns: Turn[]
  reply: { seq: number; parentId: string; context: MessageContext | undefined }
  /** What the reply answers, where it is not stored yet. */
  message?: Parameters<typeof insertRunningReply>[2]
}

/** In one transaction: the message, its placeholder reply and the prompt. Then the run, which outlives the request. */
async function startReply(
  { db, env, model, runs }: Parts,
  { user, agent, chatId }: { user: CurrentUser; agent: AgentInstructions; chatId: string },
  place: (tx: Db) => Promise<Placed>,
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
    const { turns, reply, message } = await place(tx)
    const assembled = assemblePrompt({
      agent,
      creatorName: user.name,
      today: new Date(),
      memory: [],
      turns,
      budgetTokens: model.budgetTokens,
    })
    const { condensedTurns } = assembled
    await insertRunningReply(
      tx,
      { ...reply, id: replyId, chatId, condensedTurns, lease: runs.lease() },
      message,
    )
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
  const place = await findMessagePlace(db, { messageId })
  return place?.chatId === chatId && place.userId === user.id ? findReplyTo(db, { messageId }) : undefined
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
