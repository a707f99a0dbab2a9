import type { TestAgent } from '#shared/contract/agents-files.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { LIMITS } from '#shared/limits.ts'
import { type Prompt, ReplyError } from '../../ai/reply.ts'
import { costMeter } from '../../ai/tasks/background-request.ts'
import type { Deps } from '../../deps.ts'
import { budgetReached } from '../../runs/budget.ts'
import { LiveReply, type ReplyEnd, type ReplyFeed, STOPPED } from '../../runs/reply-feed.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import { noteCall } from '../usage/usage-calls.queries.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { holdParallelLimit, type Parts, promptFor } from './reply-start.service.ts'
import { REPLY_TOOLS } from './reply-tools.ts'

/** The maximum duration of any reply. */
const DURATION_CAP_MS = 15 * 60_000
/**
 * Interval of the permission check, in milliseconds; a removed administrator reads on for at most this long.
 */
const PERMISSION_CHECK_MS = 2_000

type Wanted = {
  user: CurrentUser
  test: TestAgent
  /** Aborted when the reader leaves. */
  signal: AbortSignal
  /** Whether the user is still an administrator. */
  mayRead: () => Promise<boolean>
}

/** Running test chats in this process, by administrator. */
const runningTests = new Map<string, number>()

/**
 * Answers as an agent with this unsaved prompt would, with the administrator's own assets and the operator's
 * providers. Nothing is stored; only the caller can read the reply, and it ends when they disconnect.
 * @throws {AppError} NOT_FOUND for an asset of another user; RATE_LIMITED, UNAVAILABLE.
 */
export async function testAgent(parts: Parts, wanted: Wanted): Promise<ReplyFeed> {
  const { db, model } = parts
  const { user, test } = wanted
  requireAccepting(parts)
  const leave = countRunningTest(user.id)
  try {
    const beside = (runningTests.get(user.id) ?? 1) - 1
    await db.transaction((tx) => holdParallelLimit(parts, tx, user.id, beside))
    const context = { userId: user.id, context: test.context ?? EMPTY_CONTEXT, isExact: true }
    const grounded = await readContext(db, context)
    const { prompt } = promptFor(model, {
      agent: test,
      creatorName: user.name,
      conversation: { turns: turnsOf(test), summary: undefined },
      grounded,
      origin: null,
    })
    if (!model.isDemo && !(await parts.budget.take())) throw budgetReached()
    const reply = new LiveReply()
    void write(parts, prompt, { ...wanted, reply }).finally(leave)
    return reply
  } catch (error) {
    leave()
    throw error
  }
}

/** Counts a running test; the returned function releases it. */
function countRunningTest(userId: string): () => void {
  runningTests.set(userId, (runningTests.get(userId) ?? 0) + 1)
  return () => {
    const left = (runningTests.get(userId) ?? 1) - 1
    if (left > 0) runningTests.set(userId, left)
    else runningTests.delete(userId)
  }
}

const turnsOf = ({ messages }: TestAgent) =>
  messages.map(({ sender, content }) => ({
    role: sender === 'human' ? ('user' as const) : ('assistant' as const),
    content,
  }))

/** Writes the reply until it ends. Never rejects. */
async function write(
  { budget, db, log, model }: Pick<Deps, 'budget' | 'db' | 'log' | 'model'>,
  prompt: Prompt,
  { user, test, signal, mayRead, reply }: Wanted & { reply: LiveReply },
): Promise<void> {
  const denied = new AbortController()
  const look = setInterval(() => {
    // A database error does not revoke the permission.
    mayRead().then(
      (may) => may || denied.abort(),
      () => undefined,
    )
  }, PERMISSION_CHECK_MS)
  const ends = AbortSignal.any([signal, denied.signal, AbortSignal.timeout(DURATION_CAP_MS)])
  const meter = costMeter()
  try {
    const parts = model.generate(prompt, { signal: ends, model: test.model, tools: REPLY_TOOLS })
    const end = await consume(parts, { reply, meter })
    reply.finish(end)
  } catch (error) {
    meter.fail(error)
    if (!ends.aborted) log.warn({ userId: user.id, err: error }, 'trying an agent out failed')
    reply.finish(ends.aborted ? STOPPED : failureOf(error))
  } finally {
    clearInterval(look)
    const { isOwnKey, ...cost } = meter.cost()
    log.info({ userId: user.id, provider: cost.provider, ...cost.usage }, 'agent tried out')
    if (!model.isDemo) await noteCall({ budget, db, log }, { agentId: null, purpose: 'test', isOwnKey, cost })
  }
}

async function consume(
  parts: ReturnType<Deps['model']['generate']>,
  { reply, meter }: { reply: LiveReply; meter: ReturnType<typeof costMeter> },
): Promise<ReplyEnd> {
  for await (const part of parts) {
    meter.see(part)
    if (part.type === 'finish') return { status: 'done', errorCode: null, finishReason: part.reason }
    if (part.type === 'step') reply.step(part.step)
    if (part.type === 'text') {
      const room = LIMITS.testTurnLength - reply.text.length
      reply.append(part.text.slice(0, room))
      if (part.text.length >= room) return { status: 'done', errorCode: null, finishReason: 'length' }
    }
  }
  return failureOf(new ReplyError('upstream_cut'))
}

const failureOf = (error: unknown): ReplyEnd => ({
  status: 'error',
  errorCode: error instanceof ReplyError ? error.code : 'internal',
  finishReason: null,
})
