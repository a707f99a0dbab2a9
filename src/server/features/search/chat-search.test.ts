import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChatSearchPage } from '#shared/contract/chats.ts'
import type { TextPart } from '#shared/contract/text-parts.ts'
import { chats, chatTitles, messages } from '../../db/schema/index.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Primeira'))
})
afterAll(() => app.close())

type Said = string | { content: string; change: Partial<typeof messages.$inferInsert> }

/** A chat of a user with these messages, one per minute, inserted directly. */
async function write(
  { userId }: TestClient,
  { title = 'Conversa', said = [], minute = 0 }: { title?: string; said?: Said[]; minute?: number },
): Promise<{ chatId: string; ids: string[] }> {
  const { db } = app.server.deps
  const chatId = uuidv7()
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 12, minute + index))
  const values = { id: chatId, agentId, userId, title, lastSeq: Math.max(1, said.length) }
  await db.insert(chats).values({ ...values, lastMessageAt: at(said.length) })
  const rows = said.map((it, index) => ({
    chatId,
    seq: index + 1,
    sender: index % 2 === 0 ? ('human' as const) : ('ai' as const),
    status: 'done' as const,
    createdAt: at(index),
    ...(typeof it === 'string' ? { content: it } : { content: it.content, ...it.change }),
    id: uuidv7(),
  }))
  if (rows.length > 0) await db.insert(messages).values(rows)
  return { chatId, ids: rows.map(({ id }) => id) }
}

async function search(client: TestClient, q: string, query = ''): Promise<ChatSearchPage> {
  const reply = await client.get<ChatSearchPage>(`/chats/search?q=${encodeURIComponent(q)}${query}`)
  expect([q, reply.status]).toEqual([q, 200])
  return ChatSearchPage.parse(reply.data)
}

const textOf = (parts: TextPart[]) => parts.map(({ text }) => text).join('')
const marked = (parts: TextPart[]) => parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)
const snippets = ({ items }: ChatSearchPage) => items.map(({ snippet }) => textOf(snippet))

describe('a search', () => {
  test.each([
    ['accents', 'promocao', 'A promoção começou', 'promoção'],
    ['accents that were typed', 'Promoção', 'a promocao comecou', 'promocao'],
    ['case', 'LANÇAMENTO', 'Seu lançamento', 'lançamento'],
    ['the ending of a verb', 'vender', 'Quem vendeu mais?', 'vendeu'],
    ['singular and plural', 'promoções', 'Uma promoção só', 'promoção'],
    ['singular and plural', 'canal', 'Todos os canais', 'canais'],
    ['singular and plural', 'imagem', 'As imagens do post', 'imagens'],
    ['an incomplete last word', 'estrat', 'Qual é a estratégia?', 'estratégia'],
    ['an incomplete address', 'ana@exem', 'Escreva a ana@exemplo.com.br hoje', 'ana'],
    ['decomposed accents', 'acao', 'Plano de ac\u0327a\u0303o', undefined],
  ])('ignores %s: %s', async (_what, q, content, word) => {
    const client = await app.signUp()
    const { chatId, ids } = await write(client, { said: [content] })
    const { items } = await search(client, q)
    expect(items.map(({ chat, messageId }) => [chat.id, messageId])).toEqual([[chatId, ids[0]]])
    if (word) expect(marked(items[0]?.snippet ?? [])[0]).toBe(word)
  })

  test('requires all words in any order; the last may be incomplete', async () => {
    const client = await app.signUp()
    await write(client, {
      said: ['O carrinho abre na terça', 'A terça é boa para vender', 'Na terça o carrinho abandonado'],
    })
    expect(snippets(await search(client, 'terça carrinho'))).toEqual([
      'Na terça o carrinho abandonado',
      'O carrinho abre na terça',
    ])
    expect(snippets(await search(client, 'carrinho aband'))).toEqual(['Na terça o carrinho abandonado'])
    // Only the last word may be incomplete.
    expect(snippets(await search(client, 'aband carrinho'))).toEqual([])
    expect(marked((await search(client, 'vender terça')).items[0]?.snippet ?? [])).toEqual([
      'terça',
      'vender',
    ])
  })

  test('ignores stop words unless there are no others', async () => {
    const client = await app.signUp()
    await write(client, { said: ['Página de vendas', 'Vendas sem a preposição', 'de a o'] })
    expect(snippets(await search(client, 'página de vendas'))).toEqual(['Página de vendas'])
    expect(snippets(await search(client, 'as vendas'))).toHaveLength(2)
    expect(snippets(await search(client, 'de a o'))).toEqual(['de a o'])
  })

  test('shows the best excerpt of a long text, as text, with the words near each other', async () => {
    const client = await app.signUp()
    const filling = 'Outra frase sem nada de especial. '.repeat(60)
    const content = `carrinho ${filling}\n\n## **O carrinho** <b>abre</b> na \`terça\`\n\n${filling}`
    await write(client, { said: [content] })
    const [hit] = (await search(client, 'terca carrinho')).items
    const text = textOf(hit?.snippet ?? [])
    expect(text).toMatch(/^… .*O carrinho <b>abre<\/b> na terça.* …$/)
    expect(text.length).toBeLessThan(300)
    expect(marked(hit?.snippet ?? [])).toEqual(['carrinho', 'terça'])
  })

  test('finds messages on inactive branches, and in archived chats', async () => {
    const client = await app.signUp()
    const { chatId, ids } = await write(client, { said: ['Pergunta', 'Versão abandonada', 'Versão nova'] })
    const { db } = app.server.deps
    for (const id of ids.slice(1)) {
      await db.update(messages).set({ parentId: ids[0], sender: 'ai' }).where(eq(messages.id, id))
    }
    await db.update(chats).set({ archivedAt: new Date() }).where(eq(chats.id, chatId))
    const { items } = await search(client, 'abandonada')
    expect(items.map(({ messageId }) => messageId)).toEqual([ids[1]])
    expect(items[0]?.chat.archivedAt).toEqual(expect.any(String))
  })

  test('finds a sent message, and its reply once that has ended', async () => {
    const client = await app.signUp()
    const chatId = await openChat(client, agentId)
    app.provider.script({ kind: 'reply', tokens: ['Uma resposta sobre ', 'hortaliças'] })
    await client.send(chatId, newMessage('Pergunta sobre jabuticabas'))
    for (const q of ['jabuticaba', 'hortaliça']) {
      const { items } = await search(client, q)
      expect([...new Set(items.map(({ chat }) => chat.id))]).toEqual([chatId])
      expect(items.some(({ messageId }) => messageId !== null)).toBe(true)
    }
  })
})

