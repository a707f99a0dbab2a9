import { vi } from 'vitest'

/** Retries `check` until it stops throwing, for at most 20 seconds. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
