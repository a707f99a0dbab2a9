import { expect, test } from 'vitest'
import { batchDelayAt } from './read-batching.ts'

test('the delay is 0 when idle and grows with load', () => {
  const rests = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1].map(batchDelayAt)
  expect(rests).toEqual([0, 0, 20, 40, 60, 80, 80])
})
