import { AsyncLocalStorage } from 'node:async_hooks'
import { constraintOf, type Db } from '../../db/connect.ts'

export type Scope = {
  /** The database; inside `atomically`, its transaction. */
  db: Db
  /** Runs `work` in one transaction, including writes through `db` and better-auth. */
  atomically<T>(work: () => Promise<T>): Promise<T>
  isAtomic(): boolean
  /** Runs `call` after the commit; at once outside `atomically`, never after a rollback. */
  afterwards(call: () => void): void
}

/**
 * Runs better-auth's separate writes in our transaction through a proxy of the database, so that a call, our
 * hooks and the audit entry commit together.
 */
export function createScope(base: Db): Scope {
  const open = new AsyncLocalStorage<{ tx: Db; calls: (() => void)[] }>()
  const db = new Proxy(base, {
    get(_target, name) {
      const current = open.getStore()?.tx ?? base
      const value: unknown = Reflect.get(current, name)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
  return {
    db,
    async atomically(work) {
      if (open.getStore()) return work()
      const calls: (() => void)[] = []
      const result = await base.transaction((tx) => open.run({ tx, calls }, work))
      for (const call of calls) call()
      return result
    },
    isAtomic: () => open.getStore() !== undefined,
    afterwards(call) {
      const store = open.getStore()
      if (store) store.calls.push(call)
      else call()
    },
  }
}

/** better-auth's refusal of an address that has an account. */
export const ADDRESS_TAKEN = { code: 'USER_ALREADY_EXISTS', message: 'Este e-mail já tem uma conta.' }

class Refusal extends Error {}

/** Answers as `work` does, and commits only for a successful response. */
export async function answerAtomically(scope: Scope, work: () => Promise<Response>): Promise<Response> {
  let response: Response | undefined
  try {
    return await scope.atomically(async () => {
      response = await work()
      if (!response.ok) throw new Refusal()
      return response
    })
  } catch (error) {
    if (error instanceof Refusal && response) return response
    // Concurrent sign-ups with one address.
    if (constraintOf(error) === 'users_email_key') return Response.json(ADDRESS_TAKEN, { status: 422 })
    throw error
  }
}
