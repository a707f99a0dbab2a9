import { expect, test } from 'vitest'
import { endOf } from './chat-state.ts'

test.each(['upstream_cut', 'provider_rate', 'stall', undefined] as const)(
  'a reply that broke off with text can be continued, one without can only be tried again: %s',
  (code) => {
    const result = { type: 'error', code } as const
    expect(endOf(result, 'Olá')).toMatchObject({ status: 'interrupted', errorCode: code ?? 'internal' })
    expect(endOf(result, '')).toMatchObject({ status: 'error', errorCode: code ?? 'internal' })
  },
)

test('an end that only the stored message knows is none', () => {
  expect(endOf({ type: 'done', status: 'stopped' }, 'Olá')).toEqual({ status: 'stopped', errorCode: null })
})
