import { expect, test } from 'vitest'
import { createDeliveryLimit } from './delivery-concurrency.ts'

test('four at once, the others in their order, and beyond those that may wait nobody', async () => {
  const inTurn = createDeliveryLimit()
  const begun: number[] = []
  const gate = Promise.withResolvers<void>()
  const work = async (which: number) => {
    begun.push(which)
    await gate.promise
    if (which % 2 === 1) throw new Error('it failed')
  }
  const all = Array.from({ length: 204 }, (_, which) => inTurn(() => work(which)))
  const ends = Promise.allSettled(all)
  expect(begun).toEqual([0, 1, 2, 3])
  await expect(inTurn(async () => {})).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 30 })
  gate.resolve()
  expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(102)
  expect(begun).toEqual(Array.from({ length: 204 }, (_, which) => which))
  // What ended, or failed, left its place to others.
  expect(await inTurn(async () => 'taken')).toBe('taken')
})
