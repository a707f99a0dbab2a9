import { APICallError } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { failureOf, retryDelay } from './provider-errors.ts'

const answer = (statusCode: number | undefined, responseHeaders: Record<string, string> = {}) =>
  new APICallError({
    message: 'words of the provider',
    url: 'http://provider',
    requestBodyValues: {},
    responseHeaders,
    ...(statusCode !== undefined && { statusCode }),
  })

describe('failureOf', () => {
  it.each([
    [400, 'provider_refused', false],
    [401, 'provider_auth', false],
    [402, 'provider_auth', false],
    [403, 'provider_auth', false],
    [404, 'provider_refused', false],
    [408, 'provider_down', true],
    [413, 'provider_refused', false],
    [429, 'provider_rate', true],
    [500, 'provider_down', true],
    [503, 'provider_down', true],
    [529, 'provider_down', true],
  ])('maps %i to %s', (status, code, isRetryable) => {
    expect(failureOf(answer(status))).toMatchObject({ code, status, isRetryable })
    // Error events within a stream are plain objects of the same shape.
    expect(failureOf({ statusCode: status })).toMatchObject({ code, status, isRetryable })
  })

  it.each([answer(undefined), answer(200), new TypeError('fetch failed'), 'text', undefined, null])(
    'F3 takes what has no status for a network error',
    (error) => {
      expect(failureOf(error)).toMatchObject({ code: 'provider_down', status: undefined, isRetryable: true })
    },
  )

  it('F2 reads the delay from seconds, milliseconds or a date', () => {
    expect(failureOf(answer(429, { 'retry-after': '3' })).retryAfterMs).toBe(3_000)
    expect(failureOf(answer(429, { 'retry-after-ms': '250', 'retry-after': '3' })).retryAfterMs).toBe(250)
    expect(failureOf(answer(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })).retryAfterMs).toBe(0)
    expect(failureOf(answer(429, { 'retry-after': 'soon' })).retryAfterMs).toBeUndefined()
    expect(failureOf(answer(429)).retryAfterMs).toBeUndefined()
  })
})

it.each([
  ['tools param requires --jinja flag', 'tools'],
  ['"auto" tool choice requires --enable-auto-tool-choice', 'tools'],
  ['Function calling is not enabled for this model', 'tools'],
  ['registry.ollama.ai/library/gemma does not support tools', 'tools'],
  ['This response_format type is unavailable now', 'format'],
  ['json_schema is not supported', 'format'],
  ['The model does not exist', undefined],
  ['context length exceeded', undefined],
])('recognizes the refused part: %s', (responseBody, names) => {
  for (const statusCode of [400, 500]) {
    const error = new APICallError({ message: '', url: '', requestBodyValues: {}, statusCode, responseBody })
    expect(failureOf(error).names).toBe(names)
  }
})

describe('retryDelay', () => {
  const busy = (retryAfterMs?: number) => ({ ...failureOf(answer(429)), retryAfterMs })

  it('F2 grows with jitter and ends after two retries', () => {
    const first = Array.from({ length: 50 }, () => retryDelay(busy(), 1, 60_000) ?? 0)
    expect(Math.min(...first)).toBeGreaterThanOrEqual(250)
    expect(Math.max(...first)).toBeLessThanOrEqual(500)
    expect(new Set(first).size).toBeGreaterThan(1)
    expect(retryDelay(busy(), 2, 60_000)).toBeGreaterThanOrEqual(500)
    expect(retryDelay(busy(), 3, 60_000)).toBeUndefined()
  })

  it('F2 honours the provider’s delay up to 20 s and within the remaining time', () => {
    expect(retryDelay(busy(20_000), 1, 60_000)).toBe(20_000)
    expect(retryDelay(busy(20_001), 1, 60_000)).toBeUndefined()
    expect(retryDelay(busy(5_000), 1, 5_000)).toBeUndefined()
    expect(retryDelay(failureOf(answer(401)), 1, 60_000)).toBeUndefined()
  })
})
