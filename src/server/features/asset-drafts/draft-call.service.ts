import type { CurrentUser } from '#shared/contract/auth.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { type AnswerFormat, type OwnKey, type Prompt, ReplyError } from '../../ai/reply.ts'
import { DRAFT_TOKENS } from '../../ai/tasks/asset-draft.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'
import { payForMessage } from '../quota/paid-message.queries.ts'
import { askCounted } from '../usage/usage-calls.queries.ts'

export type Parts = Pick<Deps, 'budget' | 'db' | 'log' | 'model' | 'vault'>

const RETRY_AFTER_SECONDS = 5

const drafts = new PersonSlots({
  ...{ atOnce: 1, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError('RATE_LIMITED', 'Espere o preenchimento anterior terminar.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})

/** Runs `work` unless another draft of the user is made in this process. @throws {AppError} RATE_LIMITED */
export async function oneDraftAtATime<T>(userId: string, work: () => Promise<T>): Promise<T> {
  drafts.enter(userId)
  try {
    return await work()
  } finally {
    drafts.leave(userId)
  }
}

type Asked = {
  user: CurrentUser
  /** The user's own key, which pays. */
  credential: OwnKey | undefined
  /** Null without an agent. */
  agent: { id: string; model: string | null } | null
  prompt: Prompt
  format: AnswerFormat
  signal: AbortSignal
  /** For the log. */
  about: Record<string, string>
}

/**
 * The model's answer to a draft's prompt.
 * @throws {AppError} QUOTA_EXCEEDED when the month is used up; RATE_LIMITED when the day's budget is reached;
 * UNAVAILABLE if the provider fails or the client disconnects.
 */
export async function askForDraft(
  parts: Parts,
  { user, credential, agent, prompt, format, signal, about }: Asked,
): Promise<string> {
  const { budget, log } = parts
  // A client that left while a source was read: the provider is not asked, and no message is spent.
  if (signal.aborted) throw toAppError(log, { about, error: signal.reason, signal })
  const call = { isHouse: credential === undefined, isBudgeted: true }
  const message = await budget.hold(call, () => payForMessage(parts, user, credential))
  if (!message) throw new Error('a draft was not paid for')
  const options = { model: agent?.model ?? null, maxOutputTokens: DRAFT_TOKENS, format, signal }
  try {
    const { text, usage, provider } = await askCounted(parts, {
      agentId: agent?.id ?? null,
      purpose: 'draft',
      prompt,
      options: { ...options, credential: message.credential },
    })
    log.info({ ...about, provider, ...usage }, 'draft asked for')
    return text
  } catch (error) {
    // A client that leaves has spent the message, as with a stopped reply: the provider was asked.
    if (!signal.aborted) await message.giveBack(error)
    throw toAppError(log, { about, error, signal })
  }
}

const LATE_TEXT = 'A IA demorou demais para preencher. Tente de novo em instantes, ou preencha você.'
const FAILED_TEXT = 'A IA não conseguiu preencher agora. Tente de novo em instantes, ou preencha você.'

/** Maps failures of the provider and the client to an `AppError`; other errors pass unchanged. */
function toAppError(
  log: Deps['log'],
  { about, error, signal }: Pick<Asked, 'about' | 'signal'> & { error: unknown },
): unknown {
  const failed = error instanceof ReplyError ? error : undefined
  const isLate = failed ? failed.isTimeout : error instanceof Error && error.name === 'TimeoutError'
  if (!failed && !isLate && !signal.aborted) return error
  const { code, provider, usage } = failed ?? {}
  log.warn({ ...about, code, provider, ...usage, isGone: signal.aborted }, 'no draft')
  const isOwnKey = code === 'own_key_refused' || code === 'own_key_unreadable'
  const failedText = isOwnKey ? REPLY_ERROR_TEXT[code] : FAILED_TEXT
  return new AppError('UNAVAILABLE', isLate ? LATE_TEXT : failedText, { retryAfter: RETRY_AFTER_SECONDS })
}
