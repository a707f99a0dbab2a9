import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditEntries, chats, sessions, subscriptions, users } from '../../db/schema/index.ts'
import { makeBusiness } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makeAttachment, makeConversation, makePerson } from '../../testing/factories/people.ts'
import { documentedRoutes, expectedFor, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Ada'))
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const admin = (client: TestClient, call: string, body: object = {}) =>
  client.call('POST', `/api/auth/admin/${call}`, body)
const current = async (client: TestClient) =>
  Object((await client.call('GET', '/api/auth/get-session')).body) as {
    user?: { id: string; name: string }
    session?: { impersonatedBy: string | null; impersonatedByName?: string; expiresAt: string }
  }

/** An administrator who impersonates a user. */
async function impersonating() {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  const { cookie: before } = boss
  const started = await admin(boss, 'impersonate-user', { userId: ana.userId, reason: 'Pedido de ajuda' })
  expect(started.status).toBe(200)
  return { boss, ana, before, started }
}

const auditOf = (subjectId: string): Promise<Pick<AuditEntry, 'actorId' | 'action' | 'details'>[]> =>
  db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(auditEntries.createdAt, auditEntries.id)

describe('A23 an impersonating administrator', { timeout: 120_000 }, () => {
  test('is shown as such for an hour, and returns to their own session', async () => {
    const { boss, ana, before } = await impersonating()
    const { user, session } = await current(boss)
    expect(user?.id).toBe(ana.userId)
    expect(session).toMatchObject({
      impersonatedBy: boss.userId,
      impersonatedByName: 'Pessoa admin da Silva',
    })
    const left = Date.parse(session?.expiresAt ?? '') - Date.now()
    expect(left).toBeGreaterThan(50 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)
    const { cookie } = boss
    expect(cookie).not.toBe(before)
    expect((await admin(boss, 'stop-impersonating')).status).toBe(200)
    expect((await current(boss)).user?.id).toBe(boss.userId)
    // The impersonation session is ended in the database, not just replaced in the cookie.
    const replay = await boss.call('GET', '/api/v1/agents', undefined, { Cookie: cookie })
    expect(replay.status).toBe(401)
    expect((await admin(boss, 'stop-impersonating')).status).toBe(409)
  })

  test('is audited with both names: start, each write beforehand, end', async () => {
    const { boss, ana } = await impersonating()
    expect((await boss.get('/agents')).status).toBe(200)
    expect((await boss.post('/chats', { agentId })).status).toBe(201)
    expect((await boss.call('POST', '/api/auth/update-user', { bio: 'Escrita em segredo' })).status).toBe(200)
    await admin(boss, 'stop-impersonating')
    const rows = await auditOf(ana.userId)
    const by = {
      actorId: boss.userId,
      actorName: 'Pessoa admin da Silva',
      subjectName: 'Pessoa owner da Silva',
    }
    expect(rows).toMatchObject([
      { ...by, action: 'impersonation.start' },
      { ...by, action: 'impersonation.write', details: { method: 'POST', path: '/api/v1/chats' } },
      { ...by, action: 'impersonation.write', details: { method: 'POST', path: '/api/auth/update-user' } },
      { ...by, action: 'impersonation.stop' },
    ])
    expect(JSON.stringify(rows)).not.toContain('segredo')
  })

  test('can’t write if auditing fails', async () => {
    const other = await createTestApp()
    try {
      const boss = await other.signUp('Ada')
      const ana = await other.signUp('Ana')
      await admin(boss, 'impersonate-user', { userId: ana.userId, reason: 'Pedido de ajuda' })
      const own = other.server.deps.db
      await own.execute('alter table audit_entries rename to away')
      expect((await boss.post('/chats', { agentId: await openAgentId(boss) })).status).toBe(500)
      expect((await boss.call('POST', '/api/auth/update-user', { bio: 'x' })).status).toBe(500)
      expect((await admin(boss, 'stop-impersonating')).status).toBe(500)
      expect(await own.$count(chats)).toBe(0)
      await own.execute('alter table away rename to audit_entries')
      expect((await admin(boss, 'stop-impersonating')).status).toBe(200)
      // The same holds for an administrator's own actions.
      await own.execute('alter table audit_entries rename to away')
      expect((await admin(boss, 'set-role', { userId: ana.userId, role: 'admin' })).status).toBe(500)
      expect((await boss.post(`/users/admin/${ana.userId}/ban`, {})).status).toBe(500)
      const [row] = await own.select().from(users).where(eq(users.id, ana.userId))
      expect(row).toMatchObject({ role: 'user', banned: false })
    } finally {
      await other.close()
    }
  })

  test('can’t impersonate administrators, themselves or unknown users', async () => {
    const [boss, chief] = [await makePerson(app, 'admin'), await makePerson(app, 'admin')]
    for (const { userId } of [chief, boss]) {
      const reply = await admin(boss, 'impersonate-user', { userId, reason: 'Pedido de ajuda' })
      expect(reply.status).toBe(403)
      expect(reply.body).toMatchObject({ message: 'You are not allowed to access resource: user' })
    }
    expect(
      (await admin(boss, 'impersonate-user', { userId: crypto.randomUUID(), reason: 'Pedido de ajuda' }))
        .status,
    ).toBe(404)
    expect((await current(boss)).user?.id).toBe(boss.userId)
  })

  test('can’t nest, and can use only the call that ends it', async () => {
    const { boss } = await impersonating()
    const bia = await makePerson(app, 'other')
    const before = await db().$count(sessions)
    const routes = (await documentedRoutes(app.visitor())).filter(({ path }) => path.includes('/admin'))
    expect(routes.length).toBeGreaterThan(15)
    for (const { key, method, path, row } of routes) {
      if (path.endsWith('/stop-impersonating')) continue
      const subject = { userId: bia.userId, sessionId: crypto.randomUUID() }
      const target = { chatId: '', questionId: '', messageId: '', agentId, caller: boss, subject }
      const reply = await boss.call(method, fill(path, subject), row?.body?.(target))
      expect([key, reply.status]).toEqual([key, 403])
    }
    expect(await db().$count(sessions)).toBe(before)
    expect(await auditOf(bia.userId)).toEqual([])
  })

  test('is the user on every other route, except for keys, ways to sign in, consent and deletions for good', async () => {
    const { boss, ana } = await impersonating()
    const refused: string[] = []
    for (const { key, method, path, row } of await documentedRoutes(app.visitor())) {
      if (!row || path.includes('/admin') || path.includes('/sign-')) continue
      const own = await makeConversation(db(), { userId: ana.userId, agentId })
      const hasFile = path.includes('{attachmentId}')
      const attachmentId = hasFile ? await makeAttachment(app.server.deps, ana.userId) : ''
      const business = await makeBusiness(db(), { userId: ana.userId })
      const target = { ...own, ...business, agentId, attachmentId, caller: ana }
      const response = await boss.fetch(method, fill(path, target), row.body?.(target))
      await response.body?.cancel()
      if (response.status === 403) refused.push(key)
      else expect([key, response.status]).toEqual([key, expectedFor(row, 'owner')])
    }
    expect(refused.toSorted()).toEqual(
      [
        'GET /api/auth/callback/google',
        'GET /api/auth/reset-password/{token}',
        'GET /api/auth/verify-email',
        'GET /api/v1/me/export',
        ...['GET', 'PUT'].map((method) => `${method} /api/v1/me/first-hours`),
        'GET /api/v1/credentials',
        'POST /api/v1/credentials',
        'GET /api/v1/credentials/{credentialId}',
        'PATCH /api/v1/credentials/{credentialId}',
        'DELETE /api/v1/credentials/{credentialId}',
        'POST /api/v1/credentials/{credentialId}/restore',
        'POST /api/auth/change-password',
        'POST /api/auth/delete-user',
        'POST /api/auth/request-password-reset',
        'POST /api/auth/reset-password',
        'POST /api/auth/revoke-other-sessions',
        'POST /api/auth/revoke-session',
        'POST /api/auth/revoke-sessions',
        'POST /api/auth/send-verification-email',
        'GET /api/v1/me/security',
        'POST /api/v1/me/proof',
        'DELETE /api/v1/me/trusted-devices',
        'POST /api/auth/two-factor/enable',
        'POST /api/auth/two-factor/disable',
        'POST /api/auth/two-factor/generate-backup-codes',
        'POST /api/auth/two-factor/verify-backup-code',
        'POST /api/auth/two-factor/verify-totp',
        'GET /api/auth/passkey/generate-authenticate-options',
        'GET /api/auth/passkey/generate-register-options',
        'GET /api/auth/passkey/list-user-passkeys',
        'POST /api/auth/passkey/delete-passkey',
        'POST /api/auth/passkey/update-passkey',
        'POST /api/auth/passkey/verify-authentication',
        'POST /api/auth/passkey/verify-registration',
        'POST /api/v1/me/terms',
        ...['GET /api/v1/me/reports', 'POST /api/v1/me/reports', 'DELETE /api/v1/me/reports/{reportId}'],
        ...['GET', 'POST', 'DELETE'].map((method) => `${method} /api/v1/me/email-changes`),
        ...['', '/confirm'].map((call) => `POST /api/v1/me/purchase-claims${call}`),
        ...['checkout', 'portal'].map((call) => `POST /api/v1/me/subscription/${call}`),
        ...['DELETE /api/v1/trash', 'DELETE /api/v1/trash/{kind}/{itemId}'],
      ].toSorted(),
    )
    // Password, email, role and plan are unchanged.
    expect((await app.visitor().signIn(ana)).status).toBe(200)
    const [row] = await db().select().from(users).where(eq(users.id, ana.userId))
    expect(row).toMatchObject({ email: ana.email, role: 'user' })
    const plans = await db().select().from(subscriptions).where(eq(subscriptions.userId, ana.userId))
    expect(plans).toMatchObject([{ provider: 'auto' }])
  })

  test('can’t set protected fields', async () => {
    const { boss, ana } = await impersonating()
    for (const field of ['role', 'email', 'emailVerified', 'banned', 'planId', 'impersonatedBy']) {
      await boss.call('POST', '/api/auth/update-user', { bio: 'Oi', [field]: 'admin' })
    }
    const [row] = await db().select().from(users).where(eq(users.id, ana.userId))
    expect(row).toMatchObject({ role: 'user', email: ana.email, emailVerified: false, banned: false })
  })
})

describe('A23 the hour of an impersonation', () => {
  test('can’t be extended by deleting a cookie', async () => {
    const { boss, ana } = await impersonating()
    const [session] = boss.cookie.split('; ').filter((it) => it.startsWith('elenco.session_token'))
    const bare = { Cookie: session ?? '' }
    for (let time = 0; time < 3; time += 1) await boss.call('GET', '/api/auth/get-session', undefined, bare)
    const reply = await boss.call('GET', '/api/auth/get-session', undefined, bare)
    const { expiresAt } = Object(reply.body).session
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000)
    // It ends an hour after its start, even if the row says otherwise.
    await db()
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 3_600_001), expiresAt: new Date(Date.now() + 86_400_000) })
      .where(eq(sessions.impersonatedBy, boss.userId))
    for (const headers of [bare, {}]) {
      expect((await boss.call('GET', '/api/v1/agents', undefined, headers)).status).toBe(401)
      expect((await boss.call('POST', '/api/auth/update-user', { bio: 'x' }, headers)).status).toBe(401)
    }
    expect(await db().$count(sessions, eq(sessions.impersonatedBy, boss.userId))).toBe(0)
    expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual(['impersonation.start'])
  })

  test.each([
    ['demoted', (userId: string) => db().update(users).set({ role: 'user' }).where(eq(users.id, userId))],
    ['banned', (userId: string) => db().update(users).set({ banned: true }).where(eq(users.id, userId))],
    ['gone', (userId: string) => db().delete(users).where(eq(users.id, userId))],
  ])('ends at once for an administrator who is %s', async (_how, change) => {
    const { boss } = await impersonating()
    await change(boss.userId)
    expect((await boss.get('/agents')).status).toBe(401)
    expect((await boss.call('POST', '/api/auth/update-user', { bio: 'x' })).status).toBe(401)
    expect((await current(boss)).user).toBeUndefined()
    expect((await admin(boss, 'stop-impersonating')).status).toBe(401)
  })

  test('ends when the administrator signs out elsewhere, and at the latest when the user is banned', async () => {
    const { boss, before } = await impersonating()
    await app.visitor().call('POST', '/api/auth/sign-out', {}, { Cookie: before })
    expect((await boss.get('/agents')).status).toBe(401)
    const two = await impersonating()
    const chief = await makePerson(app, 'admin')
    await admin(chief, 'ban-user', { userId: two.ana.userId })
    expect((await two.boss.get('/agents')).status).toBe(401)
    expect(
      (await admin(chief, 'impersonate-user', { userId: two.ana.userId, reason: 'Pedido de ajuda' })).status,
    ).toBe(409)
  })

  test('ends when the user becomes an administrator', async () => {
    const { boss, ana } = await impersonating()
    await db().update(users).set({ role: 'admin' }).where(eq(users.id, ana.userId))
    expect((await boss.get('/users/admin')).status).toBe(401)
    expect((await boss.call('POST', '/api/auth/update-user', { bio: 'x' })).status).toBe(401)
  })

  test('leaves no session when ended by signing out, not even the administrator’s own', async () => {
    const { boss, ana, before } = await impersonating()
    expect((await boss.call('POST', '/api/auth/sign-out', {})).status).toBe(200)
    expect(boss.cookie).not.toContain('session')
    const replay = await app.visitor().call('GET', '/api/v1/agents', undefined, { Cookie: before })
    expect(replay.status).toBe(401)
    expect((await ana.get('/agents')).status).toBe(200)
    expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual([
      'impersonation.start',
      'impersonation.stop',
    ])
  })

  test('gives other users no access to the administrator’s session', async () => {
    const { boss, ana } = await impersonating()
    // The administrator's return cookie together with another user's session.
    const back = boss.cookie.split('; ').filter((it) => it.includes('admin_session'))
    expect(back).toHaveLength(1)
    const stop = (client: TestClient, cookies: string[]) =>
      client.call('POST', '/api/auth/admin/stop-impersonating', {}, { Cookie: cookies.join('; ') })
    expect((await stop(ana, [ana.cookie, ...back])).status).toBe(409)
    const without = boss.cookie.split('; ').filter((it) => !it.includes('admin_session'))
    expect((await stop(boss, without)).status).toBe(401)
  })
})
