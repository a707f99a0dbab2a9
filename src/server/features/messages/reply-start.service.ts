import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { MessageContext, SendMessage } from '#shared/contract/messages.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { assemblePrompt } from '../../ai/prompt/build-prompt.ts'
import type { SourceReplyBlock } from '../../ai/prompt/business.ts'
import type { OwnKey, Prompt, Turn, TurnAttachment } from '../../ai/reply.ts'
import { provisionalTitle } from '../../ai/tasks/title.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { isWriter } from '../../runs/replies.queries.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import { requireOpen } from '../agents/agent-access.queries.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'
import { attach, claimAttachments } from '../attachments/message-attachments.queries.ts'
import { toOwnKey } from '../credentials/own-key.queries.ts'
import { quotaRefusal, reserveForReply } from '../quota/quota.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { replyIsRunning } from './branches.queries.ts'
import { contextFrom } from './business-blocks.ts'
import { type LoadedContext, readContext, type SourceContext } from './context.queries.ts'
import { type Conversation, toConversation } from './conversation.queries.ts'
import { unlessStored } from './lost-answer.ts'
import { generationOf, readingOf } from './reply-generation.ts'
import { type ReplySource, readReplySource } from './reply-source.queries.ts'
import type { RevisedReply } from './revisions.queries.ts'
import { countRunning, lockPerson } from './running.queries.ts'
import { renewVersion } from './sending.queries.ts'
import { storeReply } from './store-reply.queries.ts'

export type Parts = Pick<Deps, 'budget' | 'db' | 'embeddings' | 'env' | 'log' | 'model' | 'runs' | 'vault'>

type Asked = {
  user: CurrentUser
  chatId: string
  /** The message that is replaced, or the reply that is generated again. */
  targetId: string | undefined
}

/** A read for the user and the chat that began before the session was checked; undefined when it failed. */
export type EarlyRead = Promise<ReplySource | undefined> | undefined

/** Where a reply stands, and what it is based on. */
type Placed = {
  /** The new message that it answers, if that is not stored yet. */
  message?: Pick<SendMessage, 'id' | 'content' | 'attachmentIds'>
  /** The message before both. */
  parentId: string | null
  context: MessageContext
  /** Collections and sources of a replaced message, beside the context. */
  repeated?: SourceContext | undefined
  /** The reply that this one rewrites. */
  revised?: RevisedReply | undefined
  /** A missing asset of the context is an error. */
  isExact: boolean
}
type Place = (source: ReplySource, before: Conversation) => Placed

/** How often a reply is prepared again because its chat changed meanwhile. */
const TRIES = 5

/**
 * Stores the message, its placeholder reply, the prompt figures and the quota reservation at once. Then starts
 * the run, which outlives the request. Returns the reply's id.
 * @throws {AppError} NOT_FOUND, PLAN_REQUIRED, CONFLICT, QUOTA_EXCEEDED, RATE_LIMITED, STORAGE_FULL, UNAVAILABLE, and
 * whatever `place` throws.
 */
export async function startReply(
  parts: Parts,
  { earlyRead, ...asked }: Asked & { earlyRead?: EarlyRead },
  place: Place,
): Promise<string> {
  const { db, model, runs } = parts
  const { user, chatId } = asked
  const replyId = uuidv7()
  for (let left = TRIES; left > 0; left -= 1) {
    const early = left === TRIES ? await earlyRead : undefined
    const source = early ?? (await readReplySource(db, { ...asked, userId: user.id }))
    const before = await toConversation(db, { ...source, chatId, hasNoAttachments: !source.hasAttachments })
    const placed = place(source, before)
    const agent = requireOpen(source.agent, user.role)
    requireAccepting(parts)
    if (source.isStorageFull) await requireStorage(db, { userId: user.id, bytes: 1 })
    // Its text, a part of the prompt, still changes.
    if (source.isRunning) throw replyIsRunning()
    const credential =
      user.impersonator || !source.credential ? undefined : toOwnKey(parts, source.credential)
    const call = { isHouse: housePays(model, credential), isBudgeted: source.isBudgeted }
    const prompt = await parts.budget.hold(call, () =>
      storePlaced(parts, { ...asked, replyId, source, before, placed, agent, credential }),
    )
    if (!prompt) continue
    const reserving = reservingKey(parts, credential, { userId: user.id, messageId: replyId })
    const options = { model: agent.model, credential: reserving }
    const { message, revised } = placed
    const context = { ...placed.context, ...placed.repeated }
    const reading = readingOf({
      ...{ ...source, messageId: replyId, userId: user.id, context, conversation: before },
      ...{ question: message?.content, revisedId: revised?.replyId },
    })
    runs.start(replyId, generationOf(parts, { prompt, reading, options }))
    return replyId
  }
  throw new AppError('CONFLICT', 'A conversa mudou enquanto você enviava. Tente de novo.')
}

type Prepared = Asked & {
  replyId: string
  source: ReplySource
  before: Conversation
  placed: Placed
  agent: AgentInstructions
  credential: OwnKey | undefined
}

