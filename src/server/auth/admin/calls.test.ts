import { APIError } from 'better-auth/api'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { adminCalls } from './calls.ts'

/** A stub of better-auth that refuses to create a user. */
const refusing = (code: string) => {
  const refuse = () => Promise.reject(new APIError('BAD_REQUEST', { code, message: 'User already exists.' }))
  const api = {
    createUser: refuse,
    adminUpdateUser: refuse,
    setRole: refuse,
    banUser: refuse,
    unbanUser: refuse,
  }
  const scope = {
    db: {} as Db,
    atomically: <T>(work: () => Promise<T>) => work(),
    isAtomic: () => true,
    afterwards: () => undefined,
  }
  return adminCalls(api, scope)
}
const BIA = { name: 'Bia', email: 'bia@exemplo.com.br', password: 'senha-segura-1', role: 'user' as const }

// Our check runs first, so an error of the library means a race.
test.each(['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])(
  'an existing address is a CONFLICT with a Portuguese text: %s',
  async (code) => {
    await expect(refusing(code).createUser(new Headers(), BIA)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { email: 'Este e-mail já tem uma conta.' },
    })
  },
)
