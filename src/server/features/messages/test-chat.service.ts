import type { TestAgent } from '#shared/contract/agents-files.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { CitedPassage } from '#shared/contract/citations.ts'
import { LIMITS } from '#shared/limits.ts'
import { citedNumbers } from '../../ai/citations/cited-numbers.ts'
import { type Prompt, ReplyError } from '../../ai/reply.ts'
import { costMeter } from '../../ai/tasks/background-request.ts'
import type { Deps } from '../../deps.ts'
import { budgetReached } from '../../runs/budget.ts'
import { LiveReply, type ReplyEnd, type ReplyFeed, STOPPED } from '../../runs/reply-feed.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import { placeGiven } from '../citations/citations.queries.ts'
import { requireHouseCollections } from '../collections/house-collections.queries.ts'
import { hasOwnSources } from '../collections/readable.queries.ts'
import { noteCall } from '../usage/usage-calls.queries.ts'
import { EMPTY_CONTEXT, readContext } from './context.queries.ts'
import { chosenIn, generationOf } from './reply-generation.ts'
import type { ReplyPassages } from './reply-passages.ts'
import { holdParallelLimit, type Parts, promptFor } from './reply-start.service.ts'

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

type Writing = Wanted & { prompt: Prompt; readsSources: boolean; draft: Draft }

/** Running test chats in this process, by administrator. */
const runningTests = new Map<string, number>()

/** A reply of a test chat. */
type Tried = {
  feed: ReplyFeed
  /** The passages that the reply cites, once it has ended. */
  cited: () => readonly CitedPassage[]
}

/** A reply while it is written, with the passages that it was given. */
type Draft = { reply: LiveReply; given: Pick<ReplyPassages, 'all'> | undefined; cited: CitedPassage[] }

/**
 * Answers as an agent with this unsaved prompt and these house collections would, with the administrator's own assets
 * and sources, and the operator's providers. Nothing is stored; only the caller can read the reply, and it ends when
 * they disconnect.
 * @throws {AppError} NOT_FOUND for an asset of another user; VALIDATION_ERROR for a collection that is not of the house;
 * RATE_LIMITED, UNAVAILABLE.
 */
export async function testAgent(parts: Parts, wanted: Wanted): Promise<Tried> {
  const { db, model } = parts
  const { user, test } = wanted
  requireAccepting(parts)
  const leave = countRunningTest(user.id)
  try {
    const beside = (runningTests.get(user.id) ?? 1) - 1
    await db.transaction((tx) => holdParallelLimit(parts, tx, user.id, beside))
    const context = test.context ?? EMPTY_CONTEXT
    const exact = { house: { collectionIds: test.collectionIds } }
    const grounded = await readContext(db, { userId: user.id, context, exact })
    await requireHouseCollections(db, test.collectionIds)
    const readsSources = test.collectionIds.length > 0 || (await hasOwnSources(db, { userId: user.id }))
    const { prompt } = promptFor(model, {
      agent: test,
      creatorName: user.name,
      conversation: { turns: turnsOf(test), summary: undefined },
      grounded,
      origin: null,
      readsSources,
    })
    if (!model.isDemo && !(await parts.budget.take())) throw budgetReached()
    const draft: Draft = { reply: new LiveReply(), given: undefined, cited: [] }
    void write(parts, { ...wanted, prompt, readsSources, draft }).finally(leave)
    return { feed: draft.reply, cited: () => draft.cited }
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
  parts: Pick<Deps, 'budget' | 'db' | 'embeddings' | 'log' | 'model'>,
  wanted: Writing,
): Promise<void> {
  const { budget, db, log, model } = parts
  const { user, signal, mayRead, draft } = wanted
  const { reply } = draft
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
    const end = await consume(generate(parts, wanted)(ends), { reply, meter })
    draft.cited = await citedIn(parts, wanted)
    reply.finish(end)
  } catch (error) {
    meter.fail(error)
    if (!ends.aborted) log.warn({ userId: user.id, err: error }, 'trying an agent out failed')
    draft.cited = await citedIn(parts, wanted)
    reply.finish(ends.aborted ? STOPPED : failureOf(error))
  } finally {
    clearInterval(look)
    const { isOwnKey, ...cost } = meter.cost()
    log.info({ userId: user.id, provider: cost.provider, ...cost.usage }, 'agent tried out')
    if (!model.isDemo) await noteCall({ budget, db, log }, { agentId: null, purpose: 'test', isOwnKey, cost })
  }
}

/** The generate function of a stored reply, without storing the passages. */
function generate(
  parts: Pick<Deps, 'budget' | 'db' | 'embeddings' | 'log' | 'model'>,
  { user, test, prompt, readsSources, draft }: Writing,
) {
  const { collectionIds, context, messages, model } = test
  const reading = {
    ...{ messageId: null, userId: user.id, house: { collectionIds }, revisedId: undefined },
    question: messages.at(-1)?.content ?? '',
    chosen: chosenIn(context),
    onPrepared: (passages: Pick<ReplyPassages, 'all'>) => {
      draft.given = passages
    },
  }
  return generationOf(parts, {
    ...{ prompt, reading: readsSources ? reading : undefined },
    options: { model, credential: undefined },
  })
}

/** The passages whose numbers are in the text; none when they cannot be read, because the reply is there. */
async function citedIn(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { user, draft }: Writing,
): Promise<CitedPassage[]> {
  const cited = citedNumbers(draft.reply.text)
  const given = draft.given?.all.filter(({ number }) => cited.has(number)) ?? []
  return placeGiven(db, { userId: user.id, given }).catch((error: unknown) => {
    log.warn({ userId: user.id, err: error }, 'no citations for a test chat')
    return []
  })
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
