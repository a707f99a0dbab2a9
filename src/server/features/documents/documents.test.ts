import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeletedAsset } from '#shared/contract/assets.ts'
import { Document, DocumentsPage } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { chats, documents, documentVersions, messages } from '../../db/schema/index.ts'
import { makeDocument } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makeConversation } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeDocuments } from './document-changes.queries.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const TEXT = { title: 'Página de vendas', body: '# Página de vendas\n\nPromessa **forte**.' }
const create = (client: TestClient, body: object = TEXT) => client.post<Document>('/documents', body)
const change = (client: TestClient, id: string, body: unknown) =>
  client.call<Document>('PATCH', `/api/v1/documents/${id}`, body)
const remove = (client: TestClient, id: string) =>
  client.call<DeletedAsset>('DELETE', `/api/v1/documents/${id}`)
const restore = (client: TestClient, id: string) => client.post<Document>(`/documents/${id}/restore`)
const list = async (client: TestClient, query = '') =>
  (await client.get<DocumentsPage>(`/documents${query}`)).data
const titles = async (client: TestClient, query = '') =>
  (await list(client, query)).items.map(({ title }) => title)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const rows = (client: TestClient, count: number) => {
  const all = Array.from({ length: count }, () => ({ ...TEXT, id: uuidv7(), userId: client.userId }))
  return app.server.deps.db.insert(documents).values(all)
}

describe('a new document', () => {
  test('stores title and text unchanged, as version 1', async () => {
    const { status, data } = await create(ana, { ...TEXT, title: '  Página de vendas  ' })
    expect(status).toBe(201)
    expect(Document.strict().parse(data)).toMatchObject({ ...TEXT, version: 1, source: null })
    expect((await ana.get(`/documents/${data.id}`)).data).toEqual(data)
    expect((await ana.get(`/documents/${data.id}/versions`)).data).toEqual([
      { version: 1, title: TEXT.title, createdAt: expect.any(String) },
    ])
  })

  test('links to its source message until that is deleted', async () => {
    const { db } = app.server.deps
    const { chatId, messageId } = await makeConversation(db, { userId: ana.userId, agentId })
    const { data } = await create(ana, { ...TEXT, messageId })
    expect(data.source).toEqual({ chatId, messageId, agentId })
    const source = async () => (await ana.get<Document>(`/documents/${data.id}`)).data.source
    const put = (deletedAt: Date | null) => ({
      chat: () => db.update(chats).set({ deletedAt }).where(eq(chats.id, chatId)),
      message: () => db.update(messages).set({ deletedAt }).where(eq(messages.id, messageId)),
    })
    for (const what of ['chat', 'message'] as const) {
      await put(new Date())[what]()
      expect(await source()).toBeNull()
      await put(null)[what]()
      expect(await source()).toEqual({ chatId, messageId, agentId })
    }
    await db.delete(messages).where(eq(messages.id, messageId))
    expect(await source()).toBeNull()
  })

  test.each([
    [{ title: 'x' }, 'body'],
    [{ body: 'x' }, 'title'],
    [{ ...TEXT, title: ' ' }, 'title'],
    [{ ...TEXT, title: 'x'.repeat(LIMITS.nameLength + 1) }, 'title'],
    [{ ...TEXT, title: 'duas\nlinhas' }, 'title'],
    [{ ...TEXT, body: ' \n ' }, 'body'],
    [{ ...TEXT, body: 'x'.repeat(LIMITS.documentLength + 1) }, 'body'],
    [{ ...TEXT, body: 'a\u0000b' }, 'body'],
    [{ ...TEXT, messageId: 'x' }, 'messageId'],
    [{ ...TEXT, userId: randomUUID() }, 'userId'],
    [{ ...TEXT, version: 4 }, 'version'],
  ])('%# is refused at its field', async (body, field) => {
    const { status, error } = await create(ana, body)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })

  test('may have the maximum length in characters of three bytes', async () => {
    const body = '日'.repeat(LIMITS.documentLength)
    const { status, data } = await create(ana, { title: 'Longo', body })
    expect([status, data.body === body]).toEqual([201, true])
  })
})

