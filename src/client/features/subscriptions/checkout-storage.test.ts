import { describe, expect, it, vi } from 'vitest'
import { CheckoutStorage } from './checkout-storage.ts'

function fixture() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const clock = { now: 1_000_000 }
  const open = () =>
    new CheckoutStorage(
      () => storage,
      () => clock.now,
    )
  return { clock, open, items }
}

describe('CheckoutMemory', () => {
  it('is there after a reload, for the person that was sent only', () => {
    const { open } = fixture()
    open().remember({ userId: 'ana', planId: 'free', wasEnding: false })
    expect(open().of('ana')).toEqual({ userId: 'ana', planId: 'free', wasEnding: false, at: 1_000_000 })
    expect(open().of('bia')).toBeUndefined()
  })

  it('knows whether the plan was ending, to see the same plan bought again', () => {
    const { open } = fixture()
    open().remember({ userId: 'ana', planId: 'creator', wasEnding: true })
    expect(open().of('ana')).toEqual({ userId: 'ana', planId: 'creator', wasEnding: true, at: 1_000_000 })
  })

  it('waits an hour and no longer', () => {
    const { open, clock } = fixture()
    const memory = open()
    memory.remember({ userId: 'ana', planId: 'free', wasEnding: false })
    clock.now += 60 * 60_000 - 1
    expect(memory.of('ana')).toBeDefined()
    clock.now += 1
    expect(memory.of('ana')).toBeUndefined()
  })

  it('ignores a checkout from the future', () => {
    const { open, clock } = fixture()
    const memory = open()
    memory.remember({ userId: 'ana', planId: 'free', wasEnding: false })
    clock.now -= 1
    expect(memory.of('ana')).toBeUndefined()
  })

  it('tells who listens, and leaves nothing behind when it forgets', () => {
    const { open, items } = fixture()
    const memory = open()
    const listener = vi.fn()
    const leave = memory.subscribe(listener)
    memory.remember({ userId: 'ana', planId: 'free', wasEnding: false })
    memory.forget()
    expect(listener).toHaveBeenCalledTimes(2)
    expect(items.size).toBe(0)
    leave()
    memory.remember({ userId: 'ana', planId: 'free', wasEnding: false })
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it.each(['', 'ana', 'ana free', 'ana free nunca', 'ana free 99999999'])('makes nothing of %j', (text) => {
    const { open, items } = fixture()
    items.set('elenco-checkout', text)
    expect(open().of('ana')).toBeUndefined()
  })

  it('a storage that refuses only costs the memory', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    const memory = new CheckoutStorage(refuse)
    memory.remember({ userId: 'ana', planId: 'free', wasEnding: false })
    expect(memory.of('ana')).toBeUndefined()
  })
})
