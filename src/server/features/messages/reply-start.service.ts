import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { LIMITS } from '#shared/limits.ts'
import { assemblePrompt } from '../../ai/prompt/build-prompt.ts'
import type { SourceReplyBlock } from '../../ai/prompt/business.ts'
import type { GenerateOptions, OwnKey, Prompt, Turn } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { Generate } from '../../runs/runs.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'
import { attach } from '../attachments/message-attachments.queries.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { reserveForReply, reserveMessage } from '../quota/quota.queries.ts'
import { activateNewest } from './branches.queries.ts'
import { contextFrom } from './business-blocks.ts'
import type { LoadedContext } from './context.queries.ts'
import type { Conversation } from './conversation.queries.ts'
import { countRunning, lockPerson } from './running.queries.ts'
import { findMessagePlace, insertRunningReply, type NewMessage } from './sending.queries.ts'

export type Parts = Pick<Deps, 'db' | 'env' | 'log' | 'model' | 'runs' | 'vault'>
export type Asked = { user: CurrentUser; agent: AgentInstructions; chatId: string }

type Placed = {
  conversation: Pick<Conversation, 'turns' | 'summary'>
  grounded: LoadedContext
  origin: SourceReplyBlock | null
  reply: { seq: number; parentId: string }
  hasChosenBranch: boolean
  /** What the reply answers, where it is not stored yet. */
  message?: NewMessage
  /** What that one brings along. */
  attachments?: { id: string }[]
}

/**
 * In one transaction: the message, its placeholder reply, the prompt, and what it costs of the person's month. Then the
 * run, which outlives the request.
 * @throws {AppError} QUOTA_EXCEEDED, RATE_LIMITED, UNAVAILABLE, and whatever `place` throws.
 */
export async function startReply(
  parts: Parts,
  { user, agent, chatId }: Asked,
  place: (tx: Db) => Promise<Placed>,
): Promise<string> {
  const { db, model, runs } = parts
  requireAccepting(parts)
  const credential = await ownKeyFor(parts, user)
  const replyId = uuidv7()
  let prompt: Prompt | undefined
  const stored = db.transaction(async (tx) => {
    await holdParallelLimit(parts, tx, user.id)
    const { reply, hasChosenBranch, message, attachments = [], ...told } = await place(tx)
    const assembled = promptFor(model, { agent, creatorName: user.name, ...told })
    const { condensedTurns } = assembled
    const grounds = { context: told.grounded.context, grounding: contextFrom(assembled.memory) }
    const paidBy = payment(user, credential)
    const { promptVersion } = agent
    const read = { ...grounds, condensedTurns, promptVersion }
    await insertRunningReply(
      tx,
      { ...reply, ...read, id: replyId, chatId, ...paidBy, lease: runs.lease() },
      message,
    )
    if (message) await attach(tx, { messageId: message.id, claimed: attachments })
    if (hasChosenBranch) await activateNewest(tx, { chatId })
    if (paidBy.isReserved) await reserveMessage(tx, { userId: user.id })
    prompt = assembled.prompt
  })
  await stored.catch(async (error) => {
    // The answer to a commit can get lost with its connection: what is stored then is what counts.
    if (!prompt || !(await findMessagePlace(db, { messageId: replyId }))) throw error
  })
  if (!prompt) throw new Error('a transaction ended without its prompt')
  const wish = {
    model: agent.model,
    credential: reservingKey(parts, credential, { userId: user.id, messageId: replyId }),
  }
  runs.start(replyId, generation(model, prompt, wish))
  return replyId
}

/** Whose key a reply is written with, and whether it is one of its person's month: not so for an administrator in their place. */
export const payment = (user: CurrentUser, credential: OwnKey | undefined) => ({
  ownKey: credential !== undefined,
  isReserved: credential === undefined && !user.impersonator,
})

/** A person's own key for a reply, which costs them a message of their month where the house steps in for it. */
export const reservingKey = (
  { db, log }: Pick<Parts, 'db' | 'log'>,
  credential: OwnKey | undefined,
  reply: { userId: string; messageId: string },
): OwnKey | undefined =>
  credential && {
    ...credential,
    onFallback: () =>
      reserveForReply(db, reply).catch((error) => {
        log.warn({ messageId: reply.messageId, err: error }, 'no message could be reserved for a reply')
        return false
      }),
  }

/** @throws {AppError} UNAVAILABLE while the server leaves. */
export function requireAccepting({ runs }: Parts): void {
  if (runs.isAccepting) return
  throw new AppError('UNAVAILABLE', 'O servidor está reiniciando. Tente de novo em instantes.', {
    retryAfter: 5,
  })
}

/**
 * `beside` are those under way that are not stored.
 * @throws {AppError} RATE_LIMITED while a person has as many replies under way as they may.
 */
export async function holdParallelLimit({ env }: Parts, tx: Db, userId: string, beside = 0): Promise<void> {
  if (!env.rateLimits) return
  await lockPerson(tx, { userId })
  if ((await countRunning(tx, { userId })) + beside >= LIMITS.parallelRunsPerUser) {
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
  conversation: Pick<Conversation, 'summary'> & { turns: Turn[] }
  grounded: Pick<LoadedContext, 'memory'>
  origin: SourceReplyBlock | null
  partial?: string
}

/** What the model is asked, what it reads of the business, and how much of the conversation that leaves out. */
export const promptFor = (
  { budgetTokens }: Parts['model'],
  { agent, creatorName, conversation, grounded, origin, partial }: Told,
) =>
  assemblePrompt({
    agent,
    creatorName,
    today: new Date(),
    memory: grounded.memory,
    origin: origin ?? undefined,
    turns: conversation.turns,
    summary: conversation.summary,
    partial,
    budgetTokens,
  })

/** The writing of a reply by the agent's model, with the person's own key where they have one. */
export const generation =
  (model: Parts['model'], prompt: Prompt, options: Pick<GenerateOptions, 'model' | 'credential'>): Generate =>
  (signal) =>
    model.generate(prompt, { signal, ...options, calculates: true })
