import { expect, test, vi } from 'vitest'
import { saveChanges } from './save-changes.ts'

const setUp = (send: (changes: object) => Promise<string>) => ({
  send: vi.fn(send),
  invalidate: vi.fn(() => Promise.resolve()),
})

test('an existing row with no changes is neither sent nor invalidated', async () => {
  const calls = setUp(() => Promise.resolve('stored'))
  await expect(saveChanges({ row: 'opened', changes: {}, ...calls })).resolves.toBe('opened')
  expect(calls.send).not.toHaveBeenCalled()
  expect(calls.invalidate).not.toHaveBeenCalled()
})

test('a new row and changes of an existing one are sent, then invalidated', async () => {
  const calls = setUp(() => Promise.resolve('stored'))
  await expect(saveChanges({ changes: {}, ...calls })).resolves.toBe('stored')
  await expect(saveChanges({ row: 'opened', changes: { name: 'b' }, ...calls })).resolves.toBe('stored')
  expect(calls.send.mock.calls).toEqual([[{}], [{ name: 'b' }]])
  expect(calls.invalidate).toHaveBeenCalledTimes(2)
})

test('a refusal invalidates and rejects', async () => {
  const calls = setUp(() => Promise.reject(new Error('refused')))
  await expect(saveChanges({ row: 'opened', changes: { name: 'b' }, ...calls })).rejects.toThrow('refused')
  expect(calls.invalidate).toHaveBeenCalledOnce()
})
