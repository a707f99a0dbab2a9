import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import type {
  Collection,
  Collections,
  HouseCollection,
  HouseCollections,
  SourceChoices,
} from '#shared/contract/collections.ts'
import type { FoundPassages, Source, SourcesPage } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { agentCollections, auditEntries, collections, sources } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { makeSource } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { imageForm } from '../../testing/factories/images.ts'
import type { TestClient } from '../../testing/test-client.ts'

let scene: AdminAgentScene
let admin: TestClient
let ana: TestClient
beforeAll(async () => {
  scene = await openAdminAgents()
  ;({ admin, ana } = scene)
})
afterAll(() => scene.app.close())

const db = () => scene.app.server.deps.db
const make = async (fields: object = {}) =>
  (await admin.post<HouseCollection>('/collections/admin', { name: 'Método', ...fields })).data
const send = (client: TestClient, collectionId: string, text: string, name: string) =>
  client.call<Source>(
    'POST',
    `/api/v1/collections/${collectionId}/sources/file`,
    imageForm(Buffer.from(text), name, ''),
  )
const sendHouse = async (collectionId: string, text: string, name: string) => {
  const { data, status } = await send(admin, `admin/${collectionId}`, text, name)
  expect(status).toBe(201)
  await eventually(async () =>
    expect((await houseSources(collectionId)).find(({ id }) => id === data.id)?.state).toBe('ready'),
  )
  return data
}
const houseSources = async (collectionId: string) =>
  (await admin.get<SourcesPage>(`/collections/admin/${collectionId}/sources`)).data.items
const listed = async (id: string) =>
  (await admin.get<HouseCollections>('/collections/admin')).data.items.find((it) => it.id === id)
const download = (client: TestClient, id: string) => client.fetch('GET', `/api/v1/sources/${id}/file`)
const statusOf = async (response: Promise<Response>) => {
  const { status, body } = await response
  await body?.cancel()
  return status
}

test('a collection of the house is created once for an id, changed and deleted, and each change is audited', async () => {
  const id = randomUUID()
  const made = await make({ id, name: ' Método ', description: 'Do curso' })
  expect(made).toMatchObject({ id, name: 'Método', allowsDownload: false, sources: 0, agents: [] })
  expect((await make({ id, name: 'Outra' })).name).toBe('Método')
  const path = `/api/v1/collections/admin/${id}`
  for (const change of [{ name: 'Aulas', allowsDownload: true }, { name: 'Aulas' }]) {
    expect((await admin.call('PATCH', path, change)).status).toBe(200)
  }
  const refused = await admin.call('PATCH', path, { name: ' ' })
  expect([refused.status, refused.error.details]).toEqual([400, { name: 'Nome é obrigatório' }])
  expect((await admin.call('DELETE', path)).status).toBe(200)
  expect([await listed(id), (await admin.call('DELETE', path)).status]).toEqual([undefined, 404])
  const entries = await db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['collection.create', { after: { name: 'Método', description: 'Do curso', allowsDownload: false } }],
    [
      'collection.update',
      { before: { name: 'Método', allowsDownload: false }, after: { name: 'Aulas', allowsDownload: true } },
    ],
    ['collection.delete', { before: { name: 'Aulas', description: 'Do curso', allowsDownload: true } }],
  ])
})

