import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

// Leaves one processor for the event loop, and one of Node's four pool threads for DNS lookups.
const MAX_CONCURRENT = Math.max(1, Math.min(availableParallelism() - 1, 3))

/** Limits concurrency to `limit`; further work waits in order. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // The slot is handed over directly, so that new work cannot overtake.
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const hashing = limitConcurrency(MAX_CONCURRENT)

export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's hash takes about 70 ms and 32 MB; the limit keeps a processor free. */
export const passwords: PasswordHashing = {
  hash: (password: string) => hashing(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }) => hashing(() => verifyPassword(given)),
}
