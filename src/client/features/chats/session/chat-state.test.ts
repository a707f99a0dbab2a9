import { expect, test } from 'vitest'
import { replyEndOf } from './chat-state.ts'

test.each(['upstream_cut', 'provider_rate', 'stall'] as const)(
  'a reply that broke off with text can be continued, one without can only be tried again: %s',
  (code) => {
    const result = { type: 'error', code, isTimeout: code === 'stall' } as const
    expect(replyEndOf(result, 'Olá')).toEqual({ status: 'interrupted', errorCode: code })
    expect(replyEndOf(result, '')).toEqual({ status: 'error', errorCode: code })
  },
)

test('an error without a code is internal', () => {
  expect(replyEndOf({ type: 'error', code: null, isTimeout: false }, 'Olá')?.errorCode).toBe('internal')
})
