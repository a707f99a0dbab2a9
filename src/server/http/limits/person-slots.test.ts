import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { PersonSlots, type SlotRules } from './person-slots.ts'

const slotsOf = (rules: Partial<SlotRules>) =>
  new PersonSlots({
    ...{ atOnce: 1, waiting: 10, patienceMs: 10_000 },
    refusal: () => new AppError('RATE_LIMITED', 'Espere'),
    ...rules,
  })

/** Enters, and notes the name when it is in. */
async function enter(slots: PersonSlots, key: string, name: string, begun: string[]): Promise<void> {
  await slots.enter(key)
  begun.push(name)
}

test('waiting ones of one person begin in order', async () => {
  const slots = slotsOf({ atOnce: 2 })
  const begun: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) void enter(slots, 'ana', name, begun)
  await sleep()
  expect(begun).toEqual(['a', 'b'])
  slots.leave('ana')
  await sleep()
  expect(begun).toEqual(['a', 'b', 'c'])
  slots.leave('ana')
  await sleep()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('with a total, people take turns', async () => {
  const slots = slotsOf({ atOnce: 1, total: 2 })
  const begun: string[] = []
  for (const name of ['ana1', 'ana2', 'ana3', 'bia1', 'caio1', 'caio2']) {
    void enter(slots, name.slice(0, -1), name, begun)
  }
  for (const key of ['ana', 'caio', 'bia', 'ana']) {
    await sleep()
    slots.leave(key)
  }
  await sleep()
  expect(begun).toEqual(['ana1', 'bia1', 'caio1', 'ana2', 'caio2', 'ana3'])
})

test('refuses the one beyond those that may wait at once, and a waiting one after its patience', async () => {
  const slots = slotsOf({ waiting: 1, patienceMs: 20 })
  expect(slots.enter('ana')).toBeUndefined()
  const second = slots.enter('ana')
  expect(() => slots.enter('ana')).toThrow('Espere')
  await expect(second).rejects.toThrow('Espere')
  slots.leave('ana')
  expect(slots.enter('ana')).toBeUndefined()
})

test('one that leaves while it waits gives its place to the next', async () => {
  const slots = slotsOf({})
  const begun: string[] = []
  const leaving = new AbortController()
  slots.enter('ana')
  const second = slots.enter('ana', () => leaving.signal)
  void enter(slots, 'ana', 'third', begun)
  leaving.abort()
  await expect(second).rejects.toThrow('Espere')
  await expect(slots.enter('ana', () => AbortSignal.abort())).rejects.toThrow('Espere')
  slots.leave('ana')
  await sleep()
  expect(begun).toEqual(['third'])
})
