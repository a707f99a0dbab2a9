import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries, sessions, users } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import {
  makeConversation,
  makePeople,
  makePerson,
  makeSubject,
  type People,
} from '../../testing/factories/people.ts'
import { type ApiRoute, documentedRoutes, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let people: People
let agentId: string
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
  routes = await documentedRoutes(app.visitor())
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const admin = (client: TestClient, call: string, body: object) =>
  client.call('POST', `/api/auth/admin/${call}`, body)
const rowOf = async (userId: string) => (await db().select().from(users).where(eq(users.id, userId)))[0]
const messageOf = ({ body }: Reply): string => Object(body).message

/** Everything that a call could have changed. */
const everything = async () => {
  const tables = ['users', 'sessions', 'accounts', 'subscriptions', 'audit_entries', 'chats', 'messages']
  const rows = await Promise.all(
    // Last-seen times are not the result of a call.
    tables.map(async (table) => {
      const found = await db().execute<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - 'last_seen_at' as row from ${table} t order by 1::text`,
      )
      return [table, found.rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(rows)
}

const call = async (route: ApiRoute, caller: TestClient) => {
  const subject = { userId: people.owner.userId, sessionId: randomUUID() }
  const target = { ...theirs, agentId, caller, subject }
  return caller.fetch(route.method, fill(route.path, { ...target, ...subject }), route.row?.body?.(target))
}
let theirs: Awaited<ReturnType<typeof makeConversation>>

describe('A5 writing requires the write permission', { timeout: 120_000 }, () => {
  test.each(['anonymous', 'banned', 'other'] as const)(
    '%s: refused calls change nothing, on every route that is not a read',
    async (role) => {
      theirs = await makeConversation(db(), { userId: people.owner.userId, agentId })
      const refused = routes.filter(({ method, row }) => {
        const [anonymous = 0, , other = 0, banned = 0] = row?.expected ?? []
        return method !== 'GET' && { anonymous, other, banned }[role] >= 401
      })
      expect(refused.length).toBeGreaterThan(20)
      const before = await everything()
      for (const route of refused) {
        // A failed sign-in only increments a counter.
        if (route.path.includes('/sign-in/')) continue
        const response = await call(route, people[role])
        expect([route.key, response.status]).toEqual([route.key, expect.toSatisfy((it) => it >= 400)])
        await response.body?.cancel()
      }
      expect(await everything()).toEqual(before)
    },
  )
})

describe('A7 better-auth’s unused admin features are off', () => {
  test.each(['get-user', 'has-permission', 'list-organizations'])('%s is not offered', async (name) => {
    for (const method of ['GET', 'POST']) {
      const reply = await people.admin.call(
        method,
        `/api/auth/admin/${name}`,
        method === 'GET' ? undefined : {},
      )
      expect(reply.status).toBe(404)
    }
  })
})

describe('A6 fields that administrators may set', () => {
  const bodies = async (): Promise<[string, Record<string, unknown>][]> => {
    const { userId } = await makeSubject(db())
    const account = {
      name: 'Gente Nova',
      email: `${randomUUID()}@exemplo.com.br`,
      password: 'senha-segura-1',
    }
    return [
      ['create-user', account],
      ['set-role', { userId, role: 'user' }],
      ['ban-user', { userId }],
      ['update-user', { userId, data: { name: 'Novo Nome' } }],
    ]
  }

  test.each(['id', 'emailVerified', 'banned', 'banExpires', 'planId', 'createdAt', 'termsAcceptedAt'])(
    'refuse %s, at the top level and nested',
    async (field) => {
      for (const [name, body] of await bodies()) {
        const inner = { ...body, data: { ...Object(body.data), [field]: 'x' } }
        for (const given of [{ ...body, [field]: 'x' }, inner]) {
          const reply = await admin(people.admin, name, given)
          expect([name, reply.status, Object(reply.body).code]).toEqual([name, 400, 'FIELD_NOT_ALLOWED'])
        }
      }
    },
  )

  test('do not include email, role or password in an update', async () => {
    const { userId } = await makeSubject(db())
    const before = await rowOf(userId)
    for (const field of ['email', 'role']) {
      const reply = await admin(people.admin, 'update-user', { userId, data: { [field]: 'admin' } })
      expect(reply.status).toBe(400)
    }
    await admin(people.admin, 'update-user', {
      userId,
      data: { name: before?.name, password: 'Outra-chave-7' },
    })
    expect(await rowOf(userId)).toMatchObject({ email: before?.email, role: 'user' })
    const photo = { image: 'https://mal.exemplo/x.png' }
    expect((await admin(people.admin, 'update-user', { userId, data: photo })).status).toBe(400)
    for (const body of [{ email: 'a@b.co' }, { banned: true }, photo, { id: userId }]) {
      expect((await people.admin.call('PATCH', `/api/v1/users/admin/${userId}`, body)).status).toBe(400)
    }
  })

  test.each([
    ['set-role', { role: 'owner' }],
    ['set-role', { role: ['admin', 'user'] }],
    ['set-role', {}],
    ['ban-user', { banExpiresIn: -1 }],
    ['ban-user', { banExpiresIn: 1e12 }],
    ['ban-user', { banReason: { $gt: '' } }],
    ['set-user-password', { newPassword: '1234567' }],
    ['set-user-password', { newPassword: 'password123' }],
    ['update-user', { data: {} }],
    ['impersonate-user', { userId: 'x', reason: 'Pedido de ajuda' }],
    ['remove-user', { userId: { $ne: '' } }],
    ['list-user-sessions', { userId: ['a'] }],
  ])('%s refuses %j', async (name, over) => {
    const { userId } = await makeSubject(db())
    const reply = await admin(people.admin, name, { userId, ...over })
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).not.toMatch(/expected|invalid/i)
    expect(await db().$count(auditEntries, eq(auditEntries.subjectId, userId))).toBe(0)
  })
})

describe('A12 A24 a role that changes', () => {
  test('applies from the next request on, and ends every session with the old one', async () => {
    const [boss, chief] = [people.admin, await makePerson(app, 'admin')]
    const second = app.visitor()
    await second.signIn(chief)
    const { cookie } = chief
    expect((await chief.get('/users/admin')).status).toBe(200)
    expect((await admin(boss, 'set-role', { userId: chief.userId, role: 'user' })).status).toBe(200)
    for (const client of [chief, second]) expect((await client.get('/users/admin')).status).toBe(401)
    expect((await chief.signIn(chief)).status).toBe(200)
    expect(chief.cookie).not.toBe(cookie)
    expect((await chief.get('/users/admin')).status).toBe(403)
    expect((await admin(chief, 'set-role', { userId: boss.userId, role: 'user' })).status).toBe(403)
    // The other direction, through the other API.
    const raised = await boss.call('PATCH', `/api/v1/users/admin/${chief.userId}`, { role: 'admin' })
    expect(raised.status).toBe(200)
    expect((await chief.get('/agents')).status).toBe(401)
    await chief.signIn(chief)
    expect((await chief.get('/users/admin')).status).toBe(200)
    // The acting administrator keeps their session.
    expect((await boss.get('/users/admin')).status).toBe(200)
  })

  test('applies from the next request on also when changed in the row alone', async () => {
    const chief = await makePerson(app, 'admin')
    await db().update(users).set({ role: 'user' }).where(eq(users.id, chief.userId))
    expect((await chief.get('/users/admin')).status).toBe(403)
    expect((await admin(chief, 'ban-user', { userId: people.owner.userId })).status).toBe(403)
  })
})

describe('A25 the last administrator can’t be removed', () => {
  test.each([
    ['set-role', { role: 'user' }],
    ['ban-user', {}],
    ['remove-user', {}],
  ])('%s on oneself is a conflict', async (name, over) => {
    const chief = await makePerson(app, 'admin')
    expect((await admin(chief, name, { userId: chief.userId, ...over })).status).toBe(409)
    expect(await rowOf(chief.userId)).toMatchObject({ role: 'admin', banned: false })
    expect((await chief.get('/users/admin')).status).toBe(200)
  })

  test('is also kept by the App API', async () => {
    const { admin: chief } = people
    const path = `/api/v1/users/admin/${chief.userId}`
    expect((await chief.call('PATCH', path, { role: 'user', name: 'Outro' })).status).toBe(409)
    expect((await chief.call('POST', `${path}/ban`, {})).status).toBe(409)
    // A change is applied completely or not at all.
    expect(await rowOf(chief.userId)).toMatchObject({ role: 'admin', name: 'Pessoa admin da Silva' })
  })

  const demote = (client: TestClient, userId: string) => admin(client, 'set-role', { userId, role: 'user' })
  const demoteByApp = (client: TestClient, userId: string) =>
    client.call('PATCH', `/api/v1/users/admin/${userId}`, { role: 'user' })
  const ban = (client: TestClient, userId: string) => client.post(`/users/admin/${userId}/ban`, {})
  const remove = (client: TestClient, userId: string) => admin(client, 'remove-user', { userId })

  test.each([
    ['demote each other', demote, demote],
    ['ban each other', ban, ban],
    ['remove each other', remove, remove],
    ['demote and ban', demoteByApp, ban],
    ['ban and remove', ban, remove],
  ])(
    'when two administrators %s concurrently, one stays',
    { timeout: 120_000 },
    async (_how, first, second) => {
      const other = await createTestApp()
      try {
        const [ada, eva] = [await other.signUp('Ada'), await other.signUp('Eva')]
        const own = other.server.deps.db
        const able = () => own.$count(users, and(eq(users.role, 'admin'), eq(users.banned, false)))
        for (let round = 0; round < 5; round += 1) {
          if ((await own.$count(users)) < 2) break
          await own.update(users).set({ role: 'admin', banned: false })
          for (const client of [ada, eva]) await client.signIn(client)
          const replies = await Promise.all([first(ada, eva.userId), second(eva, ada.userId)])
          const statuses = replies.map(({ status }) => status)
          expect(statuses.filter((it) => it === 200)).toHaveLength(1)
          // Refused by the role check or by the ended session.
          expect([401, 403, 409]).toContain(statuses.find((it) => it !== 200))
          expect(await able()).toBe(1)
        }
      } finally {
        await other.close()
      }
    },
  )

  test('the last administrator who can sign in counts, not the last with the role', async () => {
    const other = await createTestApp()
    try {
      const [ada, eva] = [await other.signUp('Ada'), await other.signUp('Eva')]
      const own = other.server.deps.db
      await own.update(users).set({ role: 'admin' })
      await own.update(users).set({ banned: true }).where(eq(users.id, ada.userId))
      // A session of a user who is being banned concurrently is a race; for a banned row it is 403.
      expect((await demote(ada, eva.userId)).status).toBe(403)
      expect((await demote(eva, ada.userId)).status).toBe(200)
      expect((await demote(eva, eva.userId)).status).toBe(409)
      expect(await own.$count(sessions)).toBeGreaterThan(0)
    } finally {
      await other.close()
    }
  })
})
