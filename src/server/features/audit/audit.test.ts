import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { AuditEntry, AuditPage } from '#shared/contract/audit.ts'
import type { AdminNotice } from '#shared/contract/notices.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { auditEntries } from '../../db/schema/index.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'on' })
  boss = await app.signUp('Ada')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const list = async (query: Record<string, string> = {}) =>
  (await boss.get<AuditPage>(`/audit/admin?${new URLSearchParams(query)}`)).data.items
const latest = async (): Promise<AuditEntry> => {
  const [entry] = await list({ limit: '1' })
  if (!entry) throw new Error('nothing was written down')
  return entry
}
const origin = () => ({ actor: { id: boss.userId, name: 'Ada' }, ipAddress: null, userAgent: null })

describe('an audit entry', () => {
  test('has the actor, target, values before and after, and address, on both APIs', async () => {
    const ana = await app.signUp('Ana Souza')
    const away = { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': CHROME, 'X-App-Ip': '6.6.6.6' }
    const ban = { banReason: 'Uso abusivo' }
    const from = { ipAddress: '203.0.113.9', device: 'Chrome no Windows', actorName: 'Ada' }
    await boss.call('POST', `/api/v1/users/admin/${ana.userId}/ban`, ban, away)
    expect(await latest()).toMatchObject({
      ...from,
      action: 'user.ban',
      actorId: boss.userId,
      subjectId: ana.userId,
      subjectName: 'Ana Souza',
      before: { banned: false, banReason: null },
      after: { banned: true, banReason: 'Uso abusivo' },
    })
    await boss.call('POST', '/api/auth/admin/unban-user', { userId: ana.userId }, away)
    expect(await latest()).toMatchObject({
      ...from,
      action: 'user.unban',
      before: { banned: true, banReason: 'Uso abusivo' },
      after: { banned: false, banReason: null },
    })
    await boss.call('PATCH', `/api/v1/users/admin/${ana.userId}`, { name: 'Ana Lima', bio: null }, away)
    expect(await latest()).toMatchObject({
      ...from,
      before: { name: 'Ana Souza' },
      after: { name: 'Ana Lima' },
    })
  })

  test('has the administrator and the impersonated user', async () => {
    const bia = await app.signUp('Bia')
    const chief = await makePerson(app, 'admin')
    const away = { 'X-Forwarded-For': '2001:db8::7', 'User-Agent': CHROME }
    const as = {
      subjectName: 'Bia',
      actorId: chief.userId,
      ipAddress: '2001:db8::7',
      device: 'Chrome no Windows',
    }
    const call = (path: string, body: object) => chief.call('POST', path, body, away)
    await call('/api/auth/admin/impersonate-user', { userId: bia.userId, reason: 'Pedido de ajuda' })
    expect(await latest()).toMatchObject({ ...as, action: 'impersonation.start' })
    await call('/api/auth/update-user', { bio: 'De outra mão' })
    expect(await latest()).toMatchObject({
      ...as,
      action: 'impersonation.write',
      details: { method: 'POST', path: '/api/auth/update-user' },
      before: null,
      after: null,
    })
    await call('/api/auth/admin/stop-impersonating', {})
    expect(await latest()).toMatchObject({ ...as, action: 'impersonation.stop' })
  })

  test('names the changed thing; a repeated change adds none', async () => {
    const { data } = await boss.post<AdminNotice>('/notices/admin', { content: 'Manutenção no sábado' })
    expect(await latest()).toMatchObject({
      action: 'notice.create',
      entity: 'notice',
      entityId: data.id,
      entityName: 'Manutenção no sábado',
      subjectId: null,
      before: null,
      after: { content: 'Manutenção no sábado', plan: null },
    })
    const path = `/api/v1/notices/admin/${data.id}`
    await boss.call('PATCH', path, { tone: 'warning' })
    const changed = await latest()
    expect(changed).toMatchObject({ before: { tone: 'info' }, after: { tone: 'warning' } })
    await boss.call('PATCH', path, { tone: 'warning', content: 'Manutenção no sábado' })
    expect((await latest()).id).toBe(changed.id)
    await boss.call('DELETE', path)
    expect(await latest()).toMatchObject({
      action: 'notice.delete',
      before: { tone: 'warning' },
      after: null,
    })
  })
})

describe('searching', () => {
  const write = (action: AuditAction, entityName: string) =>
    writeAudit(db(), {
      origin: origin(),
      action,
      entity: { type: 'agent', id: randomUUID(), name: entityName },
    })

  test('matches names and actions, ignoring case and accents; each term narrows', async () => {
    await write('agent.create', 'Inês Copywriter')
    await write('agent.delete', 'Inês Copywriter')
    await write('agent.delete', 'Kenji 100%_tráfego')
    const found = async (q: string) =>
      (await list({ q })).map(({ action, entityName }) => [action, entityName])
    expect(await found('INES copy')).toHaveLength(2)
    expect(await found('ines excluiu')).toEqual([['agent.delete', 'Inês Copywriter']])
    expect(await found('ada agent.create inês')).toEqual([['agent.create', 'Inês Copywriter']])
    expect(await found('trafego')).toEqual([['agent.delete', 'Kenji 100%_tráfego']])
    // Wildcards are plain characters.
    expect(await found('100%_')).toHaveLength(1)
    expect(await found('1%_t')).toEqual([])
    expect(await found('ninguém')).toEqual([])
  })

  test('filters by action, thing, user and time, and is paged', async () => {
    const eva = await makePerson(app, 'admin')
    const ana = await app.signUp('Ana')
    const day = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
        Date.now() + days * 86_400_000,
      )
    for (let round = 0; round < 3; round += 1) {
      await eva.post(`/users/admin/${ana.userId}/ban`, {})
      await eva.post(`/users/admin/${ana.userId}/unban`, {})
    }
    const actorId = eva.userId
    const pages: AuditEntry[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = {
        actorId,
        action: 'user.ban',
        limit: '2',
        ...(cursor && { cursor }),
      }
      const { data }: { data: AuditPage } = await boss.get(`/audit/admin?${new URLSearchParams(query)}`)
      pages.push(data.items)
      cursor = data.nextCursor
    }
    expect(pages.map((page) => page.length)).toEqual([2, 1])
    const times = pages.flat().map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await list({ actorId, entity: 'user' })).toHaveLength(6)
    expect(await list({ actorId, entity: 'agent' })).toEqual([])
    // Midnight may have passed meanwhile.
    expect(await list({ actorId, from: day(-1), to: day(0) })).toHaveLength(6)
    expect(await list({ actorId, to: day(-1) })).toEqual([])
    expect(await list({ actorId, from: day(1) })).toEqual([])
  })

  test.each([
    { action: 'user.fly' },
    { entity: 'chat' },
    { actorId: 'x' },
    { from: 'ontem' },
    { from: '2026-02-30' },
    { to: '0001-01-01' },
    { to: '2026-01-01T00:00:00Z' },
    { q: 'a\u0000' },
    { q: 'x'.repeat(101) },
    { cursor: 'x' },
    { nope: '1' },
  ])('refuses %j', async (query) => {
    const { status } = await boss.get(`/audit/admin?${new URLSearchParams(Object(query))}`)
    expect(status).toBe(400)
  })
})

