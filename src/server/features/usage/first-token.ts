const FIRST_BOUND_MS = 50
const LAST_BOUND_MS = 180_000
const STEP = 1.25

/**
 * Where one bucket of `usage_days.firstTokenBuckets` ends and the next begins, in milliseconds: a quarter more each time, so
 * that a percentile is never off by more than that. What is stored was counted with these: they are never changed.
 */
export const FIRST_TOKEN_BOUNDS: readonly number[] = (() => {
  const bounds: number[] = []
  for (let bound = FIRST_BOUND_MS; bound < LAST_BOUND_MS; bound *= STEP) bounds.push(Math.round(bound))
  return bounds
})()

/** So many of all were no slower than this, in milliseconds; `share` is above 0 and at most 1. Null of nothing. */
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
    // Nothing is known of how slow the slowest were.
    const high = FIRST_TOKEN_BOUNDS[bucket] ?? low
    return Math.round(low + ((high - low) * (rank - before)) / count)
  }
}
