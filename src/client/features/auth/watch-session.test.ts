import { afterAll, expect, test, vi } from 'vitest'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import type { SessionUser } from '#shared/contract/auth.ts'

// The watch never ends: in modules of its own it hears nothing of the other files' tests.
vi.resetModules()
const page = new EventTarget()
vi.stubGlobal('localStorage', memoryStorage())
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
const { onUserLeft } = await import('#client/lib/browser/user-left.ts')
const { authStore } = await import('./auth.ts')
const { watchSession } = await import('./watch-session.ts')

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a restored page of another user gives up what is in progress before it loads anew', () => {
  const calls: string[] = []
  const root = { hidden: false }
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('location', { reload: () => calls.push('reload') })
  onUserLeft(() => calls.push('left'))
  watchSession(() => undefined)
  authStore.setState({ user: { id: 'ana', email: 'ana@example.com' } as SessionUser })
  // Another tab has signed Bia in.
  localStorage.setItem('auth-storage', JSON.stringify({ state: { user: { id: 'bia' } } }))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect([calls, root.hidden]).toEqual([['left', 'reload'], true])
})
