import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { MessageContext } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { assemblePrompt } from '../../ai/prompt.ts'
import type { Prompt } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { Generate } from '../../runs/runs.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'
import { attach } from '../attachments/message-attachments.queries.ts'
import { activateNewest } from './branches.queries.ts'
import type { Conversation } from './conversation.queries.ts'
import { countRunning, lockPerson } from './running.queries.ts'
import { findMessagePlace, insertRunningReply, type NewMessage } from './sending.queries.ts'

export type Parts = Pick<Deps, 'db' | 'env' | 'model' | 'runs'>
export type Asked = { user: CurrentUser; agent: AgentInstructions; chatId: string }

type Placed = {
  conversation: Pick<Conversation, 'turns' | 'summary'>
  reply: { seq: number; parentId: string; context: MessageContext | undefined }
  hasChosenBranch: boolean
  /** What the reply answers, where it is not stored yet. */
  message?: NewMessage
  /** What that one brings along. */
  attachments?: { id: string }[]
}

/** In one transaction: the message, its placeholder reply and the prompt. Then the run, which outlives the request. */
export async function startReply(
  parts: Parts,
  { user, agent, chatId }: Asked,
  place: (tx: Db) => Promise<Placed>,
): Promise<string> {
  const { db, model, runs } = parts
  requireAccepting(parts)
  const replyId = uuidv7()
  let prompt: Prompt | undefined
  const stored = db.transaction(async (tx) => {
    await holdParallelLimit(parts, tx, user.id)
    const { conversation, reply, hasChosenBranch, message, attachments = [] } = await place(tx)
    const assembled = promptFor(model, { agent, creatorName: user.name, conversation })
    const { condensedTurns } = assembled
    await insertRunningReply(
      tx,
      { ...reply, id: replyId, chatId, condensedTurns, lease: runs.lease() },
      message,
    )
    if (message) await attach(tx, { messageId: message.id, claimed: attachments })
    if (hasChosenBranch) await activateNewest(tx, { chatId })
    prompt = assembled.prompt
  })
  await stored.catch(async (error) => {
    // The answer to a commit can get lost with its connection: what is stored then is what counts.
    if (!prompt || !(await findMessagePlace(db, { messageId: replyId }))) throw error
  })
  if (!prompt) throw new Error('a transaction ended without its prompt')
  runs.start(replyId, generation(model, prompt, agent))
  return replyId
}

/** @throws {AppError} UNAVAILABLE while the server leaves. */
export function requireAccepting({ runs }: Parts): void {
  if (runs.isAccepting) return
  throw new AppError('UNAVAILABLE', 'O servidor está reiniciando. Tente de novo em instantes.', {
    retryAfter: 5,
  })
}

/** @throws {AppError} RATE_LIMITED while a person has as many replies under way as they may. */
export async function holdParallelLimit({ env }: Parts, tx: Db, userId: string): Promise<void> {
  if (!env.rateLimits) return
  await lockPerson(tx, { userId })
  if ((await countRunning(tx, { userId })) >= LIMITS.parallelRunsPerUser) {
    throw new AppError(
      'RATE_LIMITED',
      `Você já tem ${LIMITS.parallelRunsPerUser} respostas em andamento. Espere uma terminar.`,
      { retryAfter: 5 },
    )
  }
}

type Told = {
  agent: Pick<AgentInstructions, 'name' | 'systemPrompt'>
  creatorName: string
  conversation: Placed['conversation']
  partial?: string
}

/** What the model is asked, and how much of the conversation that leaves out. */
export const promptFor = (
  { budgetTokens }: Parts['model'],
  { agent, creatorName, conversation, partial }: Told,
) =>
  assemblePrompt({
    agent,
    creatorName,
    today: new Date(),
    memory: [],
    turns: conversation.turns,
    summary: conversation.summary,
    partial,
    budgetTokens,
  })

/** The writing of a reply by the agent's model. */
export const generation =
  (model: Parts['model'], prompt: Prompt, agent: Pick<AgentInstructions, 'model'>): Generate =>
  (signal) =>
    model.generate(prompt, { signal, model: agent.model })