describe('the list', () => {
  test('has excerpts without Markdown, last changed first, and is paged', async () => {
    const client = await app.signUp()
    const ids: string[] = []
    for (const title of ['Um', 'Dois', 'Três']) ids.push((await create(client, { ...TEXT, title })).data.id)
    await change(client, ids[0] ?? '', { body: '# Um\n\n- a\n- **b**', version: 1 })
    const whole = await list(client)
    expect(DocumentsPage.parse(whole).items.map(({ title, excerpt }) => [title, excerpt])).toEqual([
      ['Um', 'a · b'],
      ['Três', 'Página de vendas: Promessa forte.'],
      ['Dois', 'Página de vendas: Promessa forte.'],
    ])
    const first = await list(client, '?limit=2')
    const second = await list(client, `?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items]).toEqual(whole.items)
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect((await client.get('/documents?cursor=x')).status).toBe(400)
  })

  test('can be searched by title and text, ignoring case and accents', async () => {
    const client = await app.signUp()
    await create(client, { title: 'Lançamento de março', body: 'Texto' })
    await create(client, { title: 'E-mails', body: 'Sequência de AQUECIMENTO, 100% pronta' })
    expect(await titles(client, '?q=LANCAMENTO')).toEqual(['Lançamento de março'])
    expect(await titles(client, `?q=${encodeURIComponent('sequencia de aquécimento')}`)).toEqual(['E-mails'])
    expect(await titles(client, '?q=100%25')).toEqual(['E-mails'])
    expect(await titles(client, '?q=_')).toEqual([])
    expect(await titles(client, '?q=')).toHaveLength(2)
    expect((await client.get(`/documents?q=${'x'.repeat(LIMITS.searchLength + 1)}`)).status).toBe(400)
  })
})

describe('a deleted document', () => {
  test('is hidden, until it is restored unchanged and in its position', async () => {
    const client = await app.signUp()
    const { data } = await create(client)
    await change(client, data.id, { body: 'Outro', version: 1 })
    const before = (await client.get<Document>(`/documents/${data.id}`)).data
    await create(client, { ...TEXT, title: 'Mais novo' })
    const { status, data: deleted } = await remove(client, data.id)
    expect(status).toBe(200)
    const { restorableUntil } = DeletedAsset.strict().parse(deleted)
    expect(Date.parse(restorableUntil)).toBeGreaterThan(daysAgo(1 - LIMITS.deletedAssetDays).getTime())
    for (const path of ['', '/versions', '/versions/1', '/export?format=md']) {
      expect((await client.get(`/documents/${data.id}${path}`)).status).toBe(404)
    }
    expect((await change(client, data.id, { title: 'x', version: 2 })).status).toBe(404)
    expect((await remove(client, data.id)).status).toBe(404)
    expect(await titles(client)).toEqual(['Mais novo'])
    expect((await restore(client, data.id)).data).toEqual(before)
    expect((await restore(client, data.id)).data).toEqual(before)
    expect(await titles(client)).toEqual(['Mais novo', TEXT.title])
    expect((await client.get(`/documents/${data.id}/versions/1`)).status).toBe(200)
  })

  test('is purged with its versions after the retention time', async () => {
    const { db } = app.server.deps
    const ids = await Promise.all(
      [undefined, LIMITS.deletedAssetDays - 1, LIMITS.deletedAssetDays + 1].map((days) =>
        makeDocument(db, { userId: ana.userId, ...(days && { deletedAt: daysAgo(days) }) }),
      ),
    )
    const [kept = '', restorable = '', gone = ''] = ids
    expect((await restore(ana, gone)).status).toBe(404)
    await purgeDocuments(db)
    const left = await Promise.all(
      ids.map((id) => db.$count(documentVersions, eq(documentVersions.documentId, id))),
    )
    expect(left).toEqual([1, 1, 0])
    expect((await ana.get(`/documents/${kept}`)).status).toBe(200)
    expect((await restore(ana, restorable)).status).toBe(200)
  })
})

describe('the limit of documents', () => {
  test('holds for parallel creations and restorations, and ignores deleted documents', async () => {
    const client = await app.signUp()
    const { db } = app.server.deps
    await rows(client, SERVER_LIMITS.documentsPerPerson - 3)
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(client)))
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'CONFLICT',
      message: 'Você já tem 1.000 documentos, o máximo. Exclua um para abrir espaço.',
    })
    expect(await db.$count(documents, eq(documents.userId, client.userId))).toBe(
      SERVER_LIMITS.documentsPerPerson,
    )
    const id = replies.find(({ status }) => status === 201)?.data.id ?? ''
    await remove(client, id)
    expect((await create(client)).status).toBe(201)
    expect((await restore(client, id)).status).toBe(409)
    expect((await client.get(`/documents/${id}`)).status).toBe(404)
    // The limit is per user.
    expect((await create(ana)).status).toBe(201)
  })
})
