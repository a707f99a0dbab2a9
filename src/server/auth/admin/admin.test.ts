import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries, sessions, subscriptions, users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { makePerson } from '../../testing/factories/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { passwords } from '../passwords/hashing.ts'

let mailed: MailedApp
let app: TestApp
let boss: TestClient
beforeAll(async () => {
  // Only the shipped cost makes concurrent calls check an address before the first of them has stored it.
  mailed = await createMailedApp({}, { passwords })
  app = mailed.app
  boss = await app.signUp('Ada')
})
afterAll(() => mailed.close())

const db = () => app.server.deps.db
const admin = (call: string, body: object) => boss.call('POST', `/api/auth/admin/${call}`, body)
const rowOf = async (userId: string) => (await db().select().from(users).where(eq(users.id, userId)))[0]
const auditOf = (subjectId: string) =>
  db().select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId)).orderBy(auditEntries.id)

describe('create-user', () => {
  const account = (over: object = {}) => ({
    name: 'Bia Lima',
    email: `${randomUUID()}@Exemplo.com.br`,
    password: 'senha-segura-1',
    ...over,
  })

  test('creates an account with a subscription that can sign in, and audits it', async () => {
    const body = account({ phoneNumber: '11987654321' })
    const reply = await admin('create-user', body)
    expect(reply.status).toBe(200)
    const { user } = Object(reply.body)
    expect(user).toMatchObject({ name: 'Bia Lima', email: body.email.toLowerCase(), role: 'user' })
    expect(await rowOf(user.id)).toMatchObject({ phoneNumber: '11987654321', termsAcceptedAt: null })
    expect((await app.visitor().signIn({ ...body })).status).toBe(200)
    expect(await db().$count(subscriptions, eq(subscriptions.userId, user.id))).toBe(1)
    const actor = { actorId: boss.userId, actorName: 'Ada', subjectName: 'Bia Lima' }
    expect(await auditOf(user.id)).toMatchObject([
      { ...actor, action: 'user.create', details: { after: { role: 'user', email: user.email } } },
    ])
    // The administrator's session is unchanged.
    expect(Object((await boss.call('GET', '/api/auth/get-session')).body).user.id).toBe(boss.userId)
  })

  test('accepts a role, and the phone where better-auth’s client sends it', async () => {
    const reply = await admin('create-user', account({ role: 'admin', data: { phoneNumber: '1133334444' } }))
    expect(await rowOf(Object(reply.body).user.id)).toMatchObject({
      role: 'admin',
      phoneNumber: '1133334444',
    })
  })

  test.each([
    [{ name: ' ' }, 'O nome é obrigatório'],
    [{ email: 'bia@' }, 'Email inválido'],
    [{ password: '1234567' }, 'A senha deve ter no mínimo 8 caracteres'],
    [{ phoneNumber: '123' }, 'Telefone deve conter 10 ou 11 dígitos'],
    [{ password: 'password123' }, 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.'],
  ])('refuses %j', async (over, message) => {
    const reply = await admin('create-user', account(over))
    expect([reply.status, Object(reply.body).message]).toEqual([400, message])
  })

  test('refuses an address that has an account', async () => {
    const reply = await admin('create-user', account({ email: boss.email.toUpperCase() }))
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      code: 'USER_ALREADY_EXISTS',
      message: 'Este e-mail já tem uma conta.',
    })
    // Also when the check ran too early.
    const body = account()
    const replies = await Promise.all([1, 2, 3, 4].map(() => admin('create-user', body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })
})

describe('list-users', () => {
  const list = async (query: Record<string, string>) => {
    const reply = await boss.call('GET', `/api/auth/admin/list-users?${new URLSearchParams(query)}`)
    return { status: reply.status, body: Object(reply.body) as { users: { id: string }[]; total: number } }
  }

  test('searches, filters and pages', async () => {
    const mark = randomUUID().slice(0, 8)
    const made = await Promise.all(
      ['a', 'b', 'c'].map(async (letter) => {
        const email = `${mark}-${letter}@exemplo.com.br`
        const [row] = await db()
          .insert(users)
          .values({ name: `Nome ${mark} ${letter}`, email })
          .returning()
        return row?.id ?? ''
      }),
    )
    const found = await list({ searchValue: mark.toUpperCase(), sortBy: 'email', sortDirection: 'asc' })
    expect(found.body).toMatchObject({ total: 3, users: made.map((id) => ({ id })) })
    const page = { searchField: 'name', searchValue: mark, sortBy: 'name', sortDirection: 'asc', limit: '2' }
    expect((await list({ ...page, offset: '2' })).body).toMatchObject({ total: 3, users: [{ id: made[2] }] })
    await db()
      .update(users)
      .set({ banned: true })
      .where(eq(users.id, made[1] ?? ''))
    const banned = await list({ searchValue: mark, filterField: 'banned', filterValue: 'true' })
    expect(banned.body).toMatchObject({ total: 1, users: [{ id: made[1] }] })
    const admins = await list({ filterField: 'role', filterValue: 'admin' })
    expect(admins.body.users.map(({ id }) => id)).toContain(boss.userId)
  })

  test.each(['%', '_', '\\', '%%', '100%'])('a search for %s matches it literally', async (searchValue) => {
    expect((await list({ searchValue })).body.total).toBe(0)
  })

  test.each([
    { limit: '101' },
    { limit: 'x' },
    { offset: '-1' },
    { sortBy: 'password' },
    { filterField: 'bio' },
  ])('refuses %j', async (query) => expect((await list(query)).status).toBe(400))
})

describe('a ban', () => {
  test('shows reason and end in local time, only after the correct password', async () => {
    const ana = await app.signUp('Ana')
    const reply = await admin('ban-user', {
      userId: ana.userId,
      banReason: 'Uso abusivo',
      banExpiresIn: 86_400,
    })
    expect(reply.status).toBe(200)
    const until = (await rowOf(ana.userId))?.banExpires as Date
    expect(until.getTime() - Date.now()).toBeGreaterThan(86_000_000)
    const told = await app.visitor().signIn(ana)
    const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })
    const hour = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' })
    expect(told.status).toBe(403)
    expect(told.body).toEqual({
      code: 'BANNED_USER',
      message: `Esta conta está suspensa até ${day.format(until)} às ${hour.format(until)} (horário de Brasília). Motivo: Uso abusivo`,
    })
    // A wrong password reveals nothing.
    const guessed = await app.visitor().signIn({ ...ana, password: 'errada-1' })
    const nobody = await app.visitor().signIn({ email: 'ninguem@exemplo.com.br', password: 'errada-1' })
    expect([guessed.status, guessed.body]).toEqual([nobody.status, nobody.body])
    expect((await ana.get('/agents')).status).toBe(401)
    expect(await auditOf(ana.userId)).toMatchObject([
      {
        action: 'user.ban',
        details: {
          before: { banned: false, banReason: null, banExpires: null },
          after: { banned: true, banReason: 'Uso abusivo', banExpires: expect.stringMatching(/^\d{4}-.*Z$/) },
        },
      },
    ])
  })

  test('without a date lasts until an administrator ends it', async () => {
    const ana = await app.signUp('Ana')
    await admin('ban-user', { userId: ana.userId })
    const told = Object((await app.visitor().signIn(ana)).body).message
    expect(told).toBe('Esta conta está suspensa por tempo indeterminado. Motivo: Não informado')
    expect((await admin('unban-user', { userId: ana.userId })).status).toBe(200)
    expect((await app.visitor().signIn(ana)).status).toBe(200)
    expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual(['user.ban', 'user.unban'])
  })

  test('that has expired has no effect', async () => {
    const ana = await app.signUp('Ana')
    await admin('ban-user', { userId: ana.userId, banExpiresIn: 60 })
    await db()
      .update(users)
      .set({ banExpires: new Date(Date.now() - 1000) })
      .where(eq(users.id, ana.userId))
    expect((await app.visitor().signIn(ana)).status).toBe(200)
  })
})