describe('secrets', () => {
  const CANARY = 'Canario-Da-Senha-7'

  test('of every call that takes one are absent from the log', async () => {
    const { userId, email } = await app.signUp('Rui')
    const account = { name: 'Nova', email: `${randomUUID()}@exemplo.com.br`, password: CANARY }
    expect((await boss.post('/users/admin', account)).status).toBe(201)
    const set = await boss.call('POST', '/api/auth/admin/set-user-password', { userId, newPassword: CANARY })
    expect(set.status).toBe(200)
    const guest = app.visitor()
    await guest.signIn({ email, password: CANARY })
    const { body } = await boss.call('POST', '/api/auth/admin/list-user-sessions', { userId })
    const [{ token }] = Object(body).sessions
    await boss.call('POST', '/api/auth/admin/revoke-user-session', { sessionToken: token })
    const prompt = `Regra ${'secreta '.repeat(200)}${CANARY}`
    await writeAudit(db(), {
      origin: origin(),
      action: 'agent.update',
      entity: { type: 'agent' },
      ...changedFields(
        { model: null, systemPrompt: '' },
        { model: { apiKey: CANARY }, systemPrompt: prompt },
      ),
      details: { Authorization: CANARY },
    })
    const rows = await db().select().from(auditEntries)
    expect(rows.length).toBeGreaterThan(4)
    expect(JSON.stringify(rows)).not.toContain(CANARY)
    expect(JSON.stringify(await list({ limit: '100' }))).not.toContain(CANARY)
  })
})

