import { expect, test } from 'vitest'
import { batchDelayAt } from './read-batching.ts'

test('nothing rests while the process has time, and the more the less it has', () => {
  const rests = [0, 0.4, 0.55, 0.7, 0.85, 1].map(batchDelayAt)
  expect(rests).toEqual([0, 0, 20, 40, 60, 80])
})
