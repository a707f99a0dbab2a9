import { vi } from 'vitest'

/** Waits until `check` no longer throws; 20 seconds at most, which only a broken program needs. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
