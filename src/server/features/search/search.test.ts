import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SearchResults } from '#shared/contract/search.ts'
import { brands, chats, documents, messages, offers, products, tutorials } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Primeira'))
})
afterAll(() => app.close())

/** A chat with these messages, one per minute from `minute`. */
async function writeChat({ userId }: TestClient, title: string, said: string[], minute = 0) {
  const { db } = app.server.deps
  const chatId = uuidv7()
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 12, minute + index))
  const values = { id: chatId, agentId, userId, title, lastSeq: said.length }
  await db.insert(chats).values({ ...values, lastMessageAt: at(said.length) })
  const rows = said.map((content, index) => ({
    ...{ id: uuidv7(), chatId, seq: index + 1, sender: 'human' as const, status: 'done' as const },
    ...{ content, createdAt: at(index) },
  }))
  await db.insert(messages).values(rows)
  return { chatId, ids: rows.map(({ id }) => id) }
}

/** One of each thing, with the word in a text, but the product, which has it in its name. */
async function writeThings({ userId }: TestClient, word: string) {
  const { db } = app.server.deps
  const price = { anchorPrice: '10', practicePrice: '10', installmentValue: '10' }
  const decimals = { anchorPriceDecimal: '10', practicePriceDecimal: '10', installmentValueDecimal: '10' }
  await db.insert(products).values({
    ...{ userId, name: `Método ${word}`, type: 'Curso Gravado', transformation: 'Dormir bem' },
    ...{ mainPersona: 'Mães', contentDetails: 'Aulas', maxInstallments: 1, ...price, ...decimals },
  })
  await db.insert(brands).values({ userId, name: 'Casa Clara', audience: `Quem busca ${word}` })
  await db
    .insert(offers)
    .values({ userId, name: 'Oferta', bigIdea: 'Ideia', mechanism: `Com ${word}`, offer: 'Tudo' })
  await db
    .insert(documents)
    .values({ userId, title: 'Carta', body: `# Abertura\n\nUma carta sobre ${word} e mais.` })
}

async function search(client: TestClient, q: string, query = ''): Promise<SearchResults> {
  const reply = await client.get(`/search?q=${encodeURIComponent(q)}${query}`)
  expect([q, reply.status]).toEqual([q, 200])
  return SearchResults.parse(reply.data)
}

