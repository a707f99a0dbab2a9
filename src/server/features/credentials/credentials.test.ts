import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { Credential, CredentialsPage } from '#shared/contract/credentials.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { credentials } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { saveCredential, validCredential } from '../../testing/factories/credentials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeCredentials } from './credentials.queries.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia Lima')
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(credentials)
})

const db = () => app.server.deps.db
const list = async (client: TestClient) => (await client.get<CredentialsPage>('/credentials')).data.items
const patch = (id: string, body: object, client = ana) =>
  client.call<Credential>('PATCH', `/api/v1/credentials/${id}`, body)
const remove = (id: string) => ana.call<DeletedAsset>('DELETE', `/api/v1/credentials/${id}`)
const restore = (id: string) => ana.post<Credential>(`/credentials/${id}/restore`)
const activeOf = async (client: TestClient) =>
  (await list(client)).filter(({ isActive }) => isActive).map(({ id }) => id)
const age = (id: string, interval: string) =>
  db()
    .update(credentials)
    .set({ deletedAt: sql`now() - ${interval}::interval` })
    .where(eq(credentials.id, id))

describe('a credential', () => {
  test('is saved, shown by its last characters, renamed, and listed last changed first', async () => {
    const first = await saveCredential(ana, { name: '  Da escola ' })
    expect(first.status).toBe(201)
    expect(first.data).toMatchObject({
      ...{ userId: ana.userId, name: 'Da escola', provider: 'openai', lastFour: 'ghij' },
      ...{ status: 'verified', isActive: false, allowsFallback: false, isReadable: true },
    })
    expect(Date.parse(first.data.checkedAt ?? '')).toBeGreaterThan(0)
    const second = await saveCredential(ana, { name: 'Da agência' })
    expect((await ana.get(`/credentials/${second.data.id}`)).data).toEqual(second.data)
    const { data } = await patch(first.data.id, { name: 'Da mentoria', allowsFallback: true })
    expect(data).toMatchObject({
      ...first.data,
      name: 'Da mentoria',
      allowsFallback: true,
      updatedAt: data.updatedAt,
    })
    expect((await list(ana)).map(({ name }) => name)).toEqual(['Da mentoria', 'Da agência'])
    const page = await ana.get<CredentialsPage>('/credentials?limit=1')
    const next = await ana.get<CredentialsPage>(`/credentials?limit=1&cursor=${page.data.nextCursor}`)
    expect([page, next].map(({ data: { items, hasMore } }) => [items[0]?.name, hasMore])).toEqual([
      ['Da mentoria', true],
      ['Da agência', false],
    ])
    expect(await list(bia)).toEqual([])
  })

  test.each([
    ['123456789012', '9012'],
    ['12345678901', '01'],
    ['12345678', '78'],
    ['1234567', '7'],
    ['1234', '4'],
    ['123', ''],
    ['1', ''],
  ])('the key %s is shown as %j', async (key, lastFour) => {
    expect((await saveCredential(ana, { credentials: key })).data.lastFour).toBe(lastFour)
  })

  test.each<[object, string, string]>([
    [{ name: ' ' }, 'name', 'Nome é obrigatório'],
    [{ credentials: ' ' }, 'credentials', 'Credenciais são obrigatórias'],
    [{ credentials: 'sk-com espaço' }, 'credentials', 'A chave tem caracteres inválidos'],
    [{ credentials: 'sk-com\r\nInjetado: 1' }, 'credentials', 'A chave tem caracteres inválidos'],
    [{ credentials: 'x'.repeat(LIMITS.credentialLength + 1) }, 'credentials', 'A chave é longa demais'],
    [{ provider: 'outro' }, 'provider', 'Selecione um provedor'],
    [{ lastFour: '1234' }, 'lastFour', 'Campo desconhecido'],
    [{ status: 'verified' }, 'status', 'Campo desconhecido'],
  ])('with %j is refused without asking the provider', async (over, field, text) => {
    const checks = app.provider.keyChecks.length
    const { status, error } = await ana.post('/credentials', { ...validCredential(), ...over })
    expect([status, error.code, error.details?.[field]]).toEqual([400, 'VALIDATION_ERROR', text])
    expect(app.provider.keyChecks).toHaveLength(checks)
    expect(await list(ana)).toEqual([])
  })

  test('keeps its provider and owner', async () => {
    const { id } = (await saveCredential(ana)).data
    for (const over of [{ provider: 'google' }, { userId: bia.userId }, { id: bia.userId }, {}]) {
      expect((await patch(id, over)).status).toBe(400)
    }
    expect((await patch(id, { name: 'Dela agora' }, bia)).status).toBe(404)
  })
})

