import { APICallError } from '@ai-sdk/provider'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'

/** Why an attempt produced no text. */
export type Failure = {
  code: ReplyErrorCode
  status: number | undefined
  /** The same request may succeed soon. */
  isRetryable: boolean
  /** Delay that the provider asked for, in milliseconds. */
  retryAfterMs: number | undefined
  /** The optional part of the request that the error text mentions. */
  names?: 'tools' | 'format' | undefined
}

const ATTEMPTS_BACKOFF_MS = [500, 1_000]
const RETRY_AFTER_MAX_MS = 20_000

/** Classifies an SDK error or an error event of a stream; unknown errors count as network errors. */
export function failureOf(error: unknown): Failure {
  const status = statusOf(error)
  const retryAfterMs = APICallError.isInstance(error) ? retryAfterOf(error.responseHeaders ?? {}) : undefined
  // Some providers use 402 for an empty account.
  if (status === 401 || status === 402 || status === 403 || saysWrongKey(error)) {
    return { code: 'provider_auth', status, isRetryable: false, retryAfterMs }
  }
  if (status === 429) return { code: 'provider_rate', status, isRetryable: true, retryAfterMs }
  const names = namedBy(error)
  if (status === 408 || status === undefined || status >= 500) {
    return { code: 'provider_down', status, isRetryable: true, retryAfterMs, names }
  }
  if (saysFiltered(error)) return { code: 'filtered', status, isRetryable: false, retryAfterMs }
  return { code: 'provider_refused', status, isRetryable: false, retryAfterMs, names }
}

const WORDS_READ = 2_000

function namedBy(error: unknown): Failure['names'] {
  if (!APICallError.isInstance(error)) return undefined
  const words = `${error.message} ${error.responseBody ?? ''}`.slice(0, WORDS_READ)
  if (/response_?(format|mime|json|schema)|json_(schema|object)|structured output/i.test(words))
    return 'format'
  return /\btools?\b|tool_|function.?call/i.test(words) ? 'tools' : undefined
}

/** Azure and OpenAI answer a filtered prompt with 400, and name the filter by one of these codes. */
const saysFiltered = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  /"(content_filter|content_policy_violation|moderation_blocked)"/.test(
    (error.responseBody ?? '').slice(0, WORDS_READ),
  )

/** Gemini answers an invalid key with 400, as it does any invalid request. */
const saysWrongKey = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  error.statusCode === 400 &&
  (error.responseBody?.includes('API_KEY_INVALID') ?? false)

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined
  // A truncated body still carries its status 200.
  return typeof error.statusCode === 'number' && error.statusCode >= 400 ? error.statusCode : undefined
}

/** `retry-after-ms` is specific to OpenAI; `Retry-After` holds seconds or a date. */
function retryAfterOf(headers: Record<string, string>): number | undefined {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (milliseconds >= 0) return milliseconds
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/**
 * Milliseconds to wait before the next attempt; undefined when the failure is not retryable, the attempts are
 * used up, or the provider asks for more than 20 s or more than `remainingMs`.
 */
export function retryDelay(failure: Failure, attempt: number, remainingMs: number): number | undefined {
  const backoff = ATTEMPTS_BACKOFF_MS[attempt - 1]
  if (!failure.isRetryable || backoff === undefined) return undefined
  const jittered = backoff * (0.5 + Math.random() / 2)
  const wait = Math.max(jittered, failure.retryAfterMs ?? 0)
  return wait > RETRY_AFTER_MAX_MS || wait >= remainingMs ? undefined : wait
}
