import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { LeftOutPeople, PeopleAction } from '#shared/contract/people-actions.ts'
import type { AdminUser, CountedUsers } from '#shared/contract/users.ts'
import { auditEntries, peopleActionRows, peopleActions, sessions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { eventually } from '../../testing/eventually.ts'
import { CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { workActionBatch } from './action-job.ts'
import { createAction, purgeActions } from './people-actions.queries.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Dona')
})
afterAll(() => app.close())

/** Part of the addresses of a test's people. */
let mark: string
beforeEach(() => {
  mark = randomUUID().slice(0, 8)
})
afterEach(async () => {
  await db().delete(peopleActions)
})

const db = () => app.server.deps.db
const PATH = '/people-actions/admin'

async function people(
  count: number,
  over: (index: number) => Partial<typeof users.$inferInsert> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_none, index) => ({
    ...{ name: `Pessoa ${index}`, email: `p${index}@${mark}.com.br` },
    ...over(index),
  }))
  return db().insert(users).values(rows).returning()
}

const start = (body: object, client = boss) => client.post<PeopleAction>(PATH, body)
const find = async (id: string) => {
  const { data } = await boss.get<PeopleAction[]>(PATH)
  const found = data.find((it) => it.id === id)
  if (!found) throw new Error('no action')
  return found
}
const run = async (body: object) => {
  const { status, data } = await start(body)
  expect(status).toBe(201)
  await eventually(async () => expect((await find(data.id)).status).toBe('done'))
  return find(data.id)
}
const leftOut = async ({ id }: PeopleAction) =>
  (await boss.get<LeftOutPeople>(`${PATH}/${id}/left-out?limit=100`)).data.items
const bannedOf = async () => {
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.banned, true), sql`${users.email} like ${`%@${mark}.com.br`}`))
  return rows.map(({ id }) => id).toSorted()
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
const planOf = async ({ id }: { id: string }) => {
  const { data } = await boss.get<AdminUser>(`/users/admin/${id}`)
  return [data.activeSubscription?.plan.id ?? null, data.activeSubscription?.currentPeriodEnd?.slice(0, 10)]
}

