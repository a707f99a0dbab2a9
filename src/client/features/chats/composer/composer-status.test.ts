import { expect, test } from 'vitest'
import { sendBlockerOf, statusText } from './composer-status.ts'

test.each([
  [false, false, 'none', null],
  [false, true, 'stored', 'no-text'],
  [true, true, 'failed', 'reply'],
  [true, false, 'failed', 'failed-file'],
  [true, false, 'uploading', null],
  [true, false, 'stored', null],
] as const)('text %s, reply %s, files %s: %s', (hasText, isReplying, readiness, blocker) => {
  expect(sendBlockerOf({ hasText, isReplying, readiness })).toBe(blocker)
})

test('one thing is said at a time, the most pressing', () => {
  const idle = {
    isSending: false,
    isAwaiting: false,
    blocker: null,
    dictating: 'off',
    problem: null,
  } as const
  expect(statusText(idle)).toBe('')
  const listening = { ...idle, dictating: 'listening', blocker: 'no-text', problem: 'x' } as const
  expect(statusText(listening)).toMatch(/^Ouvindo/)
  expect(statusText({ ...listening, isSending: true })).toBe('Enviando…')
  expect(statusText({ ...idle, blocker: 'no-text', problem: 'Sem microfone.' })).toBe('Sem microfone.')
})
