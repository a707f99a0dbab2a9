import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiKeyScope, type ApiKeys, type CreatedApiKey, keyDay } from '#shared/contract/api-keys.ts'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { PeopleImport } from '#shared/contract/people-imports.ts'
import { API_KEY_LIMITS } from '#shared/limits-api-keys.ts'
import { keyHash } from '../../auth/api-keys/key-admission.ts'
import { purgeExpired } from '../../auth/housekeeping.ts'
import { apiKeys, houseSettings, invitations, sessions, users } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'
import { readAccount } from '../me/export.queries.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Dona')
})
afterAll(() => app.close())
afterEach(() => db().delete(apiKeys))

const db = () => app.server.deps.db
const PATH = '/api-keys/admin'
const make = (over: object = {}, who = boss) =>
  who.post<CreatedApiKey>(PATH, { name: 'Turma', scopes: ['people'], ...over })

async function makeKey(scopes: ApiKeyScope[] = ['people'], who = boss) {
  const { status, data } = await make({ scopes }, who)
  expect(status).toBe(201)
  return data
}

/** A call as a program makes it: no cookie, no origin. */
async function byKey<T = unknown>(secret: string, method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${secret}` }
  const isForm = body instanceof FormData
  const response = await fetch(`${app.baseUrl}/api/v1${path}`, {
    method,
    headers: isForm || body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as Pick<Reply<T>, 'data' | 'error'>) }
}
const statusOf = async (secret: string) => (await byKey(secret, 'GET', '/users/admin')).status
const audited = async (query = '') => (await boss.get<AuditPage>(`/audit/admin?limit=50${query}`)).data.items

async function newAdministrator(name: string) {
  const client = await app.signUp(name)
  await db().update(users).set({ role: 'admin' }).where(eq(users.id, client.userId))
  return client
}

describe('a key', () => {
  test('is made with its secret shown once, listed without it, and revoked, all audited', async () => {
    const { key, secret } = await makeKey(['people', 'figures'])
    expect(secret).toMatch(/^elenco_[\w-]{43}$/)
    expect(key).toMatchObject({
      name: 'Turma',
      scopes: ['people', 'figures'],
      hint: secret.slice(-4),
      madeBy: { id: boss.userId, name: 'Dona' },
      endsOn: keyDay(API_KEY_LIMITS.defaultDays),
      state: 'living',
      lastUsedAt: null,
    })
    const [row] = await db().select().from(apiKeys)
    expect(row?.secretHash).toBe(keyHash(secret))
    expect(JSON.stringify(row)).not.toContain(secret)
    const list = await boss.get<ApiKeys>(PATH)
    expect(list.data).toEqual([key])
    const { apiKeys: own } = await readAccount(db(), { userId: boss.userId })
    expect(own).toEqual([expect.objectContaining({ name: 'Turma', endsOn: key.endsOn })])
    expect(JSON.stringify(own)).not.toContain(row?.secretHash)

    expect(await statusOf(secret)).toBe(200)
    await eventually(async () => {
      const [used] = (await boss.get<ApiKeys>(PATH)).data
      expect(Date.now() - Date.parse(used?.lastUsedAt ?? '')).toBeLessThan(60_000)
    })
    expect((await boss.call('DELETE', `/api/v1${PATH}/${key.id}`)).status).toBe(200)
    expect(await byKey(secret, 'GET', '/users/admin')).toMatchObject({
      status: 401,
      error: { message: 'Esta chave da API não vale: ela não existe, terminou ou foi revogada.' },
    })
    expect((await boss.call('DELETE', `/api/v1${PATH}/${key.id}`)).status).toBe(404)
    expect(await audited('&entity=api-key')).toMatchObject([
      { action: 'api-key.revoke', entityName: 'Turma', actorName: 'Dona' },
      { action: 'api-key.create', entityName: 'Turma', after: { scopes: ['people', 'figures'] } },
    ])
    expect(JSON.stringify(await audited())).not.toContain(secret)
  })

  test('is made and revoked only after a recent proof of identity', async () => {
    const { key } = await makeKey()
    const past = new Date(Date.now() - 11 * 60_000)
    const prove = (provedAt: Date) =>
      db().update(sessions).set({ provedAt }).where(eq(sessions.userId, boss.userId))
    await prove(past)
    for (const reply of [await make(), await boss.call('DELETE', `/api/v1${PATH}/${key.id}`)]) {
      expect(reply).toMatchObject({ status: 403, error: { code: 'STEP_UP_REQUIRED' } })
    }
    await prove(new Date())
    expect((await make()).status).toBe(201)
  })

  test('has a name, scopes of the list, and an end within a year', async () => {
    const wrong = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['people', 'people'] }, 'scopes'],
      [{ scopes: ['settings'] }, 'scopes.0'],
      [{ endsOn: keyDay(-1) }, 'endsOn'],
      [{ endsOn: keyDay(API_KEY_LIMITS.maxDays + 1) }, 'endsOn'],
      [{ endsOn: null }, 'endsOn'],
      [{ userId: randomUUID() }, 'userId'],
    ] as const
    for (const [over, field] of wrong) {
      const { status, error } = await make(over)
      expect([over, status, Object.keys(error.details ?? {})]).toEqual([over, 400, [field]])
    }
    const { data } = await make({ endsOn: keyDay(API_KEY_LIMITS.maxDays) })
    expect(data.key.endsOn).toBe(keyDay(API_KEY_LIMITS.maxDays))
  })

  test('is one of at most twenty living ones, also when made at once', async () => {
    await Promise.all(Array.from({ length: API_KEY_LIMITS.living - 1 }, () => make()))
    const last = await Promise.all([make(), make(), make()])
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const [one] = await db().select().from(apiKeys).limit(1)
    await db()
      .update(apiKeys)
      .set({ endsOn: keyDay(-1) })
      .where(eq(apiKeys.id, one?.id ?? ''))
    expect((await make()).status).toBe(201)
  })
})

describe('a key stops working at once', () => {
  test('after its last day; a month later it is gone', async () => {
    const { key, secret } = await makeKey()
    const endOn = (endsOn: string) => db().update(apiKeys).set({ endsOn }).where(eq(apiKeys.id, key.id))
    await endOn(keyDay(0))
    expect(await statusOf(secret)).toBe(200)
    await endOn(keyDay(-1))
    expect(await statusOf(secret)).toBe(401)
    await purgeExpired(db())
    expect((await boss.get<ApiKeys>(PATH)).data).toMatchObject([{ state: 'ended' }])
    await endOn(keyDay(-31))
    await purgeExpired(db())
    expect((await boss.get<ApiKeys>(PATH)).data).toEqual([])
  })

  test('when its maker is suspended, until the suspension ends', async () => {
    const other = await newAdministrator('Suspensa')
    const { secret } = await makeKey(['people'], other)
    await boss.post(`/users/admin/${other.userId}/ban`, {})
    expect(await statusOf(secret)).toBe(401)
    expect((await boss.get<ApiKeys>(PATH)).data).toMatchObject([{ state: 'stopped' }])
    await boss.post(`/users/admin/${other.userId}/unban`)
    expect(await statusOf(secret)).toBe(200)
  })

  test('when its maker loses the role, and stays so', async () => {
    const other = await newAdministrator('Rebaixada')
    const { secret } = await makeKey(['people'], other)
    await db().update(users).set({ role: 'user' }).where(eq(users.id, other.userId))
    expect(await statusOf(secret)).toBe(401)
    await db().update(users).set({ role: 'admin' }).where(eq(users.id, other.userId))
    expect(await statusOf(secret)).toBe(200)
    for (const role of ['user', 'admin']) {
      const change = await boss.call('PATCH', `/api/v1/users/admin/${other.userId}`, { role })
      expect(change.status).toBe(200)
      expect(await statusOf(secret)).toBe(401)
    }
  })

  test('when its maker is deleted', async () => {
    const other = await newAdministrator('Que Sai')
    const { secret } = await makeKey(['people'], other)
    await boss.call('POST', '/api/auth/admin/remove-user', { userId: other.userId })
    expect(await statusOf(secret)).toBe(401)
    expect(await db().$count(apiKeys)).toBe(0)
  })

  test('while the house demands a second factor that its maker lacks', async () => {
    const { secret } = await makeKey()
    await db().insert(houseSettings).values({ administratorsFactorFrom: new Date() })
    const refused = await byKey(secret, 'GET', '/users/admin')
    await db().delete(houseSettings)
    expect(refused).toMatchObject({ status: 403, error: { code: 'SECOND_FACTOR_REQUIRED' } })
    expect(await statusOf(secret)).toBe(200)
  })
})

describe('a call with a key', () => {
  test('imports a whole spreadsheet, audited as the key', async () => {
    const { secret } = await makeKey(['imports'])
    const email = `${randomUUID()}@exemplo.com.br`
    const known = await app.signUp('Conhecida')
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, known.userId))
    const form = new FormData()
    form.append('file', new Blob([`nome;e-mail\nAna;${email}\nCo;${known.email}\n`]), 'pessoas.csv')
    const sent = await byKey<PeopleImport>(secret, 'POST', '/people-imports/admin', form)
    expect(sent.status).toBe(201)
    const one = `/people-imports/admin/${sent.data.id}`
    const prepared = await byKey<PeopleImport>(secret, 'PATCH', one, {
      columns: sent.data.columns,
      defaultPlanId: CREATOR_PLAN.id,
    })
    expect(prepared.data.counts).toMatchObject({ invite: 1, 'change-plan': 1 })
    expect((await byKey(secret, 'POST', `${one}/start`)).status).toBe(200)
    await eventually(async () =>
      expect((await byKey<PeopleImport>(secret, 'GET', one)).data.status).toBe('done'),
    )
    expect((await byKey<PeopleImport>(secret, 'GET', `${one}/rows`)).status).toBe(200)
    const entries = await audited('&entity=people-import')
    const actor = { actorName: 'Chave Turma de Dona', actorId: boss.userId }
    const verbs = ['start', 'prepare', 'create']
    expect(entries).toMatchObject(verbs.map((verb) => ({ ...actor, action: `people-import.${verb}` })))
    const [given] = await audited('&action=user.set-plan')
    expect(given).toMatchObject({ subjectId: known.userId, actorName: 'Chave Turma de Dona' })
    expect(await db().$count(invitations, eq(invitations.email, email))).toBe(1)
  })

  test('invites a person, audited as the key', async () => {
    const { secret } = await makeKey(['people'])
    const body = { name: 'Bia', email: `${randomUUID()}@exemplo.com.br` }
    const added = await byKey<{ invitation: { id: string } }>(secret, 'POST', '/invitations/admin', body)
    expect(added.status).toBe(200)
    const one = `/invitations/admin/${added.data.invitation.id}`
    for (const verb of ['resend', 'cancel']) {
      expect((await byKey(secret, 'POST', `${one}/${verb}`)).status).toBe(200)
    }
    const entries = (await audited('&entity=invitation')).slice(0, 3)
    for (const { actorName } of entries) expect(actorName).toBe('Chave Turma de Dona')
  })

  test('carries no cookie and comes from no other site', async () => {
    const { secret } = await makeKey()
    const key = { Authorization: `Bearer ${secret}` }
    const both = await boss.call('GET', '/api/v1/users/admin', undefined, key)
    expect(both).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    const body = { name: 'Bia', email: `${randomUUID()}@exemplo.com.br` }
    const foreign = { ...key, Origin: 'https://mal.exemplo' }
    expect((await app.visitor().call('POST', '/api/v1/invitations/admin', body, foreign)).status).toBe(403)
    // Other kinds of authorization, such as that of a proxy in front, mean nothing here.
    const basic = { Authorization: 'Basic elenco_x' }
    expect((await boss.call('GET', '/api/v1/users/admin', undefined, basic)).status).toBe(200)
    // A cookie alone still needs its origin.
    const nameless = await fetch(`${app.baseUrl}/api/v1${PATH}`, {
      method: 'POST',
      headers: { Cookie: boss.cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Turma', scopes: ['people'] }),
    })
    expect(nameless.status).toBe(403)
  })

  test('is not kept by the offline cache of a browser', async () => {
    const { secret } = await makeKey()
    const response = await fetch(`${app.baseUrl}/api/v1/users/admin`, {
      headers: { Authorization: `bearer ${secret}` },
    })
    expect(response.status).toBe(200)
    expect([...response.headers.keys()].filter((name) => name.includes('reader'))).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

test('calls are limited by key, and wrong keys by address, which hold no right key up', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' })
  try {
    const owner = await limited.signUp('Dona')
    const { data } = await owner.post<CreatedApiKey>(PATH, { name: 'Turma', scopes: ['people'] })
    const call = async (secret: string) => {
      const headers = { Authorization: `Bearer ${secret}` }
      const reply = await limited.visitor().call('GET', '/api/v1/invitations/admin', undefined, headers)
      return reply.status
    }
    const wrong: number[] = []
    for (let index = 0; index < API_KEY_LIMITS.wrongPerMinute + 2; index += 1) {
      wrong.push(await call(`elenco_${randomUUID()}`))
    }
    expect(wrong).toEqual([...Array.from({ length: API_KEY_LIMITS.wrongPerMinute }, () => 401), 429, 429])
    expect(await call(data.secret)).toBe(200)
    await limited.server.deps.db.execute(
      sql`update rate_limits set count = ${API_KEY_LIMITS.callsPerMinute} where key like 'api-key|%'`,
    )
    expect(await call(data.secret)).toBe(429)
  } finally {
    await limited.close()
  }
})
