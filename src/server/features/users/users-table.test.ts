import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Plan } from '#shared/contract/plans.ts'
import type { AdminUser, AdminUsersPage, SubscriptionsPage } from '#shared/contract/users.ts'
import { subscriptions, userDays, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID, seedPlans } from '../../db/seed/plans.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { matches } from './users-filter.queries.ts'

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
const newMark = () => randomUUID().slice(0, 8)

/** A user whom only a search for `mark` finds. */
async function someone(mark: string, over: Partial<typeof users.$inferInsert> = {}) {
  const [row] = await db()
    .insert(users)
    .values({ name: 'Ana', email: `${randomUUID()}@${mark}.com.br`, ...over })
    .returning()
  if (!row) throw new Error('no row')
  return row
}

const list = async (query: Record<string, string>) =>
  (await boss.get<AdminUsersPage>(`/users/admin?${new URLSearchParams(query)}`)).data
const idsOf = async (query: Record<string, string>) => (await list(query)).items.map(({ id }) => id)

/** All pages of two, in series. */
async function pagesOf(query: Record<string, string>): Promise<AdminUser[]> {
  const items: AdminUser[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: AdminUsersPage = await list({ ...query, limit: '2', ...(cursor && { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

describe('sorting', () => {
  const mark = newMark()
  const moment = new Date('2026-03-01T12:00:00.000Z')
  beforeAll(async () => {
    const rows: [name: string, createdAt: string, lastSeenAt: Date | null][] = [
      ['Ábaco', '2026-01-03', new Date('2026-04-01')],
      ['abaco', '2026-01-01', moment],
      ['Zé', '2026-01-02', moment],
      ['Íris', '2026-01-02', null],
      ['íris', '2026-01-05', null],
      ['Bia', '2026-01-04', new Date('2026-02-01')],
      ['Caio', '2026-01-06', null],
    ]
    for (const [name, createdAt, lastSeenAt] of rows) {
      await someone(mark, { name, createdAt: new Date(createdAt), lastSeenAt })
    }
  })

  const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const keys: Record<string, (user: AdminUser) => string | null> = {
    name: ({ name }) => folded(name),
    createdAt: ({ createdAt }) => createdAt,
    lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
  }
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  const byKey = (keyOf: (user: AdminUser) => string | null, sign: 1 | -1) => (a: AdminUser, b: AdminUser) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    const isNever = Number(one === null) - Number(other === null)
    return isNever || sign * (compare(one ?? '', other ?? '') || compare(a.id, b.id))
  }

  test.each(['name', 'createdAt', 'lastSeenAt'])(
    'sorts by %s in both directions, in pages; users never seen come last',
    async (sort) => {
      const keyOf = keys[sort] ?? (() => null)
      for (const [order, sign] of [
        [sort, 1],
        [`-${sort}`, -1],
      ] as const) {
        const paged = await pagesOf({ q: mark, sort: order })
        expect(paged).toHaveLength(7)
        const sorted = paged.toSorted(byKey(keyOf, sign)).map(({ id }) => id)
        expect([order, paged.map(({ id }) => id)]).toEqual([order, sorted])
        if (sort === 'lastSeenAt') expect(paged.slice(-3).every((it) => it.lastSeenAt === null)).toBe(true)
      }
    },
  )

  test('refuses a cursor of another order, and an invalid one', async () => {
    const { nextCursor } = await list({ q: mark, sort: 'name', limit: '2' })
    const refused = [
      { sort: 'createdAt', cursor: nextCursor ?? '' },
      { sort: '-name', cursor: nextCursor ?? '' },
      { sort: '-lastSeenAt', cursor: Buffer.from('["-lastSeenAt","x"]').toString('base64url') },
      {
        sort: 'name',
        cursor: Buffer.from(JSON.stringify(['name', '\u0000', randomUUID()])).toString('base64url'),
      },
    ]
    for (const query of refused) {
      expect((await boss.get(`/users/admin?${new URLSearchParams(query)}`)).status).toBe(400)
    }
  })

  test('pages past a long name of multi-byte letters', async () => {
    const wide = newMark()
    for (let index = 0; index < 3; index += 1) await someone(wide, { name: '漢'.repeat(120) })
    expect(await pagesOf({ q: wide, sort: 'name' })).toHaveLength(3)
  })
})

describe('filters', () => {
  test('by role', async () => {
    const mark = newMark()
    const admin = await someone(mark, { role: 'admin' })
    const user = await someone(mark)
    expect(await idsOf({ q: mark, role: 'admin' })).toEqual([admin.id])
    expect(await idsOf({ q: mark, role: 'user' })).toEqual([user.id])
  })

  test('by status, with an expired ban as none', async () => {
    const mark = newMark()
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]
    const open = await someone(mark, { emailVerified: true })
    const over = await someone(mark, { emailVerified: true, banned: true, banExpires: past })
    const held = await someone(mark, { emailVerified: true, banned: true, banExpires: future })
    const ever = await someone(mark, { banned: true })
    const query = { q: mark, sort: 'createdAt' }
    expect((await idsOf({ ...query, status: 'active' })).toSorted()).toEqual([open.id, over.id].toSorted())
    expect((await idsOf({ ...query, status: 'banned' })).toSorted()).toEqual([held.id, ever.id].toSorted())
    expect(await idsOf({ ...query, status: 'unverified' })).toEqual([ever.id])
  })

  test('by the effective plan', async () => {
    const mark = newMark()
    const [free, paid, former] = [await someone(mark), await someone(mark), await someone(mark)]
    const auto = { planId: FREE_PLAN_ID, provider: 'auto', status: 'active' } as const
    await db()
      .insert(subscriptions)
      .values([
        { ...auto, userId: free.id },
        { ...auto, userId: paid.id },
        { ...auto, userId: former.id },
        { userId: paid.id, planId: BIG, provider: 'manual', status: 'active' },
        { userId: former.id, planId: BIG, provider: 'manual', status: 'canceled' },
      ])
    expect(await idsOf({ q: mark, planId: BIG })).toEqual([paid.id])
    const others = await idsOf({ q: mark, planId: FREE_PLAN_ID })
    expect(others.toSorted()).toEqual([free.id, former.id].toSorted())
    expect(await idsOf({ q: mark, planId: CREATOR })).toEqual([])
  })

  test('by the sign-up day in São Paulo', async () => {
    const mark = newMark()
    await someone(mark, { createdAt: new Date('2026-05-10T02:59:59.000Z') })
    const first = await someone(mark, { createdAt: new Date('2026-05-10T03:00:00.000Z') })
    expect(await idsOf({ q: mark, createdSince: '2026-05-10' })).toEqual([first.id])
  })

  test('by the day of the last message, with the count of this month', async () => {
    const mark = newMark()
    const [now, before] = [await someone(mark), await someone(mark)]
    const first = sql<string>`date_trunc('month', now() at time zone 'America/Sao_Paulo')::date`
    await db()
      .insert(userDays)
      .values([
        { userId: now.id, day: first, messages: 40 },
        { userId: now.id, day: sql`${first} + 1`, messages: 2 },
        { userId: now.id, day: sql`${first} - 1`, messages: 100 },
        { userId: before.id, day: sql`${first} - 1`, messages: 7 },
        { userId: before.id, day: first, messages: 0 },
      ])
    const [row] = await db()
      .select({ day: userDays.day })
      .from(userDays)
      .where(and(eq(userDays.userId, now.id), eq(userDays.messages, 40)))
    const found = await list({ q: mark, activeSince: row?.day ?? '' })
    expect(found.items).toMatchObject([{ id: now.id, messagesThisMonth: 42 }])
    expect((await boss.get<AdminUser>(`/users/admin/${before.id}`)).data.messagesThisMonth).toBe(0)
    expect(await idsOf({ q: mark, activeSince: '2020-01-01' })).toHaveLength(2)
  })
})

describe('search', () => {
  test('has no wildcards, in half-width or full-width form', async () => {
    const mark = newMark()
    const { id } = await someone(mark, { name: `100% c_d \\ ${mark}` })
    await someone(mark, { name: `100x cxd y ${mark}` })
    for (const q of [`100% c_d \\ ${mark}`, `100％ C＿D ＼ ${mark}`]) {
      expect([q, await idsOf({ q })]).toEqual([q, [id]])
    }
    for (const q of [`_${mark}`, `%${mark}`, `c\\d`, '\\%']) expect([q, await idsOf({ q })]).toEqual([q, []])
  })

  test('finds a phone in any format', async () => {
    const { id } = await someone(newMark(), { phoneNumber: '85912340077' })
    for (const q of ['85912340077', '(85) 91234-0077', '+55 85 91234-0077', '85 9.1234.0077', '91234-0077']) {
      expect([q, await idsOf({ q })]).toEqual([q, [id]])
    }
  })

  test('uses its index', async () => {
    const plan = await db().transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(sql`explain select id from ${users} where ${matches('(85) 91234-0077')}`)
    })
    expect(JSON.stringify(plan.rows)).toContain('users_search_idx')
  })
})

test('GET /users/admin/{userId}/subscriptions returns the history, newest first, in pages', async () => {
  const ana = await app.signUp('Ana')
  for (const planId of [BIG, CREATOR]) {
    await boss.call('PATCH', `/api/v1/users/admin/${ana.userId}`, { planId })
  }
  const path = `/users/admin/${ana.userId}/subscriptions`
  const { data } = await boss.get<SubscriptionsPage>(`${path}?limit=2`)
  expect(data.items).toMatchObject([
    { provider: 'manual', status: 'active', plan: { displayName: 'Criador' } },
    { provider: 'manual', status: 'canceled', plan: { displayName: 'Big Player' } },
  ])
  const rest = await boss.get<SubscriptionsPage>(`${path}?limit=2&cursor=${data.nextCursor}`)
  expect(rest.data).toMatchObject({ items: [{ provider: 'auto', status: 'active' }], hasMore: false })
  expect((await boss.get(`${path}?cursor=x`)).status).toBe(400)
  expect((await boss.get(`/users/admin/${randomUUID()}/subscriptions`)).status).toBe(404)
})

test('GET /plans returns all plans, smallest first', async () => {
  const { data } = await app.visitor().get<Plan[]>('/plans')
  expect(data.map(({ name, monthlyMessageLimit }) => [name, monthlyMessageLimit])).toEqual([
    ['free', 200],
    ['creator', 2_000],
    ['big_player', 10_000],
  ])
})
