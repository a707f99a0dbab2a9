import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Document, DocumentVersion, DocumentVersionText } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { documents, documentVersions } from '../../db/schema/index.ts'
import { makeDocument } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const make = () => makeDocument(app.server.deps.db, { userId: ana.userId, title: 'Plano', body: 'Um' })
const change = (id: string, body: unknown) => ana.call<Document>('PATCH', `/api/v1/documents/${id}`, body)
const read = async (id: string) => (await ana.get<Document>(`/documents/${id}`)).data
const versions = async (id: string) => (await ana.get<DocumentVersion[]>(`/documents/${id}/versions`)).data
const version = (id: string, number: number | string) =>
  ana.get<DocumentVersionText>(`/documents/${id}/versions/${number}`)

describe('a change', () => {
  test('of title or text makes a version, and each can be read', async () => {
    const id = await make()
    const { updatedAt } = await read(id)
    const first = await change(id, { body: 'Dois', version: 1 })
    expect(first.status).toBe(200)
    expect(Document.strict().parse(first.data)).toMatchObject({ title: 'Plano', body: 'Dois', version: 2 })
    expect(first.data.updatedAt >= updatedAt).toBe(true)
    expect((await change(id, { title: 'Plano novo', version: 2 })).data).toMatchObject({
      title: 'Plano novo',
      body: 'Dois',
      version: 3,
    })
    const all = await versions(id)
    expect(
      all.map((it) => DocumentVersion.strict().parse(it)).map(({ version: it, title }) => [it, title]),
    ).toEqual([
      [3, 'Plano novo'],
      [2, 'Plano'],
      [1, 'Plano'],
    ])
    const texts = await Promise.all([1, 2, 3].map(async (it) => (await version(id, it)).data))
    expect(texts.map((it) => DocumentVersionText.strict().parse(it).body)).toEqual(['Um', 'Dois', 'Dois'])
  })

  test('that changes nothing makes no version and ignores the version sent, so that a save can be repeated', async () => {
    const id = await make()
    const before = await read(id)
    for (const body of [
      { version: 1 },
      { title: 'Plano', body: 'Um', version: 1 },
      { body: 'Um', version: 7 },
    ]) {
      expect((await change(id, body)).data).toEqual(before)
    }
    const saved = (await change(id, { body: 'Dois', version: 1 })).data
    expect((await change(id, { body: 'Dois', version: 1 })).data).toEqual(saved)
    expect(await versions(id)).toHaveLength(2)
  })

  test('to an older version is a conflict, and changes nothing', async () => {
    const id = await make()
    const theirs = (await change(id, { body: 'Dela', version: 1 })).data
    for (const stale of [1, 3]) {
      const { status, error } = await change(id, { body: 'Minha', version: stale })
      expect([status, error.code]).toEqual([409, 'CONFLICT'])
      expect(error.message).toMatch(/^Este documento mudou em outro lugar/)
    }
    expect(await read(id)).toEqual(theirs)
    // Overwriting keeps the other version in the history.
    expect((await change(id, { body: 'Minha', version: 2 })).data).toMatchObject({
      body: 'Minha',
      version: 3,
    })
    expect((await version(id, 2)).data.body).toBe('Dela')
  })

  test('that races others is won by one; no version is lost or duplicated', async () => {
    const id = await make()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(id, { body: `Texto ${index}`, version: 1 })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const winner = replies.find(({ status }) => status === 200)?.data
    expect(await read(id)).toEqual(winner)
    expect((await versions(id)).map(({ version: it }) => it)).toEqual([2, 1])
    expect((await version(id, 2)).data.body).toBe(winner?.body)
  })

  test.each([
    [{}, 'version'],
    [{ title: 'x' }, 'version'],
    [{ title: '', version: 1 }, 'title'],
    [{ body: '  ', version: 1 }, 'body'],
    [{ body: null, version: 1 }, 'body'],
    [{ body: 'x', version: 0 }, 'version'],
    [{ body: 'x', version: '1' }, 'version'],
    [{ body: 'x', version: 1, userId: 'x' }, 'userId'],
    [{ body: 'x', version: 1, messageId: null }, 'messageId'],
    [{ body: 'x', version: 1, deletedAt: null }, 'deletedAt'],
  ])('%j is refused at its field', async (body, field) => {
    const id = await make()
    const { status, error } = await change(id, body)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
    expect(await versions(id)).toHaveLength(1)
  })
})

test('only the newest versions are kept, up to the limit', async () => {
  const id = await make()
  const { db } = app.server.deps
  const last = LIMITS.documentVersions + 4
  await db.update(documents).set({ version: last }).where(eq(documents.id, id))
  await db.insert(documentVersions).values(
    Array.from({ length: last - 1 }, (_, index) => ({
      documentId: id,
      version: index + 2,
      title: 'Plano',
      body: `Texto ${index + 2}`,
    })),
  )
  await change(id, { body: 'Mais um', version: last })
  const kept = (await versions(id)).map((it) => it.version)
  expect(kept).toEqual(Array.from({ length: LIMITS.documentVersions }, (_, index) => last + 1 - index))
  expect((await version(id, last + 2 - LIMITS.documentVersions)).status).toBe(200)
  expect((await version(id, last + 1 - LIMITS.documentVersions)).status).toBe(404)
})

test.each(['0', '-1', '1.5', 'x', '9999999999999', '1e400'])('version «%s» is none', async (number) => {
  expect((await version(await make(), number)).status).toBe(400)
})
