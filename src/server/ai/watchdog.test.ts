import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Watchdog } from './watchdog.ts'

const LIMITS = { firstTokenTimeoutMs: 2_000, stallTimeoutMs: 1_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets a reply last as long as text keeps coming, and no longer', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_999)
  for (let index = 0; index < 10; index += 1) {
    watch.textArrived()
    vi.advanceTimersByTime(999)
  }
  expect(() => watch.throwIfOver()).not.toThrow()

  vi.advanceTimersByTime(1)
  expect(watch.signal.aborted).toBe(true)
  expect(() => watch.throwIfOver('google')).toThrow(
    expect.objectContaining({ code: 'stall', isTimeout: true, provider: 'google' }),
  )
})

it('ends a reply that never begins, whatever else goes on', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_500)
  expect(watch.remainingMs).toBe(500)

  vi.advanceTimersByTime(500)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'first_token_timeout' }))
})

it("passes the caller's abort on as it is, and leaves no timer behind", () => {
  const caller = new AbortController()
  const watch = new Watchdog(caller.signal, LIMITS)
  caller.abort()
  expect(watch.signal.aborted).toBe(true)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ name: 'AbortError' }))

  watch.close()
  expect(vi.getTimerCount()).toBe(0)
})
