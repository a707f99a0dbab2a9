import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { AdminUser, AdminUsersPage } from '#shared/contract/users.ts'
import { auditEntries, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID, seedPlans } from '../../db/seed/plans.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Ada')
})
afterAll(() => app.close())

const CREATOR = seedPlans[1]?.id ?? ''
const BIG = seedPlans[2]?.id ?? ''

const db = () => app.server.deps.db
const change = (userId: string, body: object) =>
  boss.call<AdminUser>('PATCH', `/api/v1/users/admin/${userId}`, body)
const search = async (q: string) =>
  (await boss.get<AdminUsersPage>(`/users/admin?${new URLSearchParams({ q })}`)).data.items.map(
    ({ id }) => id,
  )
const someone = async (over: Partial<typeof users.$inferInsert> = {}) => {
  const email = `${randomUUID()}@exemplo.com.br`
  const [row] = await db()
    .insert(users)
    .values({ name: 'Ana Souza', email, ...over })
    .returning()
  if (!row) throw new Error('no row')
  return row
}

describe('GET /users/admin', () => {
  test('pages through all accounts once, newest first', async () => {
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) made.push((await someone()).id)
    // Includes accounts with equal timestamps.
    await db().update(users).set({ createdAt: new Date() })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor ? `&cursor=${cursor}` : ''
      const { data } = await boss.get<AdminUsersPage>(`/users/admin?limit=2${query}`)
      seen.push(...data.items.map(({ id }) => id))
      expect(data.hasMore).toBe(data.nextCursor !== null)
      cursor = data.nextCursor
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(await db().$count(users))
    expect(seen).toEqual(expect.arrayContaining(made))
  })

  test('searches name, email and phone, ignoring case, accents and punctuation', async () => {
    const mark = randomUUID().slice(0, 8)
    const { id, email } = await someone({ name: `Íris 100% ${mark}`, phoneNumber: '11987650001' })
    for (const q of [
      `iris 100% ${mark}`,
      `ÍRIS 100% ${mark}`,
      email.toUpperCase(),
      '(11) 98765-0001',
      '650001',
    ]) {
      expect([q, await search(q)]).toEqual([q, [id]])
    }
    for (const q of ['%', '_', '100_']) expect(await search(q)).toEqual(q === '%' ? [id] : [])
  })

  test.each([
    ...['limit=0', 'limit=101', 'cursor=x', 'cursor=WyIxIl0', 'q=%00', 'plan=free', 'role=boss'],
    ...['status=x', 'planId=free', 'createdSince=2026-02-30', 'activeSince=0000-01-01', 'sort=email'],
  ])('refuses ?%s', async (query) => expect((await boss.get(`/users/admin?${query}`)).status).toBe(400))
})

describe('GET /users/admin/{userId}', () => {
  test('returns the user with the effective subscription, and no secrets', async () => {
    const ana = await app.signUp('Ana')
    const { data } = await boss.get<AdminUser>(`/users/admin/${ana.userId}`)
    expect(data).toMatchObject({ id: ana.userId, email: ana.email, role: 'user', banned: false })
    expect(data.activeSubscription).toMatchObject({
      provider: 'auto',
      plan: { id: FREE_PLAN_ID, name: 'free' },
    })
    const rest = { userId: ana.userId, provider: 'stripe' } as const
    await db()
      .insert(subscriptions)
      .values([
        { ...rest, planId: CREATOR, status: 'active', externalSubscriptionId: randomUUID() },
        { ...rest, planId: BIG, status: 'canceled', externalSubscriptionId: randomUUID() },
        {
          ...rest,
          planId: BIG,
          status: 'active',
          externalSubscriptionId: randomUUID(),
          currentPeriodEnd: new Date(0),
        },
      ])
    const later = await boss.get<AdminUser>(`/users/admin/${ana.userId}`)
    expect(later.data.activeSubscription).toMatchObject({ provider: 'stripe', planId: CREATOR })
    expect(JSON.stringify(later.body)).not.toMatch(/password|token/i)
  })

  test('answers 404 for an unknown id, and 400 for a malformed one', async () => {
    expect((await boss.get(`/users/admin/${randomUUID()}`)).error).toMatchObject({ code: 'NOT_FOUND' })
    expect((await boss.get('/users/admin/x')).status).toBe(400)
  })
})

