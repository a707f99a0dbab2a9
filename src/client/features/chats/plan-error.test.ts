import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { planErrorCode } from './plan-error.ts'

const failed = (code: string, status: number) => ({
  action: 'send' as const,
  isKept: true,
  error: new ApiError({ code, status, message: '' }),
})

test.each([
  ['PLAN_REQUIRED', 403, 'PLAN_REQUIRED'],
  ['QUOTA_EXCEEDED', 429, 'QUOTA_EXCEEDED'],
  ['RATE_LIMITED', 429, null],
  ['FORBIDDEN', 403, null],
  ['NETWORK', 0, null],
])('%s (%i) is a matter of the plan: %s', (code, status, expected) => {
  expect(planErrorCode(failed(code, status))).toBe(expected)
})

test('no failure and a lost connection are none', () => {
  expect(planErrorCode(null)).toBeNull()
  expect(planErrorCode({ action: 'continue', error: new TypeError('fetch failed') })).toBeNull()
})
