import type { CurrentUser } from '#shared/contract/auth.ts'
import type { FinishReason, ReplyErrorCode } from '#shared/contract/messages.ts'
import type { CreateRewrite } from '#shared/contract/rewrites.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { ReplyError } from '../../ai/reply.ts'
import { costMeter } from '../../ai/tasks/background-request.ts'
import { REWRITE_TOKENS, rewritePrompt } from '../../ai/tasks/rewrite.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'
import { LiveReply, type ReplyEnd, type ReplyFeed, STOPPED } from '../../runs/reply-feed.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { type PaidMessage, payForMessage } from '../quota/paid-message.queries.ts'
import { noteCall } from '../usage/usage-calls.queries.ts'
import { repairWords } from './word-repair.service.ts'

type Parts = Pick<Deps, 'budget' | 'db' | 'env' | 'log' | 'model' | 'runs' | 'vault'>
/** `signal` aborts when the reader leaves or may read no longer. */
type Wanted = { user: CurrentUser; rewrite: CreateRewrite; signal: AbortSignal }

const DURATION_CAP_MS = 3 * 60_000
/** For servers that ignore the limit of tokens; an own request may ask for a longer text. */
const MOST = 4 * REWRITE_LIMITS.textLength
const RETRY_AFTER_SECONDS = 5

const rewrites = new PersonSlots({
  ...{ atOnce: 1, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Espere a reescrita anterior terminar.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})

/**
 * Streams another version of a selection. Nothing is stored; it ends when the reader leaves. It costs a message like a
 * reply, which is returned if it fails without text. One at a time per user in this process.
 * @throws {AppError} RATE_LIMITED, QUOTA_EXCEEDED, UNAVAILABLE.
 */
export async function rewriteSelection(parts: Parts, wanted: Wanted): Promise<ReplyFeed> {
  const { user } = wanted
  requireAccepting(parts)
  rewrites.enter(user.id)
  try {
    const message = await pay(parts, user)
    const reply = new LiveReply()
    void write(parts, { ...wanted, message, reply })
    return reply
  } catch (error) {
    rewrites.leave(user.id)
    throw error
  }
}

async function pay(parts: Parts, user: CurrentUser): Promise<PaidMessage> {
  const credential = await ownKeyFor(parts, user)
  if (parts.model.isDemo && !credential) {
    throw new AppError(
      'UNAVAILABLE',
      'Nenhum provedor de IA está conectado, então nada pode ser reescrito. Com a sua própria chave, dá.',
    )
  }
  const call = { isHouse: credential === undefined, isBudgeted: true }
  const message = await parts.budget.hold(call, () => payForMessage(parts, user, credential))
  if (!message) throw new Error('a rewrite was not paid for')
  return message
}

type Writing = Wanted & { message: PaidMessage; reply: LiveReply }

/** Writes the new version until it ends. Never rejects. */
async function write(parts: Parts, { user, rewrite, signal, message, reply }: Writing): Promise<void> {
  const { budget, db, log, model } = parts
  const cap = AbortSignal.timeout(DURATION_CAP_MS)
  const ends = AbortSignal.any([signal, cap])
  const options = { signal: ends, credential: message.credential, model: null }
  const meter = costMeter()
  let end: ReplyEnd = STOPPED
  try {
    if (rewrite.change === 'words') {
      reply.append(await repairWords(parts, rewrite, options))
      end = { status: 'done', errorCode: null, finishReason: 'stop' }
    } else {
      const asked = model.generate(rewritePrompt(rewrite), { ...options, maxOutputTokens: REWRITE_TOKENS })
      end = await consume(asked, { reply, meter })
    }
  } catch (error) {
    meter.fail(error)
    if (!signal.aborted) end = failureOf(cap.aborted ? new ReplyError('stall') : error)
    if (end.status === 'error' && reply.text === '') {
      await message.giveBack(error).catch((failed) => log.warn({ err: failed }, 'a message was not returned'))
    }
    if (end.status === 'error') log.warn({ userId: user.id, code: end.errorCode }, 'a rewrite failed')
  }
  // The reader may ask again at once.
  rewrites.leave(user.id)
  reply.finish(end)
  const { isOwnKey, ...cost } = meter.cost()
  log.info({ userId: user.id, change: rewrite.change, provider: cost.provider, ...cost.usage }, 'rewritten')
  if (rewrite.change === 'words') return
  await noteCall({ budget, db, log }, { agentId: null, purpose: 'rewrite', isOwnKey, cost })
}

function lackOf(reason: FinishReason, text: string): ReplyErrorCode | undefined {
  if (reason === 'length') return 'too_long'
  if (reason === 'content_filter') return 'filtered'
  return text.trim() === '' ? 'empty' : undefined
}

/** A cut text must not replace the whole selection, so it fails. @throws {ReplyError} */
async function consume(
  parts: ReturnType<Deps['model']['generate']>,
  { reply, meter }: { reply: LiveReply; meter: ReturnType<typeof costMeter> },
): Promise<ReplyEnd> {
  for await (const part of parts) {
    meter.see(part)
    if (part.type === 'finish') {
      const lack = lackOf(part.reason, reply.text)
      if (lack) throw new ReplyError(lack)
      return { status: 'done', errorCode: null, finishReason: part.reason }
    }
    if (part.type === 'text') reply.append(part.text.slice(0, MOST - reply.text.length))
    if (reply.text.length >= MOST) throw new ReplyError('too_long')
  }
  throw new ReplyError('upstream_cut')
}

function failureOf(error: unknown): ReplyEnd {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const errorCode = error instanceof ReplyError ? error.code : isLate ? 'stall' : 'internal'
  return { status: 'error', errorCode, finishReason: null }
}
