import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import type { Upload } from '#shared/contract/uploads.ts'
import * as schema from '../../db/schema/index.ts'
import { makeBusiness, makeOnboarding } from '../../testing/factories/business.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { readMail } from '../../testing/read-mail.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { hasError, type TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

const { accounts, auditEntries, sessions, uploads, users, verifications } = schema

let app: TestApp
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona')
  agentId = await openAgentId(admin)
})
afterAll(() => app.close())

const leave = (client: TestClient, body: unknown = { password: client.password }) =>
  client.call('POST', '/api/auth/delete-user', body)
const exists = async (client: TestClient) =>
  (await app.server.deps.db.$count(users, eq(users.id, client.userId))) > 0

/** The mails about a deleted account. */
async function goodbyes({ email }: TestClient) {
  const outbox = join(app.server.deps.env.dataDir, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('-account-deleted.eml'))
  const mails = await Promise.all(
    names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))),
  )
  return mails.filter(({ headers }) => headers.to?.includes(email))
}

/** Every table and column that contains the text. */
async function placesOf(text: string): Promise<string[]> {
  const tables = Object.values(schema).filter((it) => is(it, PgTable))
  const found: string[] = []
  for (const table of tables) {
    const rows = await app.server.deps.db.select(getTableColumns(table)).from(table)
    if (JSON.stringify(rows).includes(text)) found.push(getTableName(table))
  }
  return found
}

