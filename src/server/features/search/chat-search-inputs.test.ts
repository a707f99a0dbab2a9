import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChatSearchPage } from '#shared/contract/chats.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let client: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  client = await app.signUp()
  agentId = await openAgentId(client)
})
afterAll(() => app.close())

/** A chat of the user with this title and one message. */
async function write(title: string): Promise<void> {
  const { db } = app.server.deps
  const id = uuidv7()
  await db.insert(chats).values({ id, agentId, userId: client.userId, title, lastSeq: 1 })
  const message = { id: uuidv7(), chatId: id, seq: 1, sender: 'human', status: 'done' } as const
  await db.insert(messages).values({ ...message, content: `Mensagem com ${title}` })
}

describe('search input', () => {
  test.each(['', ' ', '\u0000', 'x'.repeat(101)])('but for %j, which is no search', async (q) => {
    expect((await client.get(`/chats/search?q=${encodeURIComponent(q)}`)).status).toBe(400)
    expect((await client.get('/chats/search')).status).toBe(400)
  })

  const odd = [
    "' :* & | ! !!a a':* () ((( <-> \\ \\' '' a\\:* 🚀 👩‍👩‍👧‍👦 ... * % _ $1 \\m [a (?: {0, a{99999} \u202e e-mail a/b/c http://",
    'https://exemplo.com.br/x?y=z <b> <script> &amp; 日本語 NULL __proto__ constructor ß İ ﬁ ½ 1.5e10 -1 +55',
  ].flatMap((line) => line.split(' '))
  test.each([...odd, 'a & !b', 'a <-> b', 'de a o', "'; drop table chats; --"])('%s', async (q) => {
    await write(`Título ${q}`)
    const reply = await client.get(`/chats/search?q=${encodeURIComponent(q)}`)
    expect(reply.status).toBe(200)
    const { items } = ChatSearchPage.parse(reply.data)
    // Every hit shows its original text.
    const titles = items.map(({ title }) => title.map(({ text }) => text).join(''))
    expect(titles.every((title) => title.startsWith('Título '))).toBe(true)
  })

  test('accepts any text', async () => {
    await write('Uma mensagem de teste')
    const from = app.logs.length
    const signs = fc.constantFrom(...'\'\\:*&|!()<->" aàçé-@./')
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: signs, minLength: 1, maxLength: 30 }),
    )
    const isAnswered = async (q: string) => {
      const { status } = await client.get(`/chats/search?q=${encodeURIComponent(q.toWellFormed())}`)
      expect([200, 400]).toContain(status)
    }
    await fc.assert(fc.asyncProperty(texts, isAnswered), { numRuns: 150 })
    expect(app.logs.slice(from).filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  })
})
