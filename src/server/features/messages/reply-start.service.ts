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
  /** The message that the reply answers, if it is not stored yet. */
  message?: NewMessage
  /** Attachments of the new message. */
  attachments?: { id: string }[]
}

/**
 * Stores the message, its placeholder reply, the prompt figures and the quota reservation in one transaction.
 * Then starts the run, which outlives the request.
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
    const grounds = { context: told.grounded.context, grounding: contextFrom(assembled.business) }
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
    // A commit can succeed although its answer is lost with the connection, so check the stored state.
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

/**
 * Which key pays for a reply, and whether it counts towards the monthly quota. An administrator who
 * impersonates the user costs them nothing.
 */
export const payment = (user: CurrentUser, credential: OwnKey | undefined) => ({
  ownKey: credential !== undefined,
  isReserved: credential === undefined && !user.impersonator,
})

/**
 * The user's own key for a reply. If it is gone, the operator's key is used and a message of the month
 * reserved.
 */
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

/** @throws {AppError} UNAVAILABLE while the server shuts down. */
export function requireAccepting({ runs }: Parts): void {
  if (runs.isAccepting) return
  throw new AppError('UNAVAILABLE', 'O servidor está reiniciando. Tente de novo em instantes.', {
    retryAfter: 5,
  })
}

/**
 * `beside` is the number of running replies that are not stored (test chats).
 * @throws {AppError} RATE_LIMITED if the user has as many running replies as allowed.
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
  grounded: Pick<LoadedContext, 'business'>
  origin: SourceReplyBlock | null
  partial?: string
}

/** The prompt, the context as the model reads it, and how many turns were condensed. */
export const promptFor = (
  { budgetTokens }: Parts['model'],
  { agent, creatorName, conversation, grounded, origin, partial }: Told,
) =>
  assemblePrompt({
    agent,
    creatorName,
    today: new Date(),
    business: grounded.business,
    origin: origin ?? undefined,
    turns: conversation.turns,
    summary: conversation.summary,
    partial,
    budgetTokens,
  })

/** The generate function of a reply: the agent's model, with the user's own key if there is one. */
export const generation =
  (model: Parts['model'], prompt: Prompt, options: Pick<GenerateOptions, 'model' | 'credential'>): Generate =>
  (signal) =>
    model.generate(prompt, { signal, ...options, calculates: true })