test('sources of the house are read, found by administrators only, renamed and deleted, and weigh on nobody', async () => {
  const used = async () => (await admin.get<StorageUsage>('/me/storage')).data.used
  const before = await used()
  const { id } = await make()
  const source = await sendHouse(id, 'O carrinho abre na quinta-feira.', 'roteiro.txt')
  expect((await send(admin, `admin/${id}`, 'O carrinho abre na quinta-feira.', 'copia.txt')).data.id).toBe(
    source.id,
  )
  const page = await admin.post<Source>(`/collections/admin/${id}/sources/page`, {
    address: 'https://127.0.0.1/x',
  })
  expect(page.status).toBe(201)
  expect(await listed(id)).toMatchObject({ sources: 2, passages: 1, bytes: 32 })
  const find = async (client: TestClient, path: string) =>
    (await client.get<FoundPassages>(`${path}?q=carrinho`)).data.items.map((it) => it.source.id)
  expect(await find(admin, '/collections/admin/search')).toEqual([source.id])
  expect(await find(admin, '/collections/search')).toEqual([])
  expect(await find(ana, '/collections/search')).toEqual([])

  const path = `/api/v1/sources/admin/${source.id}`
  expect((await admin.call<Source>('PATCH', path, { name: 'Roteiro' })).data.name).toBe('Roteiro')
  expect((await admin.call<Source>('POST', `${path}/read`)).data.state).toBe('queued')
  expect(await statusOf(admin.fetch('GET', `${path}/file`))).toBe(200)
  expect(await used()).toBe(before)
  expect((await admin.call('DELETE', path)).status).toBe(200)
  expect(await db().$count(sources, eq(sources.id, source.id))).toBe(0)
  const entries = await db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  expect(entries.slice(1).map(({ action, details }) => [action, details])).toEqual([
    ['collection.add-source', { after: { source: 'roteiro.txt' } }],
    ['collection.add-source', { after: { source: '127.0.0.1 x' } }],
    ['collection.rename-source', { before: { source: 'roteiro.txt' }, after: { source: 'Roteiro' } }],
    ['collection.reread-source', { after: { source: 'Roteiro' } }],
    ['collection.delete-source', { before: { source: 'Roteiro' } }],
  ])
})

