import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'
import { codeOf, quantise, similarity } from './quantise.ts'

/** Pseudo-random directions, the same in each run. */
function directions(count: number, dimension: number): Float32Array[] {
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
  return Array.from({ length: count }, () => unit(Array.from({ length: dimension }, next)))
}
const unit = (values: number[]) => {
  const norm = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / norm)
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

test('a stored vector has the sign of each component, and nearly the cosine of the exact one', () => {
  const [first, ...others] = directions(60, 768)
  if (!first) throw new Error('no vectors')
  const stored = quantise(first)
  expect(stored.code).toHaveLength(768)
  expect(stored.vector).toHaveLength(768)
  expect([...stored.code].map((bit) => bit === '1')).toEqual([...first].map((value) => value > 0))
  expect(codeOf(first)).toBe(stored.code)
  for (const other of [first, ...others]) {
    expect(Math.abs(similarity(other, stored) - dot(other, first))).toBeLessThan(0.005)
  }
})

test('bytes that are part of a larger buffer are read from their place', () => {
  const stored = quantise(Float32Array.from([0.6, -0.8]))
  const whole = new Uint8Array([9, 9, 9, ...stored.vector, 9])
  const vector = whole.subarray(3, 5)
  expect(similarity(Float32Array.from([0.6, -0.8]), { ...stored, vector })).toBeCloseTo(1, 2)
})

test('an id in both lists goes before the first of one list; ties keep the first list’s order', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['d', 'c', 'e'],
    ]),
  ).toEqual(['c', 'a', 'd', 'b', 'e'])
  expect(fuseRanks([['a', 'b'], []])).toEqual(['a', 'b'])
  expect(fuseRanks([[], ['x']])).toEqual(['x'])
})
