import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createEmailVerificationToken } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { installation, sessions, subscriptions, termsAcceptances, users } from '../db/schema/index.ts'
import { FREE_PLAN_ID } from '../db/seed/plans.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { hasError } from '../testing/test-client.ts'

const SECRET = 'um-segredo-de-teste-com-mais-de-32-letras'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const account = (over: Record<string, unknown> = {}) => ({
  name: 'Bia Lima',
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
  ...over,
})

const rowOf = async (userId: string) => {
  const [row] = await app.server.deps.db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new Error('no such user')
  return row
}

test('the suite runs in better-auth’s production mode', () => {
  expect(process.env.NODE_ENV).toBe('production')
  expect(process.env.TEST).toBeFalsy()
})

describe('sign-up', () => {
  test('opens a session, stores the user and creates the automatic subscription', async () => {
    const visitor = app.visitor()
    const email = `${randomUUID()}@EXEMPLO.com.br`
    const reply = await visitor.signUp({
      ...account(),
      email,
      phoneNumber: '11987654321',
      termsAccepted: true,
    })
    expect(reply.status).toBe(200)
    const current = await visitor.call('GET', '/api/auth/get-session')
    expect(current.body).toMatchObject({
      user: { name: 'Bia Lima', email: email.toLowerCase(), phoneNumber: '11987654321' },
    })
    expect((await rowOf(visitor.userId)).termsAcceptedAt).toBeInstanceOf(Date)
    const accepted = await app.server.deps.db
      .select()
      .from(termsAcceptances)
      .where(eq(termsAcceptances.userId, visitor.userId))
    expect(accepted).toMatchObject([{ version: TERMS_VERSION, acceptedAt: expect.any(Date) }])
    const owned = await app.server.deps.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, visitor.userId))
    expect(owned).toMatchObject([{ planId: FREE_PLAN_ID, provider: 'auto', status: 'active' }])
  })

  test('the cookie is for this origin only, and HttpOnly', async () => {
    const response = await app.visitor().fetch('POST', '/api/auth/sign-up/email', account())
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
  })

  test.each([
    ['name', { name: '  ' }, 'O nome é obrigatório'],
    ['name with a line break', { name: 'Ana\r\nBcc: x' }, 'O nome tem caracteres inválidos'],
    ['email', { email: 'bia@' }, 'Email inválido'],
    ['password', { password: '1234567' }, 'A senha deve ter no mínimo 8 caracteres'],
    ['phone', { phoneNumber: '123456789' }, 'Telefone deve conter 10 ou 11 dígitos'],
    ['a name that is no text', { name: { $gt: '' } }, 'O nome é obrigatório'],
  ])('refuses a wrong %s with its text', async (_what, over, text) => {
    const reply = await app.visitor().signUp(account(over) as never)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'VALIDATION_ERROR', message: text })
  })

  test('without consent no acceptance is stored', async () => {
    const ana = await app.signUp()
    expect((await rowOf(ana.userId)).termsAcceptedAt).toBeNull()
    const { db } = app.server.deps
    expect(await db.$count(termsAcceptances, eq(termsAcceptances.userId, ana.userId))).toBe(0)
  })

  test('drops unknown fields', async () => {
    const visitor = app.visitor()
    expect(
      (await visitor.signUp(account({ favorito: 'x', image: 'javascript:alert(1)' }) as never)).status,
    ).toBe(200)
    expect((await rowOf(visitor.userId)).image).toBeNull()
  })

  test('refuses an address that has an account', async () => {
    const ana = await app.signUp()
    const reply = await app.visitor().signUp(account({ email: ana.email.toUpperCase() }) as never)
    expect(reply.status).toBe(422)
    expect(hasError(reply, 'USER_ALREADY_EXISTS')).toBe(true)
  })
})

