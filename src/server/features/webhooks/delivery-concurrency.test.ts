import { expect, test } from 'vitest'
import { createDeliveryLimit } from './delivery-concurrency.ts'

test('four run at once, others queue in order, and calls beyond the queue’s limit are refused', async () => {
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
  // Finished and failed calls free their slots.
  expect(await inTurn(async () => 'taken')).toBe('taken')
})
