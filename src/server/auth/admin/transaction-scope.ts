import { AsyncLocalStorage } from 'node:async_hooks'
import { constraintOf, type Db } from '../../db/connect.ts'

export type Scope = {
  /** The database; inside of `atomically`, that transaction. */
  db: Db
  /** Stores everything that `work` stores, through `db` and through better-auth, or none of it. */
  atomically<T>(work: () => Promise<T>): Promise<T>
  /** Whether this runs inside of `atomically`. */
  isAtomic(): boolean
  /** Calls this once what is under way is committed, and never when it is not; at once outside of `atomically`. */
  afterwards(call: () => void): void
}

/**
 * better-auth stores one row after the other. Given this scope's `db`, its calls can be part of a transaction of ours:
 * what a call changes, what our hooks add to it and its audit row stand or fall together.
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

/** better-auth's answer for an address that has an account. */
export const ADDRESS_TAKEN = { code: 'USER_ALREADY_EXISTS', message: 'Este e-mail já tem uma conta.' }

class Refusal extends Error {}

/** Answers as `work` does, and keeps what it stored only when the answer is a success. */
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
    // Two who made an account for one address at once.
    if (constraintOf(error) === 'users_email_key') return Response.json(ADDRESS_TAKEN, { status: 422 })
    throw error
  }
}
