import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

// One processor stays for the event loop, and so for every live reply; one thread of Node's four for looking up names.
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3))

/** Runs at most `limit` pieces of work at once, the others in the order in which they came. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // Whoever ends hands its place on, so that nobody can slip in between.
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

const hashing = limitConcurrency(AT_ONCE)

/** better-auth's own hash, which keeps a processor busy for some 70 ms and takes 32 MB, but never on all processors. */
export const passwords = {
  hash: (password: string) => hashing(() => hashPassword(password)),
  verify: (given: { hash: string; password: string }) => hashing(() => verifyPassword(given)),
}
