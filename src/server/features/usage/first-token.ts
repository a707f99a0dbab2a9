const FIRST_BOUND_MS = 50
const LAST_BOUND_MS = 180_000
const STEP = 1.25

/**
 * Bucket bounds of `usage_days.firstTokenBuckets` in milliseconds. Each is a quarter larger, so a percentile
 * is off by at most that. Stored figures depend on them, so they never change.
 */
export const FIRST_TOKEN_BOUNDS: readonly number[] = (() => {
  const bounds: number[] = []
  for (let bound = FIRST_BOUND_MS; bound < LAST_BOUND_MS; bound *= STEP) bounds.push(Math.round(bound))
  return bounds
})()

/**
 * The time in milliseconds that this share of replies did not exceed; `share` is above 0 and at most 1. Null
 * without replies.
 */
export function percentile(buckets: ReadonlyMap<number, number>, share: number): number | null {
  let total = 0
  for (const count of buckets.values()) total += count
  if (total === 0) return null
  const rank = Math.ceil(total * share)
  let before = 0
  for (let bucket = 0; ; bucket += 1) {
    const count = buckets.get(bucket) ?? 0
    if (before + count < rank) {
      before += count
      continue
    }
    const low = FIRST_TOKEN_BOUNDS[bucket - 1] ?? 0
    // The last bucket has no upper bound.
    const high = FIRST_TOKEN_BOUNDS[bucket] ?? low
    return Math.round(low + ((high - low) * (rank - before)) / count)
  }
}
