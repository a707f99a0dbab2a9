import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onUserLeft } from '#client/lib/browser/user-left.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import type { SessionUser } from '#shared/contract/auth.ts'

vi.stubGlobal('localStorage', memoryStorage())
const { authStore } = await import('./auth.ts')

const left = vi.fn()
beforeAll(() => onUserLeft(left))
beforeEach(() => {
  left.mockClear()
})

const has = (id: string | undefined) =>
  authStore.setState({ user: id === undefined ? null : ({ id, email: `${id}@example.com` } as SessionUser) })

test('a user has left once another one has the session, and not while a session has only expired', () => {
  has('ana')
  has(undefined)
  has('ana')
  expect(left).not.toHaveBeenCalled()
  has(undefined)
  has('bia')
  expect(left).toHaveBeenCalledOnce()
})

test('a user who signs out has left', async () => {
  has('bia')
  await authStore.getState().logout()
  expect(left).toHaveBeenCalledOnce()
})
