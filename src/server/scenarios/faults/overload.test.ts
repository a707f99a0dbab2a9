import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp()
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

/** Blocks the event loop of this process, which runs the server too. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.random()
}

describe('F35 an event loop delayed by more than 500 ms', () => {
  test('refuses new replies, finishes running ones, and recovers', async () => {
    const [busy, refused] = [await openChat(ana, agentId), await openChat(ana, agentId)]
    app.provider.script({ kind: 'stall', after: 5 })
    const stream = await ana.open('POST', `/chats/${busy}/messages`, newMessage())
    const first = await stream.next()

    // Delays every turn of the loop, as a long queue of work does.
    const storm = setInterval(() => block(650), 50)
    const sent = newMessage()
    try {
      for (let turn = 0; turn < 4; turn += 1) await sleep(101)
      const { status, error, headers } = await ana.post(`/chats/${refused}/messages`, sent)
      expect([status, error?.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2'])
      const rewritten = await ana.post('/documents/rewrite', { text: 'Um texto', change: 'shorter' })
      expect([rewritten.status, rewritten.error?.code]).toEqual([503, 'UNAVAILABLE'])
    } finally {
      clearInterval(storm)
    }
    // The same message, sent again after the advised wait: accepted once.
    const accepted = async () => (await ana.call('POST', `/api/v1/chats/${refused}/messages`, sent)).status
    await expect.poll(accepted, { timeout: 60_000 }).toBe(200)
    expect((await messagesOf(ana, refused)).map(({ sender }) => sender)).toEqual(['human', 'ai'])

    expect((await ana.post(`/chats/${busy}/stop`)).data).toEqual({ stopped: true })
    const [, reply] = await messagesOf(ana, busy)
    expect(textOf([...(first ? [first] : []), ...(await stream.rest())])).toBe(reply?.content)
  }, 120_000)

  test('a single long pause does not count: a suspended process continues normally', async () => {
    const chatId = await openChat(ana, agentId)
    const answer = ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())
    block(1_500)
    const response = await answer
    expect(response.status).toBe(200)
    await response.text()
  })
})
