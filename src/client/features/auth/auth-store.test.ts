import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { CurrentSession } from '#shared/contract/auth.ts'
import type { AuthCalls } from './auth.api.ts'
import { createAuthStore } from './auth-store.ts'

const ana = {
  user: { id: 'ana', name: 'Ana', email: 'ana@exemplo.com.br', emailVerified: false },
  session: { id: 's1', userId: 'ana', expiresAt: '2027-01-01T00:00:00.000Z' },
}
const refused = new ApiError({ code: 'INVALID_EMAIL_OR_PASSWORD', status: 401, message: 'Invalid email' })
const offline = new ApiError({ code: 'NETWORK', status: 0, message: 'Sem conexão' })
const credentials = { email: ana.user.email, password: 'segredo123' }

type Options = Pick<Parameters<typeof createAuthStore>[0], 'owed' | 'mayReadUnchecked'>

function setUp(overrides: Partial<AuthCalls> = {}, stored?: object, options: Options = {}) {
  const values = new Map<string, string>()
  if (stored) values.set('auth-storage', JSON.stringify({ state: stored, version: 0 }))
  const calls = {
    signIn: vi.fn(async (): ReturnType<AuthCalls['signIn']> => null),
    signUp: vi.fn(async () => null),
    signOut: vi.fn(async () => null),
    getSession: vi.fn(async (): Promise<CurrentSession> => ana),
    ...overrides,
  }
  const onCleared = vi.fn()
  const store = createAuthStore({
    ...options,
    calls,
    onCleared,
    storage: () => ({
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    }),
  })
  const persisted = () => JSON.parse(values.get('auth-storage') ?? 'null')?.state
  return { store, calls, onCleared, persisted, state: () => store.getState() }
}

test('login signs in, fetches the session and keeps user and session, nothing else', async () => {
  const { state, calls, persisted } = setUp()
  expect(await state().login(credentials)).toBe('session')
  expect(calls.signIn).toHaveBeenCalledWith(credentials)
  expect(state()).toMatchObject({ ...ana, loading: false })
  expect(persisted()).toEqual(ana)
})

test('login stops before the session where a code is still asked for, and enter ends the sign-in', async () => {
  const { state, calls } = setUp({ signIn: vi.fn(async () => ({ twoFactorRedirect: true })) })
  expect(await state().login(credentials)).toBe('code')
  expect(calls.getSession).not.toHaveBeenCalled()
  expect(state()).toMatchObject({ user: null, loading: false })
  await expect(state().enter(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(state()).toMatchObject({ user: null, loading: false })
  await state().enter(async () => null)
  expect(state()).toMatchObject({ ...ana, loading: false })
})

test("login rethrows the server's refusal and stores nothing", async () => {
  const { state, calls } = setUp({ signIn: () => Promise.reject(refused) })
  await expect(state().login(credentials)).rejects.toBe(refused)
  expect(calls.getSession).not.toHaveBeenCalled()
  expect(state()).toMatchObject({ user: null, session: null, loading: false })
})

test('a refusal without a message is "Login failed"', async () => {
  const { state } = setUp({ signIn: () => Promise.reject(new Error('')) })
  await expect(state().login(credentials)).rejects.toThrow('Login failed')
})

test.each([
  ['answers none', async () => null],
  ['fails', () => Promise.reject(offline)],
])('login says so when the session call %s', async (_, getSession) => {
  const { state } = setUp({ getSession })
  await expect(state().login(credentials)).rejects.toThrow('Failed to get session after login')
  expect(state()).toMatchObject({ user: null, loading: false })
})

test('loading is on while a call runs', async () => {
  const { state } = setUp()
  const login = state().login(credentials)
  expect(state().loading).toBe(true)
  await login
  expect(state().loading).toBe(false)
})

test('logout signs out and clears all, also when the server cannot be reached', async () => {
  const { state, onCleared, persisted } = setUp({ signOut: () => Promise.reject(offline) }, ana)
  await state().logout()
  expect(state()).toMatchObject({ user: null, session: null, loading: false })
  expect(persisted()).toEqual({ user: null, session: null })
  expect(onCleared).toHaveBeenCalledWith(ana, 'asked')
})

test('logout without a session or user makes no request', async () => {
  const { state, calls } = setUp()
  await state().logout()
  expect(calls.signOut).not.toHaveBeenCalled()
})

test('validation gives the person back, and asks only once for a page', async () => {
  const { state, calls } = setUp({}, ana)
  expect(await state().ensureSession()).toEqual(ana.user)
  expect(await state().ensureSession()).toEqual(ana.user)
  expect(calls.getSession).toHaveBeenCalledTimes(1)
  state().distrust()
  await state().ensureSession()
  expect(calls.getSession).toHaveBeenCalledTimes(2)
})

test('validation without a session clears and returns nothing; drafts may stay', async () => {
  const { state, calls, onCleared } = setUp({ getSession: async () => null }, ana)
  expect(await state().validateToken()).toBeUndefined()
  expect(state()).toMatchObject({ user: null, session: null })
  expect(calls.signOut).not.toHaveBeenCalled()
  expect(onCleared).toHaveBeenCalledWith(ana, 'expired')
})

const unavailable = new ApiError({ code: 'UNAVAILABLE', status: 503, message: 'Indisponível' })

test('a validation that fails attempts a logout and tells why', async () => {
  const { state, calls } = setUp({ getSession: () => Promise.reject(unavailable) }, ana)
  await expect(state().validateToken()).rejects.toBe(unavailable)
  expect(calls.signOut).toHaveBeenCalledTimes(1)
  expect(state()).toMatchObject({ user: null, session: null, loading: false })
})

describe('a validation that gets no answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('does not sign out while a page is left, and retries once otherwise', async () => {
    const getSession = vi.fn<AuthCalls['getSession']>().mockRejectedValueOnce(offline).mockResolvedValue(ana)
    const { state, calls } = setUp({ getSession }, ana)
    const validated = state().validateToken()
    await vi.advanceTimersByTimeAsync(900)
    expect(calls.signOut).not.toHaveBeenCalled()
    expect(state()).toMatchObject({ user: { id: 'ana' }, loading: true })
    await vi.advanceTimersByTimeAsync(100)
    expect(await validated).toEqual(ana.user)
    expect(calls.signOut).not.toHaveBeenCalled()
  })

  test('attempts a logout and tells why where the second gets none either', async () => {
    const getSession = vi.fn<AuthCalls['getSession']>().mockRejectedValue(offline)
    const { state, calls } = setUp({ getSession }, ana)
    const validated = expect(state().validateToken()).rejects.toBe(offline)
    await vi.advanceTimersByTimeAsync(1_000)
    await validated
    expect(getSession).toHaveBeenCalledTimes(2)
    expect(calls.signOut).toHaveBeenCalledTimes(1)
    expect(state()).toMatchObject({ user: null, session: null, loading: false })
  })
})