async function pagesOf(client: TestClient, q: string, limit: number): Promise<SearchResults[]> {
  const pages: SearchResults[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: SearchResults = await search(client, q, `&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    pages.push(page)
    cursor = page.chats.nextCursor
  }
  return pages
}

const textOf = (parts: { text: string }[]) => parts.map(({ text }) => text).join('')
const marked = (parts: { text: string; isMatch: boolean }[]) =>
  parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)
const namesOf = ({ chats: found, ...things }: SearchResults): Record<string, string[]> => ({
  chats: found.items.map(({ title }) => textOf(title)),
  ...Object.fromEntries(
    Object.entries(things).map(([kind, { items }]) => [kind, items.map(({ name }) => textOf(name))]),
  ),
})
const NOTHING = { chats: [], products: [], brands: [], offers: [], documents: [], tutorials: [] }

describe('one search', () => {
  test('finds chats, products, brands, offers, documents and tutorials, with the words marked', async () => {
    const client = await app.signUp()
    await writeChat(client, 'Sobre sono', ['A insônia da minha cliente'])
    await writeThings(client, 'insônia')
    const video = { description: 'Vender para quem tem insônia', youtubeVideoId: 'dQw4w9WgXcQ', order: 0 }
    const { db } = app.server.deps
    await db.insert(tutorials).values({ title: 'Comece por aqui', ...video })
    await db.insert(tutorials).values({ title: 'Insônia: excluído', ...video, deletedAt: new Date() })

    const found = await search(client, 'INSONIA')
    expect(namesOf(found)).toEqual({
      ...{ chats: ['Sobre sono'], products: ['Método insônia'], brands: ['Casa Clara'], offers: ['Oferta'] },
      ...{ documents: ['Carta'], tutorials: ['Comece por aqui'] },
    })
    const [product, brand, document] = [found.products, found.brands, found.documents].map(
      ({ items: [first] }) => first,
    )
    expect(marked(product?.name ?? [])).toEqual(['insônia'])
    expect([brand?.snippet, document?.snippet].map((parts) => marked(parts ?? []))).toEqual([
      ['insônia'],
      ['insônia'],
    ])
    // Every word must be there, in name and texts together; the last one may be incomplete.
    expect(namesOf(await search(client, 'metodo dorm')).products).toEqual(['Método insônia'])
    expect(namesOf(await search(client, 'metodo acordar'))).toEqual(NOTHING)
    expect(namesOf(await search(client, '...'))).toEqual(NOTHING)
    await db.delete(tutorials)
  })

  test('shows a chat once, with the number of its passages; archived ones too', async () => {
    const client = await app.signUp()
    const one = await writeChat(client, 'Lançamento', ['promoção de um', 'nada', 'promoções, Promoção'], 0)
    const other = await writeChat(client, 'Promoção de maio', ['outra', 'fim da promoção'], 10)
    const archivedAt = new Date()
    await app.server.deps.db.update(chats).set({ archivedAt }).where(eq(chats.id, one.chatId))
    const { items, hasMore } = (await search(client, 'promocao')).chats
    expect(items.map(({ chat, passages, messageId }) => [chat.id, passages, messageId])).toEqual([
      [other.chatId, 1, other.ids[1]],
      [one.chatId, 2, one.ids[2]],
    ])
    expect(items.map(({ hasMorePassages }) => hasMorePassages)).toEqual([false, false])
    expect(items.map(({ words }) => words)).toEqual([['promocao'], ['promocoes', 'promocao']])
    expect(items[1]?.chat.archivedAt).toBe(archivedAt.toISOString())
    expect(hasMore).toBe(false)
    // Found by its title alone.
    const [titled] = (await search(client, 'lançamento')).chats.items
    expect([titled?.passages, titled?.messageId, titled?.snippet, titled?.words]).toEqual([0, null, [], []])
  })

  test('pages through the chats, and has the other kinds on the first page only', async () => {
    const client = await app.signUp()
    await writeThings(client, 'jabuticaba')
    for (let index = 0; index < 7; index += 1) {
      // Two of them are found by their titles too.
      const title = index < 2 ? `Jabuticaba ${index}` : `Conversa ${index}`
      await writeChat(client, title, ['jabuticaba', 'jabuticaba outra vez'], index * 10)
    }
    const whole = (await search(client, 'jabuticaba')).chats.items
    const titles = whole.map(({ title }) => textOf(title))
    const expected = [
      ...[1, 0].map((it) => `Jabuticaba ${it}`),
      ...[6, 5, 4, 3, 2].map((it) => `Conversa ${it}`),
    ]
    expect(titles).toEqual(expected)
    expect(whole.every(({ passages }) => passages === 2)).toBe(true)
    for (const limit of [1, 2, 3]) {
      const pages = await pagesOf(client, 'jabuticaba', limit)
      expect(pages.every(({ chats: { items } }) => items.length <= limit)).toBe(true)
      expect(pages.map(({ products: { items } }) => items.length)).toEqual(
        pages.map((_, at) => Number(at === 0)),
      )
      // Each chat, in order, by the first page that has it.
      const seen = pages.flatMap(({ chats: { items } }) => items.map(({ title }) => textOf(title)))
      expect([...new Set(seen)]).toEqual(expected)
    }
    expect((await client.get('/search?q=x&cursor=abc')).status).toBe(400)
  })

  test('says that there may be older passages, and pages to chats behind a very long one', async () => {
    const client = await app.signUp()
    const said = Array.from({ length: 320 }, (_, index) => `palavra ${index}`)
    await writeChat(client, 'Antiga', ['palavra'], 0)
    await writeChat(client, 'Longa', said, 10)
    const first = (await search(client, 'palavra')).chats
    expect(first.items.map(({ passages, hasMorePassages }) => [passages, hasMorePassages])).toEqual([
      [300, true],
    ])
    const next = (await search(client, 'palavra', `&cursor=${first.nextCursor}`)).chats
    expect(next.items.map(({ title }) => textOf(title))).toEqual(['Longa', 'Antiga'])
    expect(next.hasMore).toBe(false)
  })

  test('bounds each kind, and says when there are more', async () => {
    const client = await app.signUp()
    const values = Array.from({ length: 4 }, (_, index) => ({
      userId: client.userId,
      name: `Marca ${index}`,
    }))
    await app.server.deps.db.insert(brands).values(values)
    const { brands: found } = await search(client, 'marca', '&limit=3')
    expect([found.items.length, found.hasMore]).toEqual([3, true])
    expect((await search(client, 'marca', '&limit=4')).brands.hasMore).toBe(false)
  })

  test('A1 finds nothing of another user, and nothing from the trash', async () => {
    const [ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
    await writeChat(ana, 'Segredo', ['pitanga secreta'])
    await writeThings(ana, 'pitanga')
    expect(namesOf(await search(ana, 'pitanga'))).toMatchObject({ chats: ['Segredo'], documents: ['Carta'] })
    for (const q of ['pitanga', 'pit', 'segredo', ana.userId, '%', "' or 1=1 --"]) {
      expect(namesOf(await search(bia, q))).toEqual(NOTHING)
    }
    const gone = { deletedAt: new Date() }
    for (const table of [chats, products, brands, offers, documents]) {
      await app.server.deps.db.update(table).set(gone).where(eq(table.userId, ana.userId))
    }
    expect(namesOf(await search(ana, 'pitanga'))).toEqual(NOTHING)
    expect((await app.visitor().get('/search?q=pitanga')).status).toBe(401)
    expect((await ana.get('/search?q=')).status).toBe(400)
  })
})
