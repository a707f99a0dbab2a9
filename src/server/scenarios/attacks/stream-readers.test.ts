import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type OpenStream, type TestClient, textOf } from '../../testing/test-client.ts'

const STREAMS = 20

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const follow = (client: TestClient, chatId: string) => client.open('GET', `/chats/${chatId}/stream`)
const speak = (client: TestClient, chatId: string, tokens: number) =>
  client.open('POST', `/chats/${chatId}/messages`, {
    id: crypto.randomUUID(),
    content: `Diga tudo. [[tokens=${tokens} delay=40]]`,
  })

test('A61 the twenty-first stream of a person is refused; the others go on, and a closed one makes room', async () => {
  const chatId = await openChat(ana, agentId)
  const own = await speak(ana, chatId, 150)
  const tails: OpenStream[] = []
  for (let count = 0; count < STREAMS; count += 1) tails.push(await follow(ana, chatId))
  const { status, headers, error } = await ana.get(`/chats/${chatId}/stream`)
  expect([status, headers.get('retry-after'), error]).toEqual([
    429,
    '5',
    {
      code: 'RATE_LIMITED',
      message: 'Há abas demais acompanhando respostas. Feche algumas, ou espere esta resposta terminar.',
    },
  ])
  // A reply of another chat begins, and another person follows a reply.
  const other = await speak(ana, await openChat(ana, agentId), 5)
  const ben = await app.signUp('Ben')
  const bens = await openChat(ben, agentId)
  const [said, tail] = [await speak(ben, bens, 40), await follow(ben, bens)]
  await tails.pop()?.close()
  await vi.waitFor(async () => tails.push(await follow(ana, chatId)))
  const texts = await Promise.all([own, ...tails].map(async (stream) => textOf(await stream.rest())))
  expect(new Set(texts).size).toBe(1)
  await Promise.all([other, said, tail].map((stream) => stream.rest()))
  expect((await ana.get(`/chats/${chatId}/stream`)).status).toBe(204)
}, 60_000)
