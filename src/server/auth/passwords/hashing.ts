import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { limitConcurrency } from '../../http/limit-concurrency.ts'

// Leaves one processor for the event loop, and one of Node's four pool threads for DNS lookups.
const MAX_CONCURRENT = Math.max(1, Math.min(availableParallelism() - 1, 3))

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