describe('deleting the own account', () => {
  test('deletes all data within the call, and sends a mail', async () => {
    const ana = await app.signUp('Ana Que Vai')
    const elsewhere = app.visitor()
    await elsewhere.signIn(ana)
    const { db } = app.server.deps
    const chatId = await openChat(ana, agentId)
    await ana.send(chatId, newMessage('Palavras que somem'))
    const { data } = await ana.call<Upload>('POST', '/api/v1/uploads', imageForm(TINY_PNG))
    await ana.call('POST', '/api/auth/update-user', { image: data.url })
    await ana.post('/me/terms', { version: TERMS_VERSION })
    await db
      .insert(verifications)
      .values({ identifier: 'x', value: ana.userId, expiresAt: new Date(Date.now() + 9e6) })
    const named = { actorName: 'Dona', subjectName: 'Ana Que Vai', action: 'user.update' } as const
    await db.insert(auditEntries).values([
      { ...named, actorId: admin.userId, subjectId: ana.userId, details: { email: ana.email } },
      {
        ...named,
        actorId: ana.userId,
        actorName: 'Ana Que Vai',
        subjectId: admin.userId,
        subjectName: 'Dona',
      },
    ])
    const key = new URL(data.url).pathname.replace('/uploads/', '')
    await makeBusiness(db, ana)
    await makeOnboarding(db, { userId: ana.userId })

    const response = await ana.fetch('POST', '/api/auth/delete-user', { password: ana.password })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/i)
    for (const trace of [ana.userId, ana.email, 'Ana Que Vai', 'Palavras que somem', 'reservad', key]) {
      expect([trace, await placesOf(trace)]).toEqual([trace, []])
    }
    expect(await app.server.deps.files.read(key)).toBeUndefined()
    const kept = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'user.update'))
      .orderBy(auditEntries.id)
    expect(kept).toMatchObject([
      { actorName: 'Dona', subjectId: null, subjectName: 'conta excluída', details: {} },
      { actorId: null, actorName: 'conta excluída', subjectName: 'Dona' },
    ])
    for (const client of [ana, elsewhere]) expect((await client.get('/me')).status).toBe(401)
    expect((await app.visitor().signIn(ana)).status).toBe(401)
    await vi.waitFor(async () => expect(await goodbyes(ana)).toHaveLength(1))
    // The address is free again.
    expect(
      (await app.visitor().signUp({ name: 'Ana', email: ana.email, password: 'senha-segura-1' })).status,
    ).toBe(200)
  })

  test('ends the running reply and closes the provider’s connection', async () => {
    const bia = await app.signUp('Bia')
    const chatId = await openChat(bia, agentId)
    const calls = app.provider.requests.length
    app.provider.script({ kind: 'stall', after: 2 })
    const stream = await bia.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    expect((await leave(bia)).status).toBe(200)
    expect(app.server.deps.runs.active).toBe(0)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'stopped' } })
    await vi.waitFor(() => expect(app.provider.requests[calls]?.closedByClientAt).toBeDefined())
  })

  test('asks for the password', async () => {
    const carla = await app.signUp('Carla')
    for (const body of [{}, { password: '' }, { token: 'x' }, { password: 'x'.repeat(129) }]) {
      expect((await leave(carla, body)).status).toBe(400)
    }
    const wrong = await leave(carla, { password: 'outra-senha-1' })
    expect([wrong.status, hasError(wrong, 'INVALID_PASSWORD')]).toEqual([400, true])
    expect((await leave(app.visitor(), { password: 'senha-segura-1' })).status).toBe(401)
    expect(await exists(carla)).toBe(true)
    expect((await leave(carla)).status).toBe(200)
    expect(await exists(carla)).toBe(false)
  })

  test('an account without a password needs a recent sign-in', async () => {
    const dora = await app.signUp('Dora')
    const { db } = app.server.deps
    await db
      .update(accounts)
      .set({ providerId: 'google', password: null })
      .where(eq(accounts.userId, dora.userId))
    const signedInAgo = (minutes: number) =>
      db
        .update(sessions)
        .set({ provedAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(sessions.userId, dora.userId))
    await signedInAgo(11)
    const late = await leave(dora, {})
    expect([late.status, hasError(late, 'STEP_UP_REQUIRED')]).toEqual([403, true])
    await signedInAgo(9)
    expect((await leave(dora, {})).status).toBe(200)
    expect(await exists(dora)).toBe(false)
  })

  test('is refused for the last administrator, and for two at the same time', async () => {
    const alone = await leave(admin)
    expect([alone.status, alone.error.code]).toEqual([409, 'CONFLICT'])
    expect(await exists(admin)).toBe(true)
    expect((await admin.get('/me')).status).toBe(200)
    const { db, files } = app.server.deps
    const both = [await app.signUp('Eva'), await app.signUp('Fernanda')]
    for (const client of both)
      await db.update(users).set({ role: 'admin' }).where(eq(users.id, client.userId))
    await db.update(users).set({ role: 'user' }).where(eq(users.id, admin.userId))
    // Both have passed the first check when either continues.
    const met = Promise.withResolvers<void>()
    let present = 0
    vi.spyOn(files, 'remove').mockImplementation(async () => {
      present += 1
      if (present === both.length) met.resolve()
      await met.promise
    })
    const statuses = (await Promise.all(both.map((client) => leave(client)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect(await db.$count(users, eq(users.role, 'admin'))).toBe(1)
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.userId))
  })

  test('is refused during an impersonation', async () => {
    const gabi = await app.signUp('Gabi')
    const { db } = app.server.deps
    await db.update(sessions).set({ impersonatedBy: admin.userId }).where(eq(sessions.userId, gabi.userId))
    expect((await leave(gabi)).status).toBe(403)
    expect(await exists(gabi)).toBe(true)
  })

  test('changes nothing when the files cannot be removed, and can be retried', async () => {
    const helena = await app.signUp('Helena')
    const { data } = await helena.call<Upload>('POST', '/api/v1/uploads', imageForm(TINY_PNG))
    const { db, files } = app.server.deps
    const remove = vi
      .spyOn(files, 'remove')
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    expect((await leave(helena)).status).toBe(503)
    expect((await helena.get('/me')).status).toBe(200)
    expect(await db.$count(accounts, eq(accounts.userId, helena.userId))).toBe(1)
    expect(await db.$count(uploads, and(eq(uploads.userId, helena.userId)))).toBe(1)
    expect((await leave(helena)).status).toBe(200)
    expect(remove).toHaveBeenCalledTimes(2)
    expect((await fetch(app.baseUrl + new URL(data.url).pathname)).status).toBe(404)
  })

  test('by an administrator deletes the same data', async () => {
    const iris = await app.signUp('Iris Que Some')
    const chatId = await openChat(iris, agentId)
    await iris.send(chatId, newMessage('Palavras de Iris'))
    const { data } = await iris.call<Upload>('POST', '/api/v1/uploads', imageForm(TINY_PNG))
    const reply = await admin.call('POST', '/api/auth/admin/remove-user', { userId: iris.userId })
    expect(reply.status).toBe(200)
    for (const trace of [iris.email, 'Iris Que Some', 'Palavras de Iris'])
      expect(await placesOf(trace)).toEqual([])
    expect((await fetch(app.baseUrl + new URL(data.url).pathname)).status).toBe(404)
  })
})

test('A16 password guesses in an open session are slowed down', async () => {
  const strict = await createTestApp({ RATE_LIMITS: 'on' })
  try {
    const ana = await strict.signUp()
    const tries: number[] = []
    for (let index = 0; index < 7; index += 1) {
      tries.push((await leave(ana, { password: `palpite-numero-${index}` })).status)
    }
    expect(tries.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(tries.at(-1)).toBe(429)
    expect((await leave(ana)).status).toBe(429)
    expect((await ana.get('/me')).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('an outage of the database rolls everything back', async () => {
  const ana = await app.signUp('Joana')
  const { db } = app.server.deps
  await using site = await serveWith(app, {})
  await db.execute(
    "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '57P01'; end $$",
  )
  await db.execute('create trigger refuse before delete on users for each row execute function refuse()')
  try {
    expect((await leave(ana.at(site.baseUrl))).status).toBe(503)
  } finally {
    await db.execute('drop trigger refuse on users')
  }
  expect((await ana.get('/me')).status).toBe(200)
  expect(await db.$count(accounts, eq(accounts.userId, ana.userId))).toBe(1)
  expect((await leave(ana)).status).toBe(200)
})