describe('sign-in', () => {
  test('with the right password opens a new session each time', async () => {
    const ana = await app.signUp()
    const other = app.visitor()
    expect((await other.signIn(ana)).status).toBe(200)
    const rows = await app.server.deps.db.select().from(sessions).where(eq(sessions.userId, ana.userId))
    expect(new Set(rows.map(({ token }) => token)).size).toBe(2)
  })

  test('answers a wrong password and an unknown address alike', async () => {
    const ana = await app.signUp()
    const wrong = await app.visitor().signIn({ email: ana.email, password: 'outra-senha-1' })
    const unknown = await app.visitor().signIn({ email: 'ninguem@exemplo.com.br', password: 'outra-senha-1' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(unknown.status).toBe(401)
  })
})

describe('a ban', () => {
  test('blocks existing sessions, except to sign out', async () => {
    const ana = await app.signUp()
    const { db } = app.server.deps
    const ban = (banned: boolean, banExpires: Date | null = null) =>
      db.update(users).set({ banned, banExpires }).where(eq(users.id, ana.userId))
    const tried = async () => [
      (await ana.get('/labels')).status,
      (await ana.call('POST', '/api/auth/update-user', { bio: 'Ainda aqui' })).status,
      (await ana.call('POST', '/api/auth/revoke-other-sessions', {})).status,
      (await app.visitor().signIn(ana)).status,
      (await ana.call('GET', '/api/auth/get-session')).body === null,
    ]
    await ban(true)
    expect(await tried()).toEqual([403, 403, 403, 403, true])
    expect((await rowOf(ana.userId)).bio).toBeNull()
    await ban(true, new Date(Date.now() + 60_000))
    expect(await tried()).toEqual([403, 403, 403, 403, true])
    // An expired ban has no effect.
    await ban(true, new Date(Date.now() - 60_000))
    expect(await tried()).toEqual([200, 200, 200, 200, false])
    await ban(true)
    expect((await ana.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
  })
})

describe('sign-out', () => {
  test('ends the session on the server, not only in the browser', async () => {
    const ana = await app.signUp()
    const { cookie } = ana
    expect((await ana.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
    const replay = await ana.call('GET', '/api/v1/agents', undefined, { Cookie: cookie })
    expect(replay.status).toBe(401)
  })
})

describe('A7 unpublished calls of better-auth', () => {
  test.each([
    ['POST', '/change-email'],
    ['POST', '/forget-password'],
    ['POST', '/link-social'],
    ['POST', '/unlink-account'],
    ['GET', '/list-accounts'],
    ['POST', '/get-access-token'],
    ['POST', '/refresh-token'],
    ['GET', '/account-info'],
    ['POST', '/update-session'],
    ['POST', '/set-password'],
    ['POST', '/verify-password'],
    ['GET', '/callback/github'],
    ['GET', '/error'],
    ['POST', '//sign-up/email'],
  ])('%s %s is not offered', async (method, path) => {
    const ana = await app.signUp()
    const body = method === 'GET' ? undefined : {}
    expect((await ana.call(method, `/api/auth${path}`, body)).status).toBe(404)
  })
})

describe('update-user', () => {
  test('changes own fields, within the contract', async () => {
    const ana = await app.signUp()
    const change = (body: unknown) => ana.call('POST', '/api/auth/update-user', body)
    expect((await change({ name: 'Ana Nova', bio: 'Vendo cursos.' })).status).toBe(200)
    expect((await change({ image: 'javascript:alert(1)' })).status).toBe(400)
    expect((await change({ role: 'admin' })).status).toBe(400)
    expect(await rowOf(ana.userId)).toMatchObject({ name: 'Ana Nova', bio: 'Vendo cursos.', image: null })
  })
})

describe('A26 the first administrator', () => {
  const fresh = async (variables: Record<string, string>) => {
    const other = await createTestApp(variables)
    return { other, [Symbol.asyncDispose]: () => other.close() }
  }
  const roleOf = async (other: TestApp, id: string) => {
    const [row] = await other.server.deps.db.select().from(users).where(eq(users.id, id))
    return row?.role
  }

  test('the first account on this machine, and no later one', async () => {
    await using context = await fresh({})
    const first = await context.other.signUp()
    const second = await context.other.signUp()
    expect(await roleOf(context.other, first.userId)).toBe('admin')
    expect(await roleOf(context.other, second.userId)).toBe('user')
  })

  test('exactly one when several sign up together', async () => {
    await using context = await fresh({})
    const people = await Promise.all(Array.from({ length: 6 }, () => context.other.signUp()))
    const roles = await Promise.all(people.map(({ userId }) => roleOf(context.other, userId)))
    expect(roles.filter((role) => role === 'admin')).toHaveLength(1)
  })

  test.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto'])(
    'no account through a proxy (%s)',
    async (header) => {
      await using context = await fresh({})
      const visitor = context.other.visitor()
      await visitor.call('POST', '/api/auth/sign-up/email', account(), { [header]: 'for=127.0.0.1' })
      const rows = await context.other.server.deps.db.select().from(users)
      expect(rows.map(({ role }) => role)).toEqual(['user'])
    },
  )

  test('not through a proxy that adds no header, as its Host shows', async () => {
    await using context = await fresh({})
    const { other } = context
    const asked = account()
    const body = JSON.stringify(asked)
    const headers = { Host: 'elenco.exemplo', Origin: other.appUrl, 'Content-Type': 'application/json' }
    // fetch() sets its own Host.
    const [answer] = await once(
      request(`${other.baseUrl}/api/auth/sign-up/email`, { method: 'POST', headers }).end(body),
      'response',
    )
    expect(answer.resume().statusCode).toBe(200)
    const rows = await other.server.deps.db.select().from(users)
    expect(rows.map(({ role }) => role)).toEqual(['user'])
  })

  test('beyond loopback the holder of the printed token, once', async () => {
    await using context = await fresh({ APP_URL: 'https://elenco.exemplo' })
    const { other } = context
    const token = new URL(other.server.setupUrl ?? '').searchParams.get('setup') ?? ''
    const plain = await other.signUp()
    expect(await roleOf(other, plain.userId)).toBe('user')

    const wrong = await other.visitor().signUp(account({ setupToken: `${token}x` }) as never)
    expect(wrong.body).toMatchObject({ code: 'SETUP_TOKEN_INVALID' })

    const both = await Promise.all(
      [other.visitor(), other.visitor()].map(async (visitor) => {
        const reply = await visitor.signUp(account({ setupToken: token }) as never)
        return reply.status === 200 ? roleOf(other, visitor.userId) : undefined
      }),
    )
    expect(both.filter((role) => role === 'admin')).toHaveLength(1)

    const late = await other.visitor().signUp(account({ setupToken: token }) as never)
    expect(late.body).toMatchObject({ code: 'SETUP_TOKEN_INVALID' })
    await other.restart()
    expect(other.server.setupUrl).toBeUndefined()
    expect(other.logs.join('')).not.toContain(token)
  })

  test('the token is stored as a hash', async () => {
    await using context = await fresh({ APP_URL: 'https://elenco.exemplo' })
    const [row] = await context.other.server.deps.db.select().from(installation)
    expect(row?.setupTokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(context.other.server.setupUrl).not.toContain(row?.setupTokenHash)
  })

  test('with ADMIN_EMAIL that account, once its address is verified', async () => {
    await using context = await fresh({ ADMIN_EMAIL: 'Dona@exemplo.com.br', SECRET })
    const { other } = context
    const dona = other.visitor()
    await dona.signUp(account({ email: 'dona@exemplo.com.br' }) as never)
    expect(await roleOf(other, dona.userId)).toBe('user')
    expect(other.server.setupUrl).toBeUndefined()
    const token = await createEmailVerificationToken(SECRET, 'dona@exemplo.com.br')
    await other.visitor().fetch('GET', `/api/auth/verify-email?token=${token}`)
    expect(await roleOf(other, dona.userId)).toBe('admin')
  })
})
