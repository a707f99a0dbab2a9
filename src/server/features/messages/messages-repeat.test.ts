import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let ana: TestClient
let anaThere: TestClient
let agentId: string
let chatId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  ana = await app.signUp('Ana Souza')
  anaThere = second.as(ana)
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
})

const listOf = (id = chatId) => messagesOf(ana, id)

/** Several rounds in one chat, so that the copies meet at different points of each other's transactions. */
async function sendCopies(clients: TestClient[], rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const sent = newMessage()
    const calls = app.provider.requests.length
    const copies = await Promise.all(clients.map((client) => client.send(chatId, sent)))
    const list = await listOf()
    const reply = list.at(-1)
    expect(list).toHaveLength(2 * round)
    expect(list.at(-2)).toMatchObject(sent)
    expect(app.provider.requests).toHaveLength(calls + 1)
    for (const events of copies) {
      expect(textOf(events)).toBe(reply?.content)
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { messageId: reply?.id, status: 'done' } })
    }
  }
}

describe('F19 a repeated send', () => {
  test('five concurrent copies store one message and one reply, and their five streams end alike', async () => {
    await sendCopies([ana, ana, ana, ana, ana], 5)
  })

  test('five concurrent copies on two instances do the same', async () => {
    await sendCopies([ana, anaThere, ana, anaThere, ana], 5)
  })

  test('after the end, on either instance, returns the same reply and stores nothing', async () => {
    const sent = newMessage()
    const first = await ana.send(chatId, sent)
    for (const client of [ana, anaThere]) {
      const again = await client.send(chatId, sent)
      expect(textOf(again)).toBe(textOf(first))
      expect(again.at(-1)).toEqual(first.at(-1))
    }
    expect(await listOf()).toHaveLength(2)
  })

  test('while the reply runs, does not count against the limit of parallel replies', async () => {
    // A copy is not a second reply, so the limit of two must not refuse it.
    const limited = await createTestApp({ RATE_LIMITS: 'on' })
    try {
      const eva = await limited.signUp('Eva')
      const [one = '', other = ''] = await Promise.all([openChat(eva, agentId), openChat(eva, agentId)])
      limited.provider.setDefault({ kind: 'stall', after: 1 })
      const running = await eva.open('POST', `/chats/${other}/messages`, newMessage())
      const sent = newMessage()
      const copies = await Promise.all(
        Array.from({ length: 5 }, () => eva.open('POST', `/chats/${one}/messages`, sent)),
      )
      expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
      await Promise.all([one, other].map((id) => eva.post(`/chats/${id}/stop`)))
      await Promise.all([running, ...copies].map((stream) => stream.rest()))
      expect(limited.provider.requests).toHaveLength(2)
    } finally {
      await limited.close()
    }
  })

  test('with an id of another chat is a conflict', async () => {
    const sent = newMessage()
    await ana.send(chatId, sent)
    const other = await openChat(ana, agentId)
    expect((await ana.post(`/chats/${other}/messages`, sent)).error.code).toBe('CONFLICT')
    expect(await listOf(other)).toEqual([])
  })
})