describe('A2 A3 rows of others', () => {
  const CALLS = (collectionId: string, sourceId: string): [string, string, unknown?][] => [
    ['GET', `collections/${collectionId}/sources`],
    ['POST', `collections/${collectionId}/sources/file`, imageForm(Buffer.from('Meu'), 'meu.txt', '')],
    ['POST', `collections/${collectionId}/sources/page`, { address: 'https://exemplo.com.br' }],
    ['PATCH', `collections/${collectionId}`, { name: 'Roubada' }],
    ['GET', `sources/${sourceId}/file`],
    ['PATCH', `sources/${sourceId}`, { name: 'Roubada' }],
    ['POST', `sources/${sourceId}/read`],
    ['DELETE', `sources/${sourceId}`],
    ['DELETE', `collections/${collectionId}`],
  ]
  const toHouse = (path: string) => path.replace(/^(collections|sources)\//, '$1/admin/')
  const stored = async () => [
    await db().select().from(collections).orderBy(collections.id),
    await db().select().from(sources).orderBy(sources.id),
  ]

  test('of the house are missing for every call of a person, and those of a person for every call of the house', async () => {
    const house = await make({ allowsDownload: true })
    const ofHouse = await sendHouse(house.id, 'Da casa', 'casa.txt')
    const { data: own } = await ana.post<Collection>('/collections', { name: 'Da Ana' })
    const { data: ofAna } = await send(ana, own.id, 'Da Ana', 'ana.txt')
    await eventually(async () =>
      expect((await ana.get<Collections>('/collections')).data.items[0]).toMatchObject({ pending: 0 }),
    )
    const before = await stored()
    for (const [method, path, body] of CALLS(house.id, ofHouse.id)) {
      for (const client of [ana, admin]) {
        expect([path, (await client.call(method, `/api/v1/${path}`, body)).status]).toEqual([path, 404])
      }
      expect((await ana.call(method, `/api/v1/${toHouse(path)}`, body)).status).toBe(403)
    }
    for (const [method, path, body] of CALLS(own.id, ofAna.id).map(
      ([m, p, b]) => [m, toHouse(p), b] as const,
    )) {
      expect([path, (await admin.call(method, `/api/v1/${path}`, body)).status]).toEqual([path, 404])
    }
    expect((await admin.get(`/collections/admin/search?q=ana&collectionId=${own.id}`)).status).toBe(404)
    expect((await ana.get(`/collections/search?q=casa&collectionId=${house.id}`)).status).toBe(404)

    // No agent reads the collection of the house, so no message may name it, and no list has it.
    const agentId = await openAgentId(ana)
    for (const [client, collectionId, sourceId] of [
      [ana, house.id, ofHouse.id],
      [admin, house.id, ofHouse.id],
      [admin, own.id, ofAna.id],
    ] as const) {
      const talk = await ChatClient.open(client, agentId)
      for (const context of [{ collectionIds: [collectionId] }, { sourceIds: [sourceId] }]) {
        expect((await talk.send('Oi', { context })).status).toBe(404)
      }
      const { items } = (await client.get<SourceChoices>(`/collections/choices?agentId=${agentId}`)).data
      expect(items.filter(({ id }) => id === collectionId || id === sourceId)).toEqual([])
      expect(await talk.list()).toEqual([])
    }
    expect(await stored()).toEqual(before)
  })
})

describe('an agent', () => {
  test('reads the house collections that its editor names, until they are deleted', async () => {
    const [one, two] = [await make({ name: 'Aulas' }), await make({ name: 'Guias' })]
    const agent = await scene.create({ collectionIds: [two.id, one.id] })
    expect(agent.collections).toEqual([
      { id: one.id, name: 'Aulas' },
      { id: two.id, name: 'Guias' },
    ])
    expect((await listed(one.id))?.agents).toEqual([{ id: agent.id, name: agent.name }])
    const copy = await scene.call('POST', agent.id, '/duplicate')
    expect(copy.data.collections).toEqual(agent.collections)
    const { data } = await scene.change(agent.id, { collectionIds: [one.id], version: agent.version })
    expect(data.collections.map(({ name }) => name)).toEqual(['Aulas'])
    expect((await scene.auditOf(agent.id)).at(-1)?.details).toEqual({
      before: { collections: ['Aulas', 'Guias'] },
      after: { collections: ['Aulas'] },
    })
    await admin.call('DELETE', `/api/v1/collections/admin/${one.id}`)
    expect((await scene.read(agent.id)).collections).toEqual([])
    expect(await db().$count(agentCollections, eq(agentCollections.agentId, agent.id))).toBe(0)
  })

  test.each([
    [
      'of a person',
      async () => [(await ana.post<Collection>('/collections', { name: 'Minha' })).data.id],
      '0',
    ],
    ['that does not exist', async () => [randomUUID()], '0'],
    ['twice', async () => Array.from({ length: 2 }).fill((await make()).id), undefined],
    [
      'beyond ten',
      async () =>
        Promise.all(
          Array.from({ length: COLLECTION_LIMITS.collectionsPerAgent + 1 }, async () => (await make()).id),
        ),
      undefined,
    ],
  ])('never reads a collection %s', async (_what, ids, at) => {
    const agent = await scene.create()
    const reply = await scene.change(agent.id, { collectionIds: await ids(), version: agent.version })
    expect([reply.status, Object.keys(reply.error.details ?? {})]).toEqual([
      400,
      [at === undefined ? 'collectionIds' : `collectionIds.${at}`],
    ])
    expect((await scene.read(agent.id)).collections).toEqual([])
  })
})

describe('downloads', () => {
  test('give the owner the file as it was sent, and never as a page', async () => {
    const { data } = await ana.post<Collection>('/collections', { name: 'Baixar' })
    const { data: source } = await send(ana, data.id, '<script>alert(1)</script>', 'oi.html')
    await ana.call('PATCH', `/api/v1/sources/${source.id}`, { name: 'Ação "final"' })
    const reply = await download(ana, source.id)
    expect(await reply.text()).toBe('<script>alert(1)</script>')
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; .*\.txt/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'content-length': '25',
    })
    const page = await makeSource(db(), { userId: ana.userId, collectionId: data.id, kind: 'page' })
    expect(await statusOf(download(ana, page))).toBe(404)
    expect(await statusOf(download(scene.other, source.id))).toBe(404)
  })

  test('of the house are open where an administrator allows them, to who may talk to an agent that reads them', async () => {
    const { id } = await make()
    const source = await sendHouse(id, 'Da casa', 'guia.txt')
    const agent = await scene.create({ enableFreePlan: true, collectionIds: [id] })
    const allow = (allowsDownload: boolean) =>
      admin.call('PATCH', `/api/v1/collections/admin/${id}`, { allowsDownload })
    let version = agent.version
    const change = async (fields: Partial<AdminAgent> & { collectionIds?: string[] }) => {
      version = (await scene.change(agent.id, { ...fields, version })).data.version
    }
    const status = () => statusOf(download(ana, source.id))
    expect(await status()).toBe(404)
    await allow(true)
    expect(await status()).toBe(200)
    await change({ enableFreePlan: false })
    expect(await status()).toBe(404)
    await change({ enableFreePlan: true, isDraft: true })
    expect(await status()).toBe(404)
    await change({ isDraft: false, collectionIds: [] })
    expect(await status()).toBe(404)
    await change({ collectionIds: [id] })
    expect(await status()).toBe(200)
    await allow(false)
    expect(await status()).toBe(404)
  })
})