describe('POST /users/admin', () => {
  test('creates an account that can sign in', async () => {
    const body = { name: 'Bia', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
    const reply = await boss.post<AdminUser>('/users/admin', body)
    expect(reply.status).toBe(201)
    expect(reply.data).toMatchObject({ name: 'Bia', role: 'user', activeSubscription: { provider: 'auto' } })
    expect((await app.visitor().signIn(body)).status).toBe(200)
    const again = await boss.post('/users/admin', body)
    expect(again.error).toMatchObject({ code: 'CONFLICT', message: 'Este e-mail já tem uma conta.' })
    const weak = await boss.post('/users/admin', {
      ...body,
      email: 'x@exemplo.com.br',
      password: 'password123',
    })
    expect(weak.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { password: expect.any(String) } })
    expect((await boss.post('/users/admin', { ...body, planId: CREATOR })).status).toBe(400)
  })

  test('creates one account from concurrent requests with one email', async () => {
    const body = { name: 'Bia', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
    const replies = await Promise.all([1, 2, 3, 4].map(() => boss.post('/users/admin', body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })
})

describe('PATCH /users/admin/{userId}', () => {
  const manual = (userId: string) =>
    db()
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual')))
      .orderBy(subscriptions.id)

  test('replaces the manual subscription when given planId', async () => {
    const { id } = await someone()
    expect((await change(id, { planId: BIG })).data.activeSubscription).toMatchObject({
      provider: 'manual',
      planId: BIG,
    })
    // A repeated request changes nothing.
    await change(id, { planId: BIG })
    expect((await change(id, { planId: CREATOR })).data.activeSubscription).toMatchObject({ planId: CREATOR })
    expect(await manual(id)).toMatchObject([
      { planId: BIG, status: 'canceled' },
      { planId: CREATOR, status: 'active' },
    ])
    const rows = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, id))
    expect(rows.map(({ action, details }) => [action, details.planId])).toEqual([
      ['user.set-plan', BIG],
      ['user.set-plan', CREATOR],
    ])
  })

  test('leaves one active subscription after concurrent requests', async () => {
    const { id } = await someone()
    const plans = [BIG, CREATOR, BIG, CREATOR]
    const replies = await Promise.all(plans.map((planId) => change(id, { planId })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await manual(id)).filter(({ status }) => status === 'active')).toHaveLength(1)
  })

  test('applies the plan from the user’s next request on', async () => {
    const ana = await app.signUp('Ana')
    const locked = async () =>
      (await ana.get<{ items: { locked: boolean }[] }>('/agents')).data.items.filter((it) => it.locked).length
    expect(await locked()).toBeGreaterThan(0)
    await change(ana.userId, { planId: CREATOR })
    expect(await locked()).toBe(0)
    await change(ana.userId, { planId: FREE_PLAN_ID })
    expect(await locked()).toBeGreaterThan(0)
  })

  test('changes data, role and plan together or not at all', async () => {
    const { id } = await someone()
    const reply = await change(id, {
      name: 'Outro Nome',
      phoneNumber: '1133334444',
      role: 'admin',
      planId: BIG,
    })
    expect(reply.data).toMatchObject({
      name: 'Outro Nome',
      role: 'admin',
      activeSubscription: { planId: BIG },
    })
    const wrong = await change(id, { name: 'Mais Um', planId: randomUUID() })
    expect(wrong.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { planId: 'Plano não encontrado' },
    })
    expect((await boss.get<AdminUser>(`/users/admin/${id}`)).data.name).toBe('Outro Nome')
    expect((await change(randomUUID(), { name: 'Ninguém' })).status).toBe(404)
    expect((await change(id, { name: '' })).error.details).toEqual({ name: 'O nome é obrigatório' })
  })
})

describe('POST /users/admin/{userId}/ban and /unban', () => {
  test('ban as better-auth does, with the same rules', async () => {
    const ana = await app.signUp('Ana')
    const banExpires = new Date(Date.now() + 7 * 86_400_000).toISOString()
    const reply = await boss.post<AdminUser>(`/users/admin/${ana.userId}/ban`, {
      banReason: 'Abuso',
      banExpires,
    })
    expect(reply.data).toMatchObject({ banned: true, banReason: 'Abuso', banExpires })
    expect((await ana.get('/agents')).status).toBe(401)
    expect(Object((await app.visitor().signIn(ana)).body)).toMatchObject({ code: 'BANNED_USER' })
    const lifted = await boss.call('POST', '/api/auth/admin/unban-user', { userId: ana.userId })
    expect(lifted.status).toBe(200)
    await boss.call('POST', '/api/auth/admin/ban-user', { userId: ana.userId })
    const unbanned = await boss.post<AdminUser>(`/users/admin/${ana.userId}/unban`)
    expect(unbanned.data).toMatchObject({ banned: false, banReason: null, banExpires: null })
    expect((await app.visitor().signIn(ana)).status).toBe(200)
    const rows = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, ana.userId))
    expect(rows.map(({ action }) => action)).toEqual(['user.ban', 'user.unban', 'user.ban', 'user.unban'])
  })

  test.each([
    [{ banExpires: '2020-01-01T00:00:00.000Z' }, 'banExpires'],
    [{ banExpires: '2999-01-01T00:00:00.000Z' }, 'banExpires'],
    [{ banExpires: 'amanhã' }, 'banExpires'],
    [{ banReason: 'x'.repeat(501) }, 'banReason'],
    [{ banExpiresIn: 60 }, 'banExpiresIn'],
  ])('refuse %j', async (body, field) => {
    const { id } = await someone()
    const reply = await boss.post(`/users/admin/${id}/ban`, body)
    expect(Object.keys(reply.error.details ?? {})).toEqual([field])
  })

  test('answer 404 for an unknown user', async () => {
    for (const call of ['ban', 'unban']) {
      expect((await boss.post(`/users/admin/${randomUUID()}/${call}`, {})).status).toBe(404)
    }
  })
})

describe('GET /audit/admin', () => {
  test('pages through the log, latest first', async () => {
    const { id } = await someone({ name: 'Eva Alvo' })
    for (let index = 0; index < 3; index += 1) await boss.post(`/users/admin/${id}/ban`, {})
    const pages: AuditPage[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null && pages.length < 50; ) {
      const { data }: { data: AuditPage } = await boss.get(
        `/audit/admin?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      pages.push(data)
      cursor = data.nextCursor
    }
    const items = pages.flatMap((page) => page.items)
    expect(items).toHaveLength(await db().$count(auditEntries))
    const times = items.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(items.slice(0, 3)).toMatchObject([1, 2, 3].map(() => ({ action: 'user.ban', subjectId: id })))
    expect(items[0]).toMatchObject({ actorName: 'Ada', subjectName: 'Eva Alvo' })
    expect((await boss.get('/audit/admin?cursor=x')).status).toBe(400)
  })
})
