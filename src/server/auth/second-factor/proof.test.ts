import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Enrolment } from '#shared/contract/second-factor.ts'
import { sessions, users } from '../../db/schema/index.ts'
import { Authenticator } from '../../testing/clients/authenticator.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // The clock stands, so that no code expires while a test runs.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const db = () => app.server.deps.db
const codeOf = (reply: Reply) => reply.error?.code ?? Object(reply.body).code
async function signUpAdmin(): Promise<TestClient> {
  const boss = await app.signUp()
  await db().update(users).set({ role: 'admin' }).where(eq(users.id, boss.userId))
  return boss
}

const auth = (who: TestClient, path: string, body: object = {}) => who.call('POST', `/api/auth${path}`, body)
const RULES = '/api/v1/admin/sign-in-rules'

async function age(who: TestClient, minutes: number): Promise<void> {
  const past = new Date(Date.now() - minutes * 60_000)
  await db().update(sessions).set({ provedAt: past, factorAt: null }).where(eq(sessions.userId, who.userId))
}

async function enrol(who: TestClient): Promise<Authenticator> {
  const { body } = await auth(who, '/two-factor/enable', { password: who.password })
  const phone = new Authenticator((body as Enrolment).totpURI)
  await auth(who, '/two-factor/verify-totp', { code: await phone.code(-1) })
  return phone
}

describe('ten minutes after the last proof', () => {
  type Act = (boss: TestClient, subject: TestClient) => Promise<Reply>
  const ACTS: Record<string, Act> = {
    impersonation: (boss, { userId }) =>
      auth(boss, '/admin/impersonate-user', { userId, reason: 'Pedido de ajuda' }),
    'a role': (boss, { userId }) => auth(boss, '/admin/set-role', { userId, role: 'admin' }),
    'a role by the App API': (boss, { userId }) =>
      boss.call('PATCH', `/api/v1/users/admin/${userId}`, { role: 'admin' }),
    'a new administrator': (boss) =>
      boss.post('/users/admin', {
        name: 'Nova',
        email: 'n@exemplo.com.br',
        password: 'Senha-segura-77',
        role: 'admin',
      }),
    'a ban': (boss, { userId }) => auth(boss, '/admin/ban-user', { userId }),
    'a ban by the App API': (boss, { userId }) => boss.post(`/users/admin/${userId}/ban`, {}),
    'the end of a ban': (boss, { userId }) => auth(boss, '/admin/unban-user', { userId }),
    "somebody's password": (boss, { userId }) =>
      auth(boss, '/admin/set-user-password', { userId, newPassword: 'Outra-senha-77' }),
    'a deletion': (boss, { userId }) => auth(boss, '/admin/remove-user', { userId }),
    'the export of people': (boss) => boss.get('/users/admin/export'),
    "a plan's price": (boss) => boss.post('/plans/admin', {}),
    'a key': (boss) => boss.post('/credentials', {}),
    'the rules of the house': (boss) => boss.call('PUT', RULES, { administratorsFrom: null }),
    'codes of an app': (boss) => auth(boss, '/two-factor/enable', { password: boss.password }),
    'a passkey': (boss) => boss.call('GET', '/api/auth/passkey/generate-register-options'),
  }

  test.each(Object.keys(ACTS))('%s asks for another one', async (name) => {
    const act = ACTS[name]
    if (!act) throw new Error(name)
    const boss = await signUpAdmin()
    const subject = await app.signUp()
    await age(boss, 11)
    const refused = await act(boss, subject)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await boss.post('/me/proof', { password: 'errada-errada-1' })).status).toBe(400)
    expect(codeOf(await act(boss, subject))).toBe('STEP_UP_REQUIRED')
    expect((await boss.post('/me/proof', { password: boss.password })).status).toBe(200)
    expect(codeOf(await act(boss, subject))).not.toBe('STEP_UP_REQUIRED')
  })

  test('a proof counts in its own session only', async () => {
    const boss = await signUpAdmin()
    const other = app.visitor()
    await other.signIn(boss)
    await age(boss, 11)
    await other.post('/me/proof', { password: boss.password })
    expect((await other.get('/users/admin/export')).status).toBe(200)
    expect(codeOf(await boss.get('/users/admin/export'))).toBe('STEP_UP_REQUIRED')
  })

  test('an account that is deleted needs the code besides the password, where sign-ins do', async () => {
    const ana = await app.signUp()
    const phone = await enrol(ana)
    await age(ana, 11)
    const body = { password: ana.password }
    expect(codeOf(await auth(ana, '/delete-user', body))).toBe('STEP_UP_REQUIRED')
    await ana.post('/me/proof', { code: await phone.code() })
    expect((await auth(ana, '/delete-user', body)).status).toBe(200)
  })

  test('guesses of a code in an open session are slowed down', async () => {
    const limited = await createTestApp({ RATE_LIMITS: 'on' })
    try {
      const ana = await limited.signUp()
      const phone = await enrol(ana)
      const statuses: number[] = []
      for (let guess = 0; guess < 7; guess += 1) {
        statuses.push((await ana.post('/me/proof', { code: await phone.wrongCode() })).status)
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
      expect((await ana.post('/me/proof', { code: await phone.code() })).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('where the house demands a second factor of administrators', () => {
  const demand = (boss: TestClient, from: Date | null) =>
    boss.call('PUT', RULES, { administratorsFrom: from?.toISOString() ?? null })

  test('those without one reach their own pages only, from the date on', async () => {
    const boss = await signUpAdmin()
    const ana = await app.signUp()
    expect((await demand(boss, new Date(Date.now() + 60_000))).status).toBe(200)
    expect((await boss.get('/users/admin')).status).toBe(200)
    expect((await boss.get('/me/security')).data).toMatchObject({ requiredFrom: expect.any(String) })
    expect((await ana.get('/me/security')).data).toMatchObject({ requiredFrom: null })

    await demand(boss, new Date(Date.now() - 1_000))
    for (const reply of [
      await boss.get('/users/admin'),
      await auth(boss, '/admin/set-role', { userId: ana.userId, role: 'admin' }),
      await boss.call('GET', '/api/auth/admin/list-users'),
      await demand(boss, null),
    ]) {
      expect([reply.status, codeOf(reply)]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    }
    expect((await boss.get('/chats')).status).toBe(200)
    expect((await ana.get('/me')).status).toBe(200)

    await enrol(boss)
    expect((await boss.get('/users/admin')).status).toBe(200)
    expect((await boss.get('/audit/admin')).body).toMatchObject({
      data: {
        items: expect.arrayContaining([expect.objectContaining({ action: 'settings.sign-in-rules' })]),
      },
    })
    expect((await demand(boss, null)).status).toBe(200)
  })

  test('a session that no code has proved is asked for one', async () => {
    const boss = await signUpAdmin()
    const phone = await enrol(boss)
    await demand(boss, new Date(Date.now() - 1_000))
    await age(boss, 1)
    expect(codeOf(await boss.get('/users/admin'))).toBe('STEP_UP_REQUIRED')
    await boss.post('/me/proof', { code: await phone.code() })
    expect((await boss.get('/users/admin')).status).toBe(200)
    expect((await demand(boss, null)).status).toBe(200)
  })

  test('others may not read or change the rule', async () => {
    const ana = await app.signUp()
    expect((await ana.call('GET', RULES)).status).toBe(403)
    expect((await demand(ana, null)).status).toBe(403)
    expect((await app.visitor().call('GET', RULES)).status).toBe(401)
  })
})
