import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Watchdog } from './watchdog.ts'

const LIMITS = { firstTokenTimeoutMs: 2_000, stallTimeoutMs: 1_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('F5 lets a reply last while text keeps coming', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_999)
  for (let index = 0; index < 10; index += 1) {
    watch.textArrived()
    vi.advanceTimersByTime(999)
  }
  expect(() => watch.throwIfOver()).not.toThrow()

  vi.advanceTimersByTime(1)
  expect(watch.signal.aborted).toBe(true)
  expect(() => watch.throwIfOver({ provider: 'google' })).toThrow(
    expect.objectContaining({ code: 'stall', isTimeout: true, provider: 'google' }),
  )
})

it('F4 ends a reply that never begins, despite other activity', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_500)
  expect(watch.remainingMs).toBe(500)

  vi.advanceTimersByTime(500)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'first_token_timeout' }))
})

it('F4 triples the first-text timeout for reasoning, once', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_500)
  watch.reasoningSeen()
  expect(watch.remainingMs).toBe(4_500)
  vi.advanceTimersByTime(3_000)
  watch.reasoningSeen()
  vi.advanceTimersByTime(1_499)
  expect(() => watch.throwIfOver()).not.toThrow()

  vi.advanceTimersByTime(1)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'first_token_timeout' }))
})

it('F5 does not count reasoning as text after the first text', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  watch.textArrived()
  vi.advanceTimersByTime(999)
  watch.reasoningSeen()
  vi.advanceTimersByTime(1)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'stall' }))
})

it("forwards the caller's abort, and clears its timer", () => {
  const caller = new AbortController()
  const watch = new Watchdog(caller.signal, LIMITS)
  caller.abort()
  expect(watch.signal.aborted).toBe(true)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ name: 'AbortError' }))

  watch.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('F5 gives a follow-up request the first-text timeout, and treats its silence as a stall', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  watch.textArrived()
  watch.askedAgain()
  vi.advanceTimersByTime(1_500)
  expect(watch.remainingMs).toBe(500)
  watch.reasoningSeen()
  vi.advanceTimersByTime(4_400)
  expect(() => watch.throwIfOver()).not.toThrow()
  watch.textArrived()
  vi.advanceTimersByTime(999)
  expect(() => watch.throwIfOver()).not.toThrow()

  vi.advanceTimersByTime(1)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'stall' }))
  watch.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('F5 counts tool arguments as progress only after the first text', () => {
  const watch = new Watchdog(new AbortController().signal, LIMITS)
  vi.advanceTimersByTime(1_500)
  watch.inputArrived()
  expect(watch.remainingMs).toBe(500)
  watch.textArrived()
  for (let index = 0; index < 5; index += 1) {
    vi.advanceTimersByTime(999)
    watch.inputArrived()
  }
  expect(() => watch.throwIfOver()).not.toThrow()
  vi.advanceTimersByTime(1_000)
  expect(() => watch.throwIfOver()).toThrow(expect.objectContaining({ code: 'stall' }))
})