describe('stored audit entries', () => {
  const refusal = async (query: Parameters<ReturnType<typeof db>['execute']>[0]) => {
    const error = await db()
      .execute(query)
      .then(
        () => undefined,
        (reason) => reason,
      )
    return Object(error?.cause ?? error).code
  }

  test('can be neither changed nor deleted', async () => {
    await boss.post('/notices/admin', { content: 'Fica como está' })
    const before = await db().select().from(auditEntries).orderBy(auditEntries.id)
    for (const query of [
      sql`update audit_entries set action = 'user.ban'`,
      sql`update audit_entries set details = '{}'`,
      sql`update audit_entries set actor_name = 'conta excluída'`,
      sql`update audit_entries set ip_address = null, created_at = now()`,
      // The actor still exists, so their id may not be cleared.
      sql`update audit_entries set actor_id = null`,
      sql`update audit_entries set subject_id = null where subject_id is not null`,
      sql`update audit_entries set actor_id = subject_id where subject_id is not null`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
      sql`truncate users cascade`,
    ]) {
      expect(await refusal(query)).toBe('42501')
    }
    expect(await db().select().from(auditEntries).orderBy(auditEntries.id)).toEqual(before)
  })

  test('can’t be changed or deleted by the API', async () => {
    const { body } = await boss.call('GET', '/api/openapi.json')
    const calls = Object.entries(Object(body).paths as Record<string, object>)
      .filter(([path]) => path.includes('/audit'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
    expect(calls).toEqual(['get /api/v1/audit/admin'])
    const { id } = await latest()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of ['/api/v1/audit/admin', `/api/v1/audit/admin/${id}`]) {
        expect((await boss.call(method, path, {})).status).toBe(404)
      }
    }
  })

  test('keep the action and lose the actor when the account is deleted', async () => {
    const [eva, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
    await eva.call('POST', `/api/v1/users/admin/${ana.userId}/ban`, { banReason: 'Dado da Ana' })
    await eva.call('POST', `/api/v1/users/admin/${ana.userId}/unban`, {})
    const [{ id } = { id: '' }] = await list({ actorId: eva.userId, action: 'user.ban' })
    const rowOf = async () => (await db().select().from(auditEntries).where(eq(auditEntries.id, id)))[0]
    const remove = (userId: string) => boss.call('POST', '/api/auth/admin/remove-user', { userId })
    expect((await remove(ana.userId)).status).toBe(200)
    expect(await rowOf()).toMatchObject({
      ...{ actorId: eva.userId, actorName: 'Pessoa admin da Silva', action: 'user.ban' },
      ...{ subjectId: null, subjectName: 'conta excluída', details: {} },
    })
    expect((await remove(eva.userId)).status).toBe(200)
    expect(await rowOf()).toMatchObject({
      ...{ actorId: null, actorName: 'conta excluída', ipAddress: null, userAgent: null },
      action: 'user.ban',
    })
    expect(await list({ action: 'user.remove' })).toHaveLength(2)
  })
})