describe('calls of administrators on an account', () => {
  test('set-user-password: only the new password works, and sessions end', async () => {
    const ana = await app.signUp('Ana')
    const token = await mailed.resetToken(ana.email)
    const reply = await admin('set-user-password', { userId: ana.userId, newPassword: 'Outra-chave-7' })
    expect([reply.status, reply.body]).toEqual([200, { status: true }])
    expect((await ana.get('/agents')).status).toBe(401)
    expect((await app.visitor().signIn(ana)).status).toBe(401)
    expect((await app.visitor().signIn({ ...ana, email: ana.email, password: 'Outra-chave-7' })).status).toBe(
      200,
    )
    const rows = await auditOf(ana.userId)
    expect(rows).toMatchObject([{ action: 'user.set-password', details: {} }])
    // The user is notified; an earlier link is invalid.
    await mailed.mailsTo(ana.email, 'changed')
    const late = await app
      .visitor()
      .call('POST', '/api/auth/reset-password', { token, newPassword: 'Mais-uma-chave-8' })
    expect(late.status).toBe(400)
  })

  test('set-user-password: refused for administrators and oneself, and signs nobody out', async () => {
    const chief = await makePerson(app, 'admin')
    for (const { userId, email, password } of [chief, boss]) {
      const reply = await admin('set-user-password', { userId, newPassword: 'Outra-chave-7' })
      expect([reply.status, Object(reply.body).message]).toEqual([
        403,
        'A senha de quem administra só muda pela própria pessoa. Envie a ela o link para criar uma nova senha.',
      ])
      expect((await app.visitor().signIn({ email, password })).status).toBe(200)
      expect(await auditOf(userId)).toEqual([])
    }
    expect((await chief.get('/users/admin')).status).toBe(200)
    expect((await boss.get('/users/admin')).status).toBe(200)
    // The link is the way.
    expect(await mailed.resetToken(chief.email)).not.toBe('')
  })

  test('update-user: changes the fields that users may change', async () => {
    const ana = await app.signUp('Ana')
    const data = { name: 'Ana Nova', phoneNumber: '11987654321', extra: 'x' }
    expect((await admin('update-user', { userId: ana.userId, data })).status).toBe(200)
    expect(await rowOf(ana.userId)).toMatchObject({ name: 'Ana Nova', phoneNumber: '11987654321' })
    const [row] = await auditOf(ana.userId)
    expect(row).toMatchObject({
      action: 'user.update',
      details: {
        before: { name: 'Ana', phoneNumber: null },
        after: { name: 'Ana Nova', phoneNumber: '11987654321' },
      },
    })
  })

  test('remove-user: the account is gone with its sessions', async () => {
    const ana = await app.signUp('Ana')
    expect((await admin('remove-user', { userId: ana.userId })).status).toBe(200)
    expect(await rowOf(ana.userId)).toBeUndefined()
    expect((await ana.get('/agents')).status).toBe(401)
    const [row] = await db().select().from(auditEntries).where(eq(auditEntries.action, 'user.remove'))
    expect(row).toMatchObject({ actorId: boss.userId, subjectId: null })
    expect((await admin('remove-user', { userId: ana.userId })).status).toBe(404)
  })

  test('sessions: listed without tokens, ended one by one and all together', async () => {
    const ana = await app.signUp('Ana')
    const second = app.visitor()
    await second.signIn(ana)
    const listed = Object((await admin('list-user-sessions', { userId: ana.userId })).body).sessions
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatchObject({ device: 'Aparelho desconhecido', place: 'rede local' })
    expect(Object.keys(listed[0])).not.toEqual(expect.arrayContaining(['ipAddress']))
    const stored = await db().select().from(sessions).where(eq(sessions.userId, ana.userId))
    for (const { token } of stored) expect(JSON.stringify(listed)).not.toContain(token)
    const [first] = listed.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))
    expect((await admin('revoke-user-session', { sessionToken: first.token })).status).toBe(200)
    expect((await ana.get('/agents')).status).toBe(401)
    expect((await second.get('/agents')).status).toBe(200)
    expect((await admin('revoke-user-session', { sessionToken: first.token })).status).toBe(404)
    // A real token is not an id here.
    const token = stored.find(({ id }) => id !== first.id)?.token
    expect((await admin('revoke-user-session', { sessionToken: token })).status).toBe(404)
    expect((await admin('revoke-user-sessions', { userId: ana.userId })).status).toBe(200)
    expect((await second.get('/agents')).status).toBe(401)
    expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual([
      'session.revoke',
      'session.revoke-all',
    ])
  })

  test('on a missing account fails in Portuguese', async () => {
    const gone = { userId: randomUUID() }
    for (const [name, over] of [
      ['set-role', { role: 'admin' }],
      ['ban-user', {}],
      ['unban-user', {}],
    ] as const) {
      const reply = await admin(name, { ...gone, ...over })
      expect([reply.status, Object(reply.body).message]).toEqual([404, 'Não encontramos essa pessoa.'])
    }
  })
})

test('a call that fails midway rolls back, audit entry included', async () => {
  const ana = await makePerson(app, 'owner')
  // The sessions are ended and the entry is written before better-auth looks for the password.
  await db().execute('alter table accounts rename to away')
  const reply = await admin('set-user-password', { userId: ana.userId, newPassword: 'Outra-chave-7' })
  await db().execute('alter table away rename to accounts')
  expect(reply.status).toBeGreaterThanOrEqual(500)
  expect(await auditOf(ana.userId)).toEqual([])
  expect((await ana.get('/agents')).status).toBe(200)
  expect((await app.visitor().signIn(ana)).status).toBe(200)
})
