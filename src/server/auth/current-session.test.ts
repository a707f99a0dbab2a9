import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../db/schema/index.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the current session is answered as better-auth itself answers it', async () => {
  const visitor = app.visitor()
  await visitor.signUp({
    name: 'Bia Lima',
    email: `${randomUUID()}@exemplo.com.br`,
    password: 'senha-segura-1',
    phoneNumber: '11987654321',
    termsAccepted: true,
  })
  const own = await visitor.call('GET', '/api/auth/get-session')
  // A query leaves the call to better-auth.
  const library = await visitor.call('GET', '/api/auth/get-session?disableRefresh=true')
  expect(own.body).toMatchObject({ user: { id: visitor.userId }, session: { userId: visitor.userId } })
  expect(own.body).toEqual(library.body)
})

test('a session is extended, with its cookie, once it is a day old', async () => {
  const visitor = await app.signUp()
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000)
  const { db } = app.server.deps
  const ofVisitor = eq(sessions.userId, visitor.userId)
  const fresh = await fetch(`${app.baseUrl}/api/auth/get-session`, { headers: { cookie: visitor.cookie } })
  expect(fresh.headers.getSetCookie()).toEqual([])
  await db
    .update(sessions)
    .set({ expiresAt: days(28.5) })
    .where(ofVisitor)
  const renewed = await fetch(`${app.baseUrl}/api/auth/get-session`, {
    headers: { cookie: visitor.cookie },
  })
  expect(renewed.headers.getSetCookie().join()).toContain('session_token=')
  const [row] = await db.select().from(sessions).where(ofVisitor)
  expect(row?.expiresAt.getTime()).toBeGreaterThan(days(29.9).getTime())
})

test('a cookie with a wrong signature opens no session', async () => {
  const visitor = await app.signUp()
  const [name = '', value = ''] = visitor.cookie.split('=')
  const [token] = decodeURIComponent(value).split('.')
  const forged = `${token}.${Buffer.alloc(32, 1).toString('base64')}`
  const headers = { cookie: `${name}=${encodeURIComponent(forged)}` }
  expect(await (await fetch(`${app.baseUrl}/api/auth/get-session`, { headers })).json()).toBeNull()
  expect((await fetch(`${app.baseUrl}/api/v1/chats`, { headers })).status).toBe(401)
})