test('a refresh requested before a sign-in changes nothing', async () => {
  let answer: (session: CurrentSession) => void = () => {}
  const getSession = vi
    .fn<AuthCalls['getSession']>()
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    .mockResolvedValue(ana)
  const { state } = setUp({ getSession })
  const late = state().refresh()
  await state().login(credentials)
  answer(null)
  await late
  expect(state().user?.id).toBe('ana')
})

test('a refresh clears an ended session and survives a failure', async () => {
  const getSession = vi
    .fn<AuthCalls['getSession']>()
    .mockRejectedValueOnce(offline)
    .mockResolvedValueOnce(null)
  const { state } = setUp({ getSession }, ana)
  await state().refresh()
  expect(state().user?.id).toBe('ana')
  await state().refresh()
  expect(state().user).toBeNull()
})

test('without a network the stored person reads on, and is checked as soon as there is an answer', async () => {
  const getSession = vi
    .fn<AuthCalls['getSession']>()
    .mockRejectedValueOnce(offline)
    .mockResolvedValueOnce(null)
  const mayReadUnchecked = vi.fn(() => true)
  const { state, calls, onCleared } = setUp({ getSession }, ana, { mayReadUnchecked })
  expect(await state().ensureSession()).toEqual(ana.user)
  expect(mayReadUnchecked).toHaveBeenCalledWith(ana.session, offline)
  expect(calls.signOut).not.toHaveBeenCalled()
  expect(await state().ensureSession()).toBeUndefined()
  expect(onCleared).toHaveBeenCalledWith(ana, 'expired')
})

test.each([
  ['this browser keeps nothing', ana, false, false],
  ['nobody is stored', undefined, true, false],
  ['the server had said that the session is over', ana, true, true],
])('offline reading is refused when %s', async (_, stored, mayRead, isDoubted) => {
  const getSession = () => Promise.reject(offline)
  const { state } = setUp({ getSession }, stored, { mayReadUnchecked: () => mayRead })
  if (isDoubted) state().distrust()
  await expect(state().ensureSession()).rejects.toBe(offline)
  expect(state()).toMatchObject({ user: null, session: null })
})

test('a sign-out that did not reach the server is repeated before the session check', async () => {
  let isOwed = false
  const owed = {
    isSignOut: () => isOwed,
    noteSignOut(value: boolean) {
      isOwed = value
    },
  }
  const order: string[] = []
  const signOut = vi.fn(async () => {
    order.push('sign-out')
    if (order.length < 3) throw offline
    return null
  })
  const getSession = vi.fn(async (): Promise<CurrentSession> => {
    order.push('session')
    return order.includes('signed in') ? ana : null
  })
  const { state } = setUp({ signOut, getSession }, ana, { owed, mayReadUnchecked: () => true })
  await state().logout()
  expect(isOwed).toBe(true)
  await expect(state().ensureSession()).rejects.toBe(offline)
  expect(order).toEqual(['sign-out', 'sign-out'])
  await state().ensureSession()
  expect(order).toEqual(['sign-out', 'sign-out', 'sign-out', 'session'])
  expect(isOwed).toBe(false)
  // A new sign-in clears the pending sign-out.
  isOwed = true
  order.push('signed in')
  await state().login(credentials)
  expect(isOwed).toBe(false)
})
