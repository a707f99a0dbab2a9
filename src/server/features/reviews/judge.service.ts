import type { CurrentUser } from '#shared/contract/auth.ts'
import type { AdminReviewRule, CreateJudgement, Judgement } from '#shared/contract/reviews.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { isJudged, judgedParts } from '#shared/revisor/judged-parts.ts'
import { ReplyError } from '../../ai/reply.ts'
import { JUDGE_FORMAT, JUDGE_TOKENS, judgePrompt, readJudgement } from '../../ai/tasks/judgement.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'
import { requireAccepting } from '../../runs/require-accepting.ts'
import { ownKeyFor } from '../credentials/own-key.queries.ts'
import { payForMessage } from '../quota/paid-message.queries.ts'
import { askCounted } from '../usage/usage-calls.queries.ts'
import { rulesInForce, toPublicRule } from './review-rules.queries.ts'

type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model' | 'runs' | 'vault'>
type Wanted = CreateJudgement & { user: CurrentUser; signal: AbortSignal }

/** Of one part. */
const LIMIT_MS = 45_000
const RETRY_AFTER_SECONDS = 5

const judgements = new PersonSlots({
  ...{ atOnce: 1, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Espere a leitura anterior terminar.', { retryAfter: RETRY_AFTER_SECONDS }),
})

/**
 * Lets a model read one part of a text by the rules of the house for its channel. Stores nothing but the usage. It costs
 * a message, which is returned when the reading fails. One at a time per user in this process.
 * @throws {AppError} VALIDATION_ERROR for a part beyond the text; RATE_LIMITED, QUOTA_EXCEEDED; UNAVAILABLE without a
 * provider, if it fails or answers nothing readable, or if the client disconnects.
 */
export async function judgeText(parts: Parts, wanted: Wanted): Promise<Judgement> {
  const { text, channel, part, user } = wanted
  requireAccepting(parts)
  const spans = judgedParts(text)
  const span = spans[part]
  if (!span) {
    const beyond = 'O texto não tem esta parte'
    throw new AppError('VALIDATION_ERROR', beyond, { details: { part: beyond } })
  }
  judgements.enter(user.id)
  try {
    const rules = (await rulesInForce(parts.db, channel)).filter(isJudged)
    const read = text.slice(span.start, span.end)
    const { found, dropped } = await ask(parts, wanted, { text: read, rules })
    const named = new Map(rules.map((rule) => [rule.id, rule]))
    const findings = found.flatMap(({ ruleId, reason, ...place }) => {
      const [start, end] = [span.start + place.start, span.start + place.end]
      const severity = named.get(ruleId)?.severity
      return severity ? [{ ruleId, severity, start, end, quote: text.slice(start, end), detail: reason }] : []
    })
    const cited = new Set(findings.map(({ ruleId }) => ruleId))
    const readTo = spans.at(-1)?.end ?? 0
    return {
      findings,
      rules: rules.filter(({ id }) => cited.has(id)).map(toPublicRule),
      dropped,
      ...{ part, parts: spans.length, readTo, isWhole: readTo === text.length },
      checkedAt: new Date().toISOString(),
    }
  } finally {
    judgements.leave(user.id)
  }
}

const NO_PROVIDER =
  'Nenhum provedor de IA está conectado, então nenhum modelo lê o texto. Com a sua própria chave, lê.'

async function ask(
  parts: Parts,
  { user, signal }: Wanted,
  given: { text: string; rules: readonly AdminReviewRule[] },
): Promise<NonNullable<ReturnType<typeof readJudgement>>> {
  const { budget, log, model } = parts
  if (given.rules.length === 0) return { found: [], dropped: 0 }
  const credential = await ownKeyFor(parts, user)
  if (model.isDemo && !credential) throw new AppError('UNAVAILABLE', NO_PROVIDER)
  if (signal.aborted) throw failed(signal.reason)
  const call = { isHouse: credential === undefined, isBudgeted: true }
  const message = await budget.hold(call, () => payForMessage(parts, user, credential))
  if (!message) throw new Error('a reading was not paid for')
  try {
    const { text, usage, provider } = await askCounted(parts, {
      agentId: null,
      purpose: 'judge',
      prompt: judgePrompt(given.text, given.rules),
      options: {
        model: null,
        maxOutputTokens: JUDGE_TOKENS,
        format: JUDGE_FORMAT,
        credential: message.credential,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
      },
    })
    const read = readJudgement(text, given)
    if (!read) throw new ReplyError('empty', { usage, provider })
    log.info({ userId: user.id, provider, ...usage, dropped: read.dropped }, 'text judged')
    return read
  } catch (error) {
    // A client that leaves has spent the message, as with a stopped reply: the provider was asked.
    if (!signal.aborted) await message.giveBack(error)
    if (!isFailure(error) && !signal.aborted) throw error
    const code = error instanceof ReplyError ? error.code : undefined
    log.warn({ userId: user.id, code, isGone: signal.aborted }, 'no judgement')
    throw failed(error)
  }
}

const isLate = (error: unknown) =>
  error instanceof ReplyError ? error.isTimeout : error instanceof Error && error.name === 'TimeoutError'
const isFailure = (error: unknown) => error instanceof ReplyError || isLate(error)

function failed(error: unknown): AppError {
  const retry = { retryAfter: RETRY_AFTER_SECONDS }
  if (isLate(error)) return new AppError('UNAVAILABLE', 'O modelo demorou demais para ler.', retry)
  const code = error instanceof ReplyError ? error.code : undefined
  if (code === 'own_key_refused' || code === 'own_key_unreadable') {
    return new AppError('UNAVAILABLE', REPLY_ERROR_TEXT[code], retry)
  }
  if (code === 'empty') {
    return new AppError('UNAVAILABLE', 'O modelo respondeu de um jeito que não dá para conferir.', retry)
  }
  return new AppError('UNAVAILABLE', 'O modelo não conseguiu ler agora.', retry)
}