describe('a title', () => {
  test('comes first, highlighted, found by prefixes, endings and other accents', async () => {
    const client = await app.signUp()
    const { chatId } = await write(client, { title: 'Lançamento de inverno', said: ['Nada'] })
    await write(client, { said: ['O lançamento em uma mensagem mais nova'], minute: 30 })
    for (const q of ['lancam', 'LANÇAMENTOS', 'inverno lançamento']) {
      const [first] = (await search(client, q)).items
      expect(first).toMatchObject({ chat: { id: chatId }, messageId: null, snippet: [] })
      expect(marked(first?.title ?? [])[0]).toBe('Lançamento')
    }
    expect((await search(client, 'lançamento')).items).toHaveLength(2)
    expect((await search(client, 'rno')).items).toEqual([])
  })

  test('is found despite a typo if there is no exact match', async () => {
    const client = await app.signUp()
    const { chatId } = await write(client, { title: 'Lançamento de inverno' })
    expect((await search(client, 'lancamneto')).items.map(({ chat }) => chat.id)).toEqual([chatId])
    expect((await search(client, 'lanchonete')).items).toEqual([])
    await write(client, { title: 'O lancamneto', minute: 5 })
    expect((await search(client, 'lancamneto')).items).toHaveLength(1)
  })

  test('is found by its new words, and no longer by the old ones, once it has changed', async () => {
    const client = await app.signUp()
    const { chatId } = await write(client, { title: 'Lançamento de inverno' })
    await client.call('PATCH', `/api/v1/chats/${chatId}`, { title: 'Oferta de 2½ horas' })
    for (const q of ['oferta', 'oferrta', '2½', 'hora']) {
      expect([q, (await search(client, q)).items.map(({ chat }) => chat.id)]).toEqual([q, [chatId]])
    }
    for (const q of ['inverno', 'lancamneto']) expect((await search(client, q)).items).toEqual([])
  })

  test('of an empty chat is not found', async () => {
    const client = await app.signUp()
    await openChat(client, agentId)
    expect((await search(client, 'nova conversa')).items).toEqual([])
  })

  test.each([
    ['given before', 'Caderno de pitangas', 'Oi'],
    ['that the message repeats', undefined, 'Nova conversa'],
  ])('%s is in the index from the first message on', async (_which, given, content) => {
    const client = await app.signUp()
    const chatId = await openChat(client, agentId)
    if (given) await client.call('PATCH', `/api/v1/chats/${chatId}`, { title: given })
    const indexed = () => app.server.deps.db.$count(chatTitles, eq(chatTitles.chatId, chatId))
    expect(await indexed()).toBe(0)
    app.provider.scriptTitle({ kind: 'stall', after: 0 })
    await client.send(chatId, newMessage(content))
    expect(await indexed()).toBe(1)
    const [first] = (await search(client, given ?? content)).items
    expect(first).toMatchObject({ chat: { id: chatId }, messageId: null })
  })
})