describe('an action on many', { timeout: 60_000 }, () => {
  test('gives a plan with an end, ends it, suspends and restores; each change is audited', async () => {
    const rows = await people(3)
    const userIds = idsOf(rows)
    const given = { kind: 'set-plan', userIds, planId: CREATOR_PLAN.id, planUntil: '2030-06-30' }
    expect(await run(given)).toMatchObject({ people: 3, changed: 3, planName: CREATOR_PLAN.displayName })
    for (const row of rows) expect(await planOf(row)).toEqual([CREATOR_PLAN.id, '2030-07-01'])
    expect(await run(given)).toMatchObject({ changed: 0, unchanged: 3 })
    expect(await run({ kind: 'end-plan', userIds })).toMatchObject({ changed: 3 })
    for (const row of rows) expect((await planOf(row))[0]).not.toBe(CREATOR_PLAN.id)

    const filter = { q: mark }
    const ban = { banReason: 'Turma encerrada', banExpires: '2030-01-01T00:00:00.000Z' }
    await run({ kind: 'suspend', filter, expected: 3, ...ban })
    const suspended = await db().select().from(users).where(inArray(users.id, userIds))
    expect(suspended.map(({ banned, banReason }) => [banned, banReason])).toEqual(
      userIds.map(() => [true, 'Turma encerrada']),
    )
    expect(await run({ kind: 'restore', userIds })).toMatchObject({ changed: 3 })
    expect(await bannedOf()).toEqual([])

    const perPerson = await db().select().from(auditEntries).where(inArray(auditEntries.subjectId, userIds))
    const counts = Map.groupBy(perPerson, ({ action }) => action)
    expect([...counts].map(([action, { length }]) => [action, length]).toSorted()).toEqual(
      ['user.ban', 'user.end-plan', 'user.set-plan', 'user.unban'].map((action) => [action, 3]),
    )
    const { data } = await boss.get<AuditPage>('/audit/admin?entity=people-action')
    expect(data.items.filter(({ action }) => action === 'people-action.start')).toHaveLength(5)
    expect(data.items[1]?.details).toMatchObject({ kind: 'suspend', people: 3, filter })
  })

  test('ends the sessions of the people that it suspends', async () => {
    const client = await app.signUp('Bia')
    await run({ kind: 'suspend', userIds: [client.userId] })
    expect((await client.get('/me')).status).toBe(401)
    expect(await db().$count(sessions, eq(sessions.userId, client.userId))).toBe(0)
  })

  test('leaves the own account out, and suspends no administrator', async () => {
    const [first, second, third] = await people(3, (index) => ({ role: index === 0 ? 'admin' : 'user' }))
    const userIds = [first, second, third].flatMap((row) => (row ? [row.id] : []))
    const done = await run({ kind: 'suspend', userIds: [...userIds, boss.userId] })
    expect(done).toMatchObject({ people: 4, changed: 2, skipped: 2 })
    expect(await bannedOf()).toEqual([second?.id, third?.id].toSorted())
    const out = await leftOut(done)
    expect(Object.fromEntries(out.map(({ userId, problem }) => [userId, problem]))).toEqual({
      [first?.id ?? '']: 'Quem administra só é suspenso um por um',
      [boss.userId]: 'A própria conta fica de fora',
    })
    const planned = await run({ kind: 'set-plan', userIds: [boss.userId], planId: CREATOR_PLAN.id })
    expect(planned).toMatchObject({ changed: 0, skipped: 1 })
  })

  test('is refused with the new count when the filter has other people by then', async () => {
    await people(3)
    const count = await boss.get<CountedUsers>(`/users/admin/count?q=${mark}`)
    expect(count.data).toEqual({ people: 3, administrators: 0, own: 0 })
    await db()
      .insert(users)
      .values({ name: 'Nova', email: `nova@${mark}.com.br` })
    const reply = await start({ kind: 'suspend', filter: { q: mark }, expected: 3 })
    expect([reply.status, reply.error.details]).toEqual([409, { people: '4' }])
    expect([await bannedOf(), await db().$count(peopleActions)]).toEqual([[], 0])
  })

  test('skips who leaves the filter before their turn', async () => {
    const rows = await people(2)
    const [staying, leaving] = rows
    // In one transaction, so that the job does not come first.
    const { id } = await db().transaction(async (tx) => {
      const made = await createAction(tx, {
        ...{ kind: 'suspend', filter: { q: mark }, userIds: undefined },
        actor: { id: boss.userId, name: 'Dona' },
      })
      await tx
        .update(users)
        .set({ email: `${randomUUID()}@outra.com.br` })
        .where(eq(users.id, leaving?.id ?? ''))
      return made
    })
    await eventually(async () => expect((await find(id)).status).toBe('done'))
    expect(await bannedOf()).toEqual([staying?.id])
    const out = await leftOut(await find(id))
    expect(out).toMatchObject([{ userId: leaving?.id, problem: 'Saiu do filtro antes da sua vez' }])
  })

  test('stops when its administrator may not go on', async () => {
    const other = await app.signUp('Outra')
    await people(2)
    const { id } = await db().transaction((tx) =>
      createAction(tx, {
        ...{ kind: 'suspend', filter: { q: mark }, userIds: undefined },
        actor: { id: other.userId, name: 'Outra' },
      }),
    )
    await eventually(async () => expect((await find(id)).status).toBe('canceled'))
    expect(await bannedOf()).toEqual([])
  })

  test('goes on after a dead process, and two instances change each account once', async () => {
    const second = await startSecondInstance(app)
    try {
      const rows = await people(350)
      const { data } = await start({ kind: 'suspend', filter: { q: mark }, expected: 350 })
      const { deps } = app.server
      await Promise.all([deps, second.server.deps, deps].map((each) => workActionBatch(each)))
      await app.restart()
      await eventually(async () =>
        expect(await find(data.id)).toMatchObject({ status: 'done', changed: 350, unchanged: 0 }),
      )
      const audited = inArray(auditEntries.subjectId, idsOf(rows))
      expect(await db().$count(auditEntries, audited)).toBe(350)
      expect(await db().$count(peopleActionRows)).toBe(0)
    } finally {
      await second.server.stop()
    }
  })

  test('runs alone, is canceled, and is forgotten after a month', async () => {
    const rows = await people(2)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<string>()
    // As if another instance held it, so that it does not end at once.
    const holding = db().transaction(async (tx) => {
      const { id } = await createAction(tx, {
        ...{ kind: 'restore', filter: null, userIds: idsOf(rows) },
        actor: { id: boss.userId, name: 'Dona' },
      })
      begun.resolve(id)
      await held.promise
    })
    const id = await begun.promise
    const refused = start({ kind: 'suspend', userIds: idsOf(rows) })
    held.resolve()
    await holding
    expect((await refused).status).toBe(409)
    await boss.post(`${PATH}/${id}/cancel`)
    expect(['canceled', 'done']).toContain((await find(id)).status)
    expect((await boss.post(`${PATH}/${id}/cancel`)).status).toBe(409)
    await db().update(peopleActions).set({ createdAt: sql`now() - interval '31 days'` })
    await purgeActions(db())
    expect(await db().$count(peopleActions)).toBe(0)
  })

  test('starts only after a recent proof of identity', async () => {
    const [row] = await people(1)
    await db().update(sessions).set({ provedAt: sql`now() - interval '1 hour'` })
    const body = { kind: 'restore', userIds: [row?.id] }
    expect((await start(body)).error.code).toBe('STEP_UP_REQUIRED')
    expect((await boss.post('/users/admin/export', { userIds: [row?.id] })).error.code).toBe(
      'STEP_UP_REQUIRED',
    )
    await boss.signIn(boss)
  })

  test.each<[object, string]>([
    [{ kind: 'suspend' }, 'userIds'],
    [{ kind: 'suspend', userIds: [] }, 'userIds'],
    [{ kind: 'suspend', userIds: Array.from({ length: 201 }, () => randomUUID()) }, 'userIds'],
    [{ kind: 'suspend', userIds: [randomUUID()], filter: {}, expected: 1 }, 'userIds'],
    [{ kind: 'suspend', filter: {} }, 'expected'],
    [{ kind: 'suspend', filter: {}, expected: 20_001 }, 'expected'],
    [{ kind: 'suspend', filter: { name: 'x' }, expected: 1 }, 'filter.name'],
    [{ kind: 'set-plan', filter: {}, expected: 1 }, 'planId'],
    [{ kind: 'set-plan', planId: randomUUID(), filter: {}, expected: 1 }, 'planId'],
    [{ kind: 'set-plan', planId: FREE_PLAN_ID, filter: {}, expected: 1 }, 'planId'],
    [{ kind: 'end-plan', planId: CREATOR_PLAN.id, filter: {}, expected: 1 }, 'planId'],
    [{ kind: 'restore', banReason: 'x', filter: {}, expected: 1 }, 'banReason'],
  ])('refuses a wrong request %#', async (body, field) => {
    const reply = await start(body)
    expect([reply.status, Object.keys(reply.error.details ?? {})]).toEqual([400, [field]])
  })
})

describe('an export of chosen accounts', () => {
  test('has these accounts and no others', async () => {
    const [first, second] = await people(3)
    const body = { userIds: [first?.id, second?.id] }
    const reply = await boss.fetch('POST', '/api/v1/users/admin/export', body)
    const lines = (await reply.text()).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines.slice(1).join()).toContain(first?.id)
    const { data } = await boss.get<AuditPage>('/audit/admin?limit=1')
    expect(data.items[0]).toMatchObject({ action: 'user.export', details: { people: 2 } })
  })
})
