import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Work that ends or fails on demand. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { promise, end: resolve, fail: () => reject(new Error('failed')) }
}

test('runs up to the limit at once, the rest in order', async () => {
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

test('a failure frees its slot and affects no other work', async () => {
  const run = limitConcurrency(1)
  const [first, second] = [work(), work()]
  const results = Promise.allSettled([run(() => first.promise), run(() => second.promise)])
  first.fail()
  second.end()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await expect(run(async () => 'again')).resolves.toBe('again')
})
