import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document, DocumentsPage } from '#shared/contract/documents.ts'
import { documents, documentVersions } from '../../db/schema/index.ts'
import { makeDocument } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makeConversation, makePeople, type People } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let people: People
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(() => app.close())

const SECRET = 'Segredo da oferta de março'
const documentOf = (client: TestClient) =>
  makeDocument(app.server.deps.db, { userId: client.userId, title: SECRET, body: `${SECRET}, o texto` })

const CALLS: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['PATCH', '', { title: 'Meu agora', version: 1 }],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['GET', '/versions'],
  ['GET', '/versions/1'],
  ['GET', '/export?format=md'],
  ['GET', '/export?format=pdf'],
]

const said = ({ status, error }: Reply) => ({ status, error })

describe('ownership of documents', () => {
  test('A4 on every call another account, also an administrator, gets the same as for a missing id', async () => {
    const id = await documentOf(people.owner)
    const { db } = app.server.deps
    const rows = () =>
      Promise.all([
        db.select().from(documents).where(eq(documents.id, id)),
        db.select().from(documentVersions).where(eq(documentVersions.documentId, id)),
      ])
    const before = await rows()
    for (const client of [people.other, people.admin]) {
      for (const [method, path, body] of CALLS) {
        const call = (it: string) => client.call(method, `/api/v1/documents/${it}${path}`, body)
        const answer = await call(id)
        expect([method, path, said(answer)]).toEqual([method, path, said(await call(randomUUID()))])
        expect(answer.status).toBe(404)
        expect(JSON.stringify(answer.body)).not.toContain('Segredo')
      }
      for (const query of ['', '?q=segredo', '?limit=100']) {
        const { items } = (await client.get<DocumentsPage>(`/documents${query}`)).data
        expect(items.map((item) => item.id)).not.toContain(id)
      }
    }
    expect(await rows()).toEqual(before)
  })

  test('A4 a cursor of another user pages through the caller’s own list only', async () => {
    await documentOf(people.owner)
    await documentOf(people.owner)
    const { nextCursor } = (await people.owner.get<DocumentsPage>('/documents?limit=1')).data
    const own = await documentOf(people.other)
    const { items } = (await people.other.get<DocumentsPage>(`/documents?limit=100&cursor=${nextCursor}`))
      .data
    expect(items.map(({ id }) => id).filter((id) => id !== own)).toEqual([])
  })

  test('A3 a message of another user, or a deleted one, can’t become a document: 404, and nothing is stored', async () => {
    const { db } = app.server.deps
    const theirs = await makeConversation(db, { userId: people.owner.userId, agentId })
    const own = await makeConversation(db, { userId: people.other.userId, agentId })
    await people.other.call('DELETE', `/api/v1/chats/${own.chatId}`)
    const count = () => db.$count(documents, eq(documents.userId, people.other.userId))
    const before = await count()
    const create = (messageId: string) =>
      people.other.post('/documents', { title: 'Meu', body: 'Texto', messageId })
    const missing = said(await create(randomUUID()))
    for (const messageId of [theirs.messageId, theirs.questionId, own.messageId]) {
      expect(said(await create(messageId))).toEqual(missing)
    }
    expect(missing.status).toBe(404)
    expect(await count()).toBe(before)
  })

  test('A3 a version is readable through its own document only', async () => {
    const { owner } = people
    const [one, other] = [await documentOf(owner), await documentOf(owner)]
    await owner.call('PATCH', `/api/v1/documents/${other}`, { body: 'Segunda', version: 1 })
    expect((await owner.get(`/documents/${other}/versions/2`)).status).toBe(200)
    expect(said(await owner.get(`/documents/${one}/versions/2`))).toEqual(
      said(await owner.get(`/documents/${one}/versions/99`)),
    )
    expect((await owner.get(`/documents/${one}/versions/2`)).status).toBe(404)
  })
})

describe('A4 the fields of a document for each role', () => {
  const SUMMARY = ['id', 'title', 'excerpt', 'version', 'createdAt', 'updatedAt']
  test.each([
    ['', ['id', 'title', 'body', 'version', 'source', 'createdAt', 'updatedAt']],
    ['/versions/1', ['version', 'title', 'body', 'createdAt']],
  ])('«%s» has exactly these', async (path, fields) => {
    for (const client of [people.owner, people.other, people.admin]) {
      const { data } = await client.get<object>(`/documents/${await documentOf(client)}${path}`)
      expect(Object.keys(data).toSorted()).toEqual(fields.toSorted())
    }
  })

  test('are the same in lists', async () => {
    for (const client of [people.owner, people.other, people.admin]) {
      const id = await documentOf(client)
      const { items } = (await client.get<DocumentsPage>('/documents')).data
      expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(SUMMARY.toSorted())
      const { data } = await client.get<object[]>(`/documents/${id}/versions`)
      expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(['createdAt', 'title', 'version'])
    }
  })

  test('have the source’s place only, without its text', async () => {
    const { messageId } = await makeConversation(app.server.deps.db, { userId: people.owner.userId, agentId })
    const { data } = await people.owner.post<Document>('/documents', { title: 'x', body: 'x', messageId })
    expect(Object.keys(data.source ?? {}).toSorted()).toEqual(['agentId', 'chatId', 'messageId'])
  })
})
