import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document, DocumentsPage } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { documents } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const create = async (client: TestClient, title: string, body: string): Promise<Document> =>
  (await client.post<Document>('/documents', { title, body })).data
const page = async (client: TestClient, q: string, more = '') =>
  (await client.get<DocumentsPage>(`/documents?q=${encodeURIComponent(q)}${more}`)).data
const titles = async (client: TestClient, q: string) =>
  (await page(client, q)).items.map(({ title }) => title)

describe('the search of documents', () => {
  test('finds all words, in title or text, with other endings, and the last one half typed', async () => {
    const client = await app.signUp()
    await create(client, 'Lançamento', 'Duas promoções de e-mail para a Black Friday.')
    await create(client, 'Roteiro', 'Uma promoção de vídeo.')
    for (const q of ['promocao', 'promoções', 'Promoç']) {
      expect(await titles(client, q)).toEqual(['Roteiro', 'Lançamento'])
    }
    for (const q of ['promoção lancam', 'friday promoções', 'lançamento e-mail', 'a black fri']) {
      expect([q, await titles(client, q)]).toEqual([q, ['Lançamento']])
    }
    expect(await titles(client, 'promoção inexistente')).toEqual([])
    expect(await titles(client, '!?')).toEqual([])
  })

  test('reads the whole of the longest text', async () => {
    const client = await app.signUp()
    const body = `${'palavra '.repeat(LIMITS.documentLength)}`.slice(0, LIMITS.documentLength - 12)
    await create(client, 'Longo', `${body} jabuticaba`)
    expect(await titles(client, 'jabutic')).toEqual(['Longo'])
  })

  test.each([
    ['Chinese', (n: number) => `${String.fromCodePoint(19_968 + n, 19_968 + ((n * 7) % 20_000))}-`],
    ['addresses', (n: number) => `http://a${n}.com/${n.toString(36)}?q=${n} `],
    ['signs', (n: number) => `${"'\\:*&|!()<->½"[n % 13]}`],
    ['letters', (n: number) => `${String.fromCodePoint(19_968 + n)} `],
  ])('stores a long text of only %s', async (_what, pieceOf) => {
    const client = await app.signUp()
    const body = Array.from({ length: 20_000 }, (_, n) => pieceOf(n))
      .join('')
      .slice(0, LIMITS.documentLength)
    const { status } = await client.post('/documents', { title: 'Difícil', body })
    expect(status).toBe(201)
    expect(await titles(client, 'dificil')).toEqual(['Difícil'])
  })

  test('follows changes, deletion and restoration, and stays with its owner', async () => {
    const [client, other] = [await app.signUp(), await app.signUp()]
    const { id } = await create(client, 'Antigo', 'Texto arcaico')
    await client.call('PATCH', `/api/v1/documents/${id}`, { body: 'Texto moderno', version: 1 })
    expect(await titles(client, 'arcaico')).toEqual([])
    expect(await titles(client, 'moderno')).toEqual(['Antigo'])
    expect(await titles(other, 'moderno')).toEqual([])
    await client.call('DELETE', `/api/v1/documents/${id}`)
    expect(await titles(client, 'moderno')).toEqual([])
    await client.post(`/documents/${id}/restore`)
    expect(await titles(client, 'moderno')).toEqual(['Antigo'])
    // Marks of two owners may be equal; only the row says whose it is.
    const { db } = app.server.deps
    await db.update(documents).set({ userId: other.userId }).where(eq(documents.id, id))
    expect(await titles(client, 'moderno')).toEqual([])
  })

  test('is paged in the order of the list', async () => {
    const client = await app.signUp()
    for (const title of ['Um', 'Dois', 'Três']) await create(client, title, 'Comum')
    await create(client, 'Outro', 'Raro')
    const first = await page(client, 'comum', '&limit=2')
    const second = await page(client, 'comum', `&limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Três', 'Dois', 'Um'])
    expect(second.hasMore).toBe(false)
  })
})
