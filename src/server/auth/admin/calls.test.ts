import { APIError } from 'better-auth/api'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { adminCalls } from './calls.ts'

/** better-auth as far as it refuses to create somebody. */
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

// Ours looks before the library does: what the library finds came in between.
test.each(['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])(
  'an address that is taken is a conflict, and said in Portuguese: %s',
  async (code) => {
    await expect(refusing(code).createUser(new Headers(), BIA)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { email: 'Este e-mail já tem uma conta.' },
    })
  },
)
