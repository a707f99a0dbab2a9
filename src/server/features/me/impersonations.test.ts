import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImpersonationsPage } from '#shared/contract/impersonations.ts'
import { auditEntries, impersonations } from '../../db/schema/index.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.signUp('Ada')
})
afterAll(() => app.close())

const REASON = 'Não achava a conversa de ontem'
const enter = (client: TestClient, userId: string, reason: unknown = REASON) =>
  client.call('POST', '/api/auth/admin/impersonate-user', { userId, reason })
const leave = (client: TestClient) => client.call('POST', '/api/auth/admin/stop-impersonating', {})
const visitsOf = async (client: TestClient, query = '') =>
  (await client.get<ImpersonationsPage>(`/me/impersonations${query}`)).data

test('the owner of the account reads who entered, when, until when and why', async () => {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  expect((await enter(boss, ana.userId, `  ${REASON}  `)).status).toBe(200)
  const by = { administrator: 'Pessoa admin da Silva', reason: REASON }
  expect((await visitsOf(ana)).items).toMatchObject([{ ...by, endedAt: null }])
  expect((await leave(boss)).status).toBe(200)
  const [visit] = (await visitsOf(ana)).items
  expect(visit).toMatchObject({ ...by, endedAt: expect.any(String) })
  expect(Date.parse(visit?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(visit?.startedAt ?? ''))
  const [entry] = await app.server.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, ana.userId))
    .orderBy(auditEntries.id)
  expect(entry).toMatchObject({ action: 'impersonation.start', details: { reason: REASON } })
  expect((await visitsOf(boss)).items).toEqual([])
})

test.each([undefined, null, 7, '', 'Ajuda', '         x         ', 'm'.repeat(301), 'Motivo com \0 nulo'])(
  'an account cannot be entered with the reason %j',
  async (reason) => {
    const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
    const body = { userId: ana.userId, ...(reason !== undefined && { reason }) }
    const refused = await boss.call('POST', '/api/auth/admin/impersonate-user', body)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ details: { reason: expect.any(String) } })
    expect((await visitsOf(ana)).items).toEqual([])
    expect((await boss.get('/users/admin')).status).toBe(200)
  },
)

test.each([
  ['a sign-out', (boss: TestClient) => boss.call('POST', '/api/auth/sign-out', {})],
  [
    'the end of all sessions by another administrator',
    async (_: TestClient, userId: string) =>
      (await makePerson(app, 'admin')).call('POST', '/api/auth/admin/revoke-user-sessions', { userId }),
  ],
])('%s ends the visit', async (_, end) => {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  await enter(boss, ana.userId)
  expect((await end(boss, ana.userId)).status).toBe(200)
  const [row] = await app.server.deps.db
    .select()
    .from(impersonations)
    .where(eq(impersonations.userId, ana.userId))
  expect(row?.endedAt).toEqual(expect.any(Date))
})

test('a visit that nobody ended lasted one hour', async () => {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  await enter(boss, ana.userId)
  const { db } = app.server.deps
  await db
    .update(impersonations)
    .set({ createdAt: sql`now() - interval '90 minutes'` })
    .where(eq(impersonations.userId, ana.userId))
  const [visit] = (await visitsOf(ana)).items
  expect(Date.parse(visit?.endedAt ?? '') - Date.parse(visit?.startedAt ?? '')).toBe(60 * 60_000)
})

test('the visits come in pages, are part of the copy of data, and go with the account', async () => {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  for (const reason of ['Primeira visita', 'Segunda visita']) {
    await enter(boss, ana.userId, reason)
    await leave(boss)
  }
  const { items, nextCursor } = await visitsOf(ana, '?limit=1')
  expect(items).toMatchObject([{ reason: 'Segunda visita' }])
  expect(await visitsOf(ana, `?limit=1&cursor=${nextCursor}`)).toMatchObject({
    items: [{ reason: 'Primeira visita' }],
    hasMore: false,
  })
  const data = JSON.parse((await exported(ana)).text('dados.json'))
  expect(data.impersonations).toMatchObject([{ reason: 'Segunda visita' }, { reason: 'Primeira visita' }])

  const { db } = app.server.deps
  expect((await boss.call('POST', '/api/auth/delete-user', { password: boss.password })).status).toBe(200)
  expect((await visitsOf(ana)).items).toMatchObject([{ administrator: null }, { administrator: null }])
  expect((await ana.call('POST', '/api/auth/delete-user', { password: ana.password })).status).toBe(200)
  expect(await db.$count(impersonations, eq(impersonations.userId, ana.userId))).toBe(0)
})