describe('the verification of a key', () => {
  test.each([401, 403])('refuses it on status %i, and nothing is saved', async (status) => {
    const refused = await saveCredential(ana, { credentials: `sk-recusada[[status=${status}]]` })
    expect([refused.status, refused.error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.error.details).toEqual({
      credentials: 'O provedor recusou esta chave. Confira se ela está inteira e ativa.',
    })
    expect(await list(ana)).toEqual([])
    const kept = (await saveCredential(ana)).data
    const change = await patch(kept.id, { name: 'Outra', credentials: `sk-recusada[[status=${status}]]` })
    expect(change.error.details).toHaveProperty('credentials')
    expect(await list(ana)).toEqual([kept])
  })

  test.each([400, 404, 429, 500])('saves it as unverified on status %i', async (status) => {
    const { data } = await saveCredential(ana, { credentials: `sk-talvez[[status=${status}]]` })
    expect(data).toMatchObject({ status: 'unverified', isReadable: true })
    expect((await patch(data.id, { credentials: 'sk-boa-de-verdade-1234' })).data).toMatchObject({
      status: 'verified',
      lastFour: '1234',
    })
  })

  test('follows no redirect, and saves the key as unverified', async () => {
    const checks = app.provider.keyChecks.length
    app.provider.scriptKeyCheck({ kind: 'redirect', to: `${app.provider.url}/v1/models` })
    expect((await saveCredential(ana)).data.status).toBe('unverified')
    expect(app.provider.keyChecks).toHaveLength(checks + 1)
  })

  test('saves it as unverified after a timeout', { timeout: 60_000 }, async () => {
    expect((await saveCredential(ana, { credentials: 'sk-muda[[silent]]' })).data.status).toBe('unverified')
  })

  test('runs for a new key only', async () => {
    const { id } = (await saveCredential(ana)).data
    const checks = app.provider.keyChecks.length
    await patch(id, { name: 'Só o nome', isActive: true })
    expect(app.provider.keyChecks).toHaveLength(checks)
  })
})

describe('the active credential', () => {
  test('is replaced by another one, at creation or later', async () => {
    const first = (await saveCredential(ana, { isActive: true })).data
    const theirs = (await saveCredential(bia, { isActive: true })).data
    const second = (await saveCredential(ana, { isActive: true })).data
    expect(await activeOf(ana)).toEqual([second.id])
    await patch(first.id, { isActive: true })
    expect(await activeOf(ana)).toEqual([first.id])
    // Deactivation does not change `updatedAt`.
    expect((await list(ana)).find(({ id }) => id === second.id)?.updatedAt).toBe(second.updatedAt)
    await patch(first.id, { isActive: false })
    expect(await activeOf(ana)).toEqual([])
    expect(await activeOf(bia)).toEqual([theirs.id])
  })

  test('is unique after concurrent changes', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => saveCredential(ana)))).map(
      ({ data }) => data.id,
    )
    const made = Array.from({ length: 4 }, () => saveCredential(ana, { isActive: true }))
    const chosen = ids.map((id) => patch(id, { isActive: true }))
    const answers = await Promise.all([...made, ...chosen])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 200, 200, 200, 200, 200])
    expect(await activeOf(ana)).toHaveLength(1)
  })

  test('stays active if the other one could not be saved', async () => {
    const { id } = (await saveCredential(ana, { isActive: true })).data
    const gone = (await saveCredential(ana)).data
    await remove(gone.id)
    expect((await patch(gone.id, { isActive: true })).status).toBe(404)
    expect((await saveCredential(ana, { isActive: true, credentials: 'sk-nao[[status=401]]' })).status).toBe(
      400,
    )
    expect(await activeOf(ana)).toEqual([id])
  })
})

describe('the limit of credentials', () => {
  test('holds for concurrent creations and for a restoration', async () => {
    const { credentialsPerPerson } = SERVER_LIMITS
    const answers = await Promise.all(
      Array.from({ length: credentialsPerPerson + 5 }, () => saveCredential(ana, { isActive: true })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(outcomeOf)).toEqual(Array(5).fill([409, 'CONFLICT']))
    expect(await list(ana)).toHaveLength(credentialsPerPerson)
    expect(await activeOf(ana)).toHaveLength(1)
    expect((await saveCredential(bia)).status).toBe(201)
    const [first] = await list(ana)
    await remove(first?.id ?? '')
    expect((await saveCredential(ana)).status).toBe(201)
    expect(outcomeOf(await restore(first?.id ?? ''))).toEqual([409, 'CONFLICT'])
    expect(await list(ana)).toHaveLength(credentialsPerPerson)
  })
})

describe('a deleted credential', () => {
  test('is unused at once, and can be restored within the hour, as inactive', async () => {
    const { data } = await saveCredential(ana, { isActive: true })
    const { data: deleted } = await remove(data.id)
    expect(deleted.id).toBe(data.id)
    const left = Date.parse(deleted.restorableUntil) - Date.now()
    expect(left).toBeGreaterThan(50 * 60_000)
    expect(left).toBeLessThanOrEqual(61 * 60_000)
    expect(await list(ana)).toEqual([])
    for (const reply of [
      await ana.get(`/credentials/${data.id}`),
      await patch(data.id, { name: 'x' }),
      await remove(data.id),
    ]) {
      expect(outcomeOf(reply)).toEqual([404, 'NOT_FOUND'])
    }
    const back = { ...data, isActive: false }
    expect((await restore(data.id)).data).toEqual(back)
    expect((await restore(data.id)).data).toEqual(back)
    expect(await list(ana)).toEqual([back])
  })

  test('is hidden after the hour, and deleted with the next purge', async () => {
    const [{ data: old }, { data: young }, { data: kept }] = await Promise.all([
      saveCredential(ana),
      saveCredential(ana),
      saveCredential(ana),
    ])
    await remove(old.id)
    await remove(young.id)
    await age(old.id, '61 minutes')
    await age(young.id, '59 minutes')
    expect((await restore(old.id)).status).toBe(404)
    await purgeCredentials(db())
    const ids = (await db().select({ id: credentials.id }).from(credentials)).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([young.id, kept.id].toSorted())
    expect((await restore(young.id)).status).toBe(200)
  })
})
