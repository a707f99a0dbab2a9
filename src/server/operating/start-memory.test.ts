import { expect, test } from 'vitest'
import { releaseMemory } from './start-memory.ts'

const MEGABYTE = 1024 * 1024

test('memory that nothing refers to is given back', async () => {
  let held: unknown[] | undefined = Array.from({ length: 500_000 }, (_, index) => ({ index }))
  const before = process.memoryUsage()
  expect(held).toHaveLength(500_000)
  held = undefined
  await releaseMemory()
  const after = process.memoryUsage()
  expect(before.heapUsed - after.heapUsed).toBeGreaterThan(10 * MEGABYTE)
  expect(before.heapTotal - after.heapTotal).toBeGreaterThan(10 * MEGABYTE)
})
