import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '../../db/schema/index.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const account = () => ({
  name: 'Bia Lima',
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
})

const isSignedIn = async (cookie: string) =>
  (await app.visitor().call('GET', '/api/v1/labels', undefined, { Cookie: cookie })).status === 200

const liveSessions = ({ userId }: TestClient) =>
  app.server.deps.db.$count(sessions, eq(sessions.userId, userId))

describe('A12 session fixation', { timeout: 60_000 }, () => {
  test('is prevented: a planted cookie differs from the one after sign-in or sign-up', async () => {
    const mallory = await app.signUp()
    const planted = [mallory.cookie, 'elenco.session_token=plantado.assinatura', 'elenco.session_token=']
    const ana = await app.signUp()
    for (const cookie of planted) {
      for (const [path, body] of [
        ['/sign-up/email', account()],
        ['/sign-in/email', { email: ana.email, password: ana.password }],
      ] as const) {
        const victim = app.visitor()
        const reply = await victim.call('POST', `/api/auth${path}`, body, { Cookie: cookie })
        expect(reply.status).toBe(200)
        expect(victim.cookie).not.toBe('')
        expect(victim.cookie).not.toBe(cookie)
        const seen = await victim.call('GET', '/api/auth/get-session')
        expect(seen.body).toMatchObject({ user: { email: body.email } })
      }
    }
    // The planting user is still only themselves.
    const own = await mallory.call('GET', '/api/auth/get-session')
    expect(own.body).toMatchObject({ user: { email: mallory.email } })
  })

  test('is prevented: each sign-in has its own token, and signing out ends it', async () => {
    const ana = await app.signUp()
    const cookies = [ana.cookie]
    for (let index = 0; index < 3; index += 1) {
      await ana.signIn(ana)
      cookies.push(ana.cookie)
    }
    expect(new Set(cookies).size).toBe(4)
    await ana.call('POST', '/api/auth/sign-out', {})
    expect(await isSignedIn(cookies.at(-1) ?? '')).toBe(false)
  })

  test('is prevented: a new role or password requires a new session', async () => {
    const [ana, boss] = [await app.signUp(), await makePerson(app, 'admin')]
    const { cookie } = ana
    for (const role of ['admin', 'user']) {
      const reply = await boss.call('POST', '/api/auth/admin/set-role', { userId: ana.userId, role })
      expect(reply.status).toBe(200)
      expect(await isSignedIn(cookie)).toBe(false)
      expect(await liveSessions(ana)).toBe(0)
      await ana.signIn(ana)
      expect(await isSignedIn(ana.cookie)).toBe(true)
    }
    const before = ana.cookie
    const body = { currentPassword: ana.password, newPassword: 'Outra-senha-2' }
    expect((await ana.call('POST', '/api/auth/change-password', body)).status).toBe(200)
    expect(await isSignedIn(before)).toBe(false)
    expect(await isSignedIn(ana.cookie)).toBe(true)
  })

  test('is prevented: the token is in the cookie only, out of reach of scripts', async () => {
    const ana = app.visitor()
    const mine = account()
    const replies = [
      await ana.signUp(mine),
      await ana.signIn(mine),
      await ana.call('GET', '/api/auth/get-session'),
      await ana.call('GET', '/api/auth/list-sessions'),
      await ana.call('POST', '/api/auth/change-password', {
        currentPassword: mine.password,
        newPassword: 'Outra-senha-2',
      }),
      await ana.call('GET', '/api/auth/get-session'),
    ]
    const rows = await app.server.deps.db.select().from(sessions)
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      for (const { token } of rows) expect(JSON.stringify(body)).not.toContain(token)
    }
  })
})

describe('A13 cookies', { timeout: 60_000 }, () => {
  const attributesOf = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ')
    return { name: pair.split('=')[0], attributes: attributes.map((it) => it.toLowerCase()) }
  }

  test('over https have the __Host- prefix, HttpOnly and SameSite', async () => {
    const site = await createTestApp({
      APP_URL: 'https://elenco.exemplo',
      GOOGLE_CLIENT_ID: 'cliente',
      GOOGLE_CLIENT_SECRET: 'segredo-do-cliente',
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
    })
    const visitor = site.visitor()
    const response = await visitor.fetch('POST', '/api/auth/sign-up/email', account())
    expect(response.status).toBe(200)
    const lines = response.headers.getSetCookie().map(attributesOf)
    expect(lines.map(({ name }) => name)).toEqual([
      '__Host-elenco.session_token',
      '__Host-elenco.known_device',
    ])
    for (const { attributes } of lines) {
      expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure', 'samesite=lax']))
      expect(attributes.filter((it) => it.startsWith('domain'))).toEqual([])
    }
    expect((await visitor.get('/labels')).status).toBe(200)
    // The same value under a name without the __Host- prefix is ignored.
    const bare = visitor.cookie.replaceAll('__Host-', '')
    const tried = await site.visitor().call('GET', '/api/v1/labels', undefined, { Cookie: bare })
    expect(tried.status).toBe(401)
    const left = await visitor.fetch('POST', '/api/auth/sign-out', {})
    for (const line of left.headers.getSetCookie()) {
      expect(line).toMatch(/^__Host-elenco\..*Max-Age=0.*Path=\/.*Secure/i)
    }
    expect(visitor.cookie).toMatch(/^__Host-elenco\.known_device=[^;]+$/)
    await site.close()
  })

  test('over http on localhost have HttpOnly and SameSite', async () => {
    const response = await app.visitor().fetch('POST', '/api/auth/sign-up/email', account())
    const lines = response.headers.getSetCookie().map(attributesOf)
    expect(lines.map(({ name }) => name)).toEqual(['elenco.session_token', 'elenco.known_device'])
    for (const { attributes } of lines) {
      expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'samesite=lax']))
    }
  })

  test.each([
    ['signed with another secret', (cookie: string) => cookie.replace(/\.[^.;]*;/, `.${'A'.repeat(43)}%3D;`)],
    ['without its signature', (cookie: string) => cookie.replace(/\.[^.;]*;/, ';')],
    ['of length zero', () => 'elenco.session_token='],
  ])('a cookie %s gives no access', async (_what, spoil) => {
    const ana = await app.signUp()
    expect(await isSignedIn(ana.cookie)).toBe(true)
    expect(await isSignedIn(spoil(ana.cookie))).toBe(false)
  })
})
