import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './hashing.ts'

/** Work that ends when it is told to, or fails then. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { promise, end: resolve, fail: () => reject(new Error('failed')) }
}

test('so many at once and no more, in the order in which they came', async () => {
  const run = limitConcurrency(2)
  const pieces = Array.from({ length: 5 }, work)
  const begun: number[] = []
  const results = pieces.map((piece, index) =>
    run(() => {
      begun.push(index)
      return piece.promise
    }),
  )
  await soon()
  expect(begun).toEqual([0, 1])
  pieces[1]?.end()
  await soon()
  expect(begun).toEqual([0, 1, 2])
  for (const piece of pieces) piece.end()
  await Promise.all(results)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('work that fails makes room too, and its failure is its own', async () => {
  const run = limitConcurrency(1)
  const [first, second] = [work(), work()]
  const results = Promise.allSettled([run(() => first.promise), run(() => second.promise)])
  first.fail()
  second.end()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await expect(run(async () => 'again')).resolves.toBe('again')
})
