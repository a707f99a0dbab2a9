import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { createMailQueue } from './queue.ts'

function failingQueue(pausesMs: number[]) {
  const pauses: number[] = []
  const lost: [item: string, error?: unknown][] = []
  const tries: PromiseWithResolvers<void>[] = []
  const queue = createMailQueue<string>({
    concurrency: 2,
    limit: 3,
    pausesMs,
    isFinal: () => false,
    deliver: () => {
      const attempt = Promise.withResolvers<void>()
      tries.push(attempt)
      return attempt.promise
    },
    onRetry: (_item, _error, inMs) => pauses.push(inMs),
    onLost: (...of) => lost.push(of),
  })
  return { queue, pauses, lost, tries }
}

test('pauses follow the configuration, with jitter of up to half', async () => {
  const { queue, pauses, lost, tries } = failingQueue([10, 40])
  queue.add('a')
  for (let count = 1; count <= 3; count += 1) {
    await eventually(() => expect(tries).toHaveLength(count))
    tries[count - 1]?.reject(new Error(`try ${count}`))
  }
  await eventually(() => expect(lost).toEqual([['a', new Error('try 3')]]))
  expect(pauses).toHaveLength(2)
  for (const [index, longest] of [10, 40].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(longest / 2)
    expect(pauses[index]).toBeLessThanOrEqual(longest)
  }
})

test('starts asynchronously, and respects concurrency and limit', async () => {
  const { queue, tries } = failingQueue([])
  expect(['a', 'b', 'c', 'd'].map((item) => queue.add(item))).toEqual([true, true, true, false])
  expect(tries).toHaveLength(0)
  await nextTurn()
  expect(tries).toHaveLength(2)
  tries[0]?.resolve()
  await eventually(() => expect(tries).toHaveLength(3))
  expect(queue.add('e')).toBe(true)
})

test('an item lost at closing is reported once, despite later events', async () => {
  const { queue, lost, tries } = failingQueue([10])
  for (const item of ['a', 'b', 'c']) queue.add(item)
  await nextTurn()
  await queue.close(0)
  expect(lost).toEqual([['a'], ['b'], ['c']])
  tries[0]?.reject(new Error('too late'))
  tries[1]?.resolve()
  await nextTurn()
  expect(lost).toHaveLength(3)
  expect(tries).toHaveLength(2)
  expect(queue.add('d')).toBe(false)
})
