import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FIRST_TOKEN_BOUNDS, percentile } from './first-token.ts'

const bucketOf = (ms: number) => FIRST_TOKEN_BOUNDS.filter((bound) => bound <= ms).length

function bucketed(times: number[]): Map<number, number> {
  const buckets = new Map<number, number>()
  for (const ms of times) buckets.set(bucketOf(ms), (buckets.get(bucketOf(ms)) ?? 0) + 1)
  return buckets
}

it('the bucket bounds are fixed, because stored figures depend on them', () => {
  expect(FIRST_TOKEN_BOUNDS.slice(0, 6)).toEqual([50, 63, 78, 98, 122, 153])
  expect(FIRST_TOKEN_BOUNDS).toHaveLength(37)
  expect(FIRST_TOKEN_BOUNDS.at(-1)).toBe(154_074)
})

it('a percentile is null without figures', () => {
  expect(percentile(new Map(), 0.5)).toBeNull()
})

it('a percentile is in the same bucket as the exact percentile', () => {
  const times = fc.array(fc.nat({ max: 150_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95), (all, share) => {
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
      const found = percentile(bucketed(all), share) ?? -1
      expect(found).toBeGreaterThanOrEqual(FIRST_TOKEN_BOUNDS[bucketOf(exact) - 1] ?? 0)
      expect(found).toBeLessThanOrEqual(FIRST_TOKEN_BOUNDS[bucketOf(exact)] ?? Number.POSITIVE_INFINITY)
    }),
  )
})

it('a percentile is the lower bound in the last bucket', () => {
  expect(percentile(bucketed([10_000_000]), 0.95)).toBe(FIRST_TOKEN_BOUNDS.at(-1))
})
