import { AsyncLocalStorage } from 'node:async_hooks'
import type { PasswordHashing } from './hashing.ts'

/**
 * Hashing for better-auth, which hashes the password of a sign-up inside its transaction: a crowd would hold every
 * connection of the pool while its hashes wait. `prepare` hashes before the transaction, and better-auth's own call
 * then gets that hash.
 */
export function preparedHashing(passwords: PasswordHashing) {
  const calls = new AsyncLocalStorage<{ prepared?: { password: string; hash: string } }>()
  return {
    /** Runs a call that may prepare a hash. */
    inCall: <T>(call: () => T): T => calls.run({}, call),
    /** Hashes the password of a sign-up for later in this call. @throws {AppError} UNAVAILABLE when too many wait. */
    async prepare(password: string): Promise<void> {
      const hash = await passwords.hash(password, 'sign-ups')
      Object.assign(calls.getStore() ?? {}, { prepared: { password, hash } })
    },
    refuseWhenFull: () => passwords.refuseWhenFull?.(),
    forLibrary: {
      async hash(password: string): Promise<string> {
        const prepared = calls.getStore()?.prepared
        return prepared?.password === password ? prepared.hash : passwords.hash(password)
      },
      verify: passwords.verify,
    },
  }
}

export type PreparedHashing = ReturnType<typeof preparedHashing>