/** Stores a reply and answers its prompt; undefined if the chat changed since it was read. */
async function storePlaced(parts: Parts, prepared: Prepared): Promise<Prompt | undefined> {
  const { db } = parts
  const { user, chatId, placed } = prepared
  const { message } = placed
  const userId = user.id
  let made: Made | undefined
  const storeOn = async (on: Db, attachments: TurnAttachment[]) => {
    made = await makeReply(parts, on, prepared, attachments)
    return storeReply(on, made.row)
  }
  const storeWithFiles = (attachmentIds: string[]) =>
    db.transaction(async (tx) => {
      const claimed = await claimAttachments(tx, { userId, chatId, attachmentIds })
      const outcome = await storeOn(tx, claimed)
      if (outcome === 'stored' && message) await attach(tx, { messageId: message.id, claimed })
      return outcome
    })
  const ids = message?.attachmentIds ?? []
  const storing = ids.length > 0 ? storeWithFiles(ids) : storeOn(db, [])
  const outcome = await storing.catch(async (error) => {
    await unlessStored(db, error, (tx) => isReplyStored(parts, tx, prepared))
    return 'stored' as const
  })
  if (outcome === 'busy') throw tooManyRunning()
  if (outcome === 'unpaid') throw await quotaRefusal(db, { userId, weight: prepared.agent.messageWeight })
  return outcome === 'stored' ? made?.prompt : undefined
}

type Made = { prompt: Prompt; row: Parameters<typeof storeReply>[1] }

/** The prompt of a reply, and its row with the prompt's figures. */
async function makeReply(
  parts: Parts,
  on: Db,
  { user, chatId, replyId, source, before, placed, agent, credential }: Prepared,
  attachments: TurnAttachment[],
): Promise<Made> {
  const { env, model, runs } = parts
  const { message, parentId, context, repeated, isExact, revised } = placed
  const userId = user.id
  const { onboarding, agentId } = source
  const exact = isExact ? { house: { agentId } } : undefined
  const grounded = await readContext(on, { userId, context, exact, onboarding })
  const turn = message && { role: 'user' as const, content: message.content, attachments }
  const conversation = { ...before, turns: turn ? [...before.turns, turn] : before.turns }
  const { origin, readsSources } = source
  const told = { agent, creatorName: user.name, conversation, grounded, origin, revised, readsSources }
  const { prompt, business, condensedTurns } = promptFor(model, told)
  const row = {
    ...{ chatId, userId, replyId, parentId, condensedTurns, version: source.version },
    messageId: message?.id ?? null,
    content: message?.content ?? null,
    firstTitle: message ? provisionalTitle(message.content) : null,
    context: { ...grounded.context, ...repeated },
    grounding: contextFrom(business),
    promptVersion: agent.promptVersion,
    revision: revised ? { change: revised.change, replyId: revised.replyId } : null,
    ...payment(user, credential),
    weight: agent.messageWeight,
    isLimited: env.rateLimits,
    leaseOwner: runs.lease().leaseOwner,
  }
  return { prompt, row }
}

/** The database's default for a new reply; a takeover has another. */
const FIRST_ATTEMPT = 1

/**
 * Whether a reply is stored, and still without a writer, whose statement failed. The statement may still run: another
 * version of the chat makes it store nothing, or waits for its end.
 */
async function isReplyStored(
  { runs }: Parts,
  tx: Db,
  { chatId, replyId }: { chatId: string; replyId: string },
): Promise<boolean> {
  await renewVersion(tx, { chatId })
  return isWriter(tx, runs.lease().leaseOwner, { id: replyId, attempt: FIRST_ATTEMPT })
}

/**
 * Which key pays for a reply, and whether it counts towards the monthly quota. An administrator who
 * impersonates the user costs them nothing.
 */
export const payment = (user: CurrentUser, credential: OwnKey | undefined) => ({
  ownKey: credential !== undefined,
  isReserved: credential === undefined && !user.impersonator,
})

/** Whether a call costs the installation something: the demonstration model does not. */
export const housePays = (
  { isDemo }: Pick<Parts['model'], 'isDemo'>,
  credential: OwnKey | undefined,
): boolean => credential === undefined && !isDemo

/**
 * The user's own key for a reply. If it is gone, the operator's key is used and a message of the month
 * reserved.
 */
export const reservingKey = (
  { budget, db, log }: Pick<Parts, 'budget' | 'db' | 'log'>,
  credential: OwnKey | undefined,
  reply: { userId: string; messageId: string },
): OwnKey | undefined =>
  credential && {
    ...credential,
    onFallback: async () => {
      const call = { isHouse: true, isBudgeted: true }
      const reserve = async () => (await reserveForReply(db, reply)) || undefined
      const reserved = await budget.hold(call, reserve).catch((error) => {
        log.warn({ messageId: reply.messageId, err: error }, 'no message could be reserved for a reply')
      })
      return reserved === true
    },
  }

/**
 * `beside` is the number of running replies that are not stored (test chats).
 * @throws {AppError} RATE_LIMITED if the user has as many running replies as allowed.
 */
export async function holdParallelLimit({ env }: Parts, tx: Db, userId: string, beside = 0): Promise<void> {
  if (!env.rateLimits) return
  await lockPerson(tx, { userId })
  if ((await countRunning(tx, { userId })) + beside >= SERVER_LIMITS.parallelRunsPerUser) {
    throw tooManyRunning()
  }
}

const tooManyRunning = () =>
  new AppError(
    'RATE_LIMITED',
    `Você já tem ${SERVER_LIMITS.parallelRunsPerUser} respostas em andamento. Espere uma terminar.`,
    { retryAfter: 5 },
  )

type Told = {
  agent: Pick<AgentInstructions, 'name' | 'systemPrompt'>
  creatorName: string
  conversation: Pick<Conversation, 'summary'> & { turns: Turn[] }
  grounded: Pick<LoadedContext, 'business'>
  origin: SourceReplyBlock | null
  partial?: string
  revised?: RevisedReply | undefined
  readsSources?: boolean
}

/** The prompt, the context as the model reads it, and how many turns were condensed. */
export const promptFor = (
  { budgetTokens }: Parts['model'],
  { agent, creatorName, conversation, grounded, origin, partial, revised, readsSources }: Told,
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
    revised,
    readsSources,
    budgetTokens,
  })