describe('pages', () => {
  test('go from titles to messages, each hit once, newest first, while others arrive', async () => {
    const client = await app.signUp()
    for (let index = 0; index < 3; index += 1) {
      await write(client, {
        title: `Oferta ${index}`,
        said: [`oferta um ${index}`, 'x', `oferta dois ${index}`],
        minute: index * 10,
      })
    }
    const whole = (await search(client, 'oferta')).items
    expect(
      whole.map(({ title, messageId, snippet }) => (messageId ? textOf(snippet) : textOf(title))),
    ).toEqual([
      ...[2, 1, 0].map((index) => `Oferta ${index}`),
      ...[2, 1, 0].flatMap((index) => [`oferta dois ${index}`, `oferta um ${index}`]),
    ])
    for (const limit of [1, 2, 4]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await search(client, 'oferta', `&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        expect(page.items.length).toBeLessThanOrEqual(limit)
        expect(page.hasMore).toBe(page.nextCursor !== null)
        seen.push(...page.items.map(({ chat, messageId }) => messageId ?? chat.id))
        cursor = page.nextCursor ?? ''
        if (cursor)
          await write(client, { title: 'Oferta nova', said: ['oferta nova'], minute: 500 + seen.length })
      } while (cursor)
      const { db } = app.server.deps
      await db.delete(chats).where(eq(chats.title, 'Oferta nova'))
      // New hits precede the cursor; existing ones come once, in order.
      const known = whole.map(({ chat, messageId }) => messageId ?? chat.id)
      expect(seen.filter((id) => known.includes(id))).toEqual(known)
    }
  })

  test('refuse a cursor of another list with 400', async () => {
    const client = await app.signUp()
    const places = [['title', 'x', 'y'], ['other', new Date().toISOString(), randomUUID()], null, [1]]
    const made = places.map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))
    for (const cursor of ['abc', ...made]) {
      expect((await client.get(`/chats/search?q=x&cursor=${cursor}`)).status).toBe(400)
    }
  })
})

describe('ownership of the texts', () => {
  test('A1 a search never finds texts of another user', async () => {
    const [ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
    const { chatId, ids } = await write(ana, { title: 'Segredo da jabuticaba', said: ['jabuticaba secreta'] })
    expect((await search(ana, 'jabuticaba')).items).toHaveLength(2)
    const cursor = Buffer.from(JSON.stringify(['message', '2030-01-01T00:00:00.000Z', ids[0]])).toString(
      'base64url',
    )
    for (const q of [
      'jabuticaba',
      'jab',
      'segredo',
      'segrdeo',
      chatId,
      `${ids[0]}`,
      ana.userId,
      '%',
      "' or 1=1 --",
    ]) {
      expect((await search(bia, q)).items).toEqual([])
      expect((await search(bia, q, `&cursor=${cursor}`)).items).toEqual([])
    }
    expect((await app.visitor().get('/chats/search?q=jabuticaba')).status).toBe(401)
  })

  test('deleted chats and messages, and running replies, are not found', async () => {
    const client = await app.signUp()
    const { db } = app.server.deps
    const gone = await write(client, { title: 'Jabuticaba apagada', said: ['jabuticaba apagada'] })
    const kept = await write(client, { said: ['jabuticaba fica', 'jabuticaba sai'] })
    await db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, gone.chatId))
    await db
      .update(messages)
      .set({ deletedAt: new Date() })
      .where(eq(messages.id, kept.ids[1] ?? ''))
    expect(snippets(await search(client, 'jabuticaba'))).toEqual(['jabuticaba fica'])
    await db.update(chats).set({ deletedAt: null }).where(eq(chats.id, gone.chatId))
    expect((await search(client, 'jabuticaba')).items).toHaveLength(3)
  })
})
