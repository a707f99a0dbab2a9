import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let chatId: string
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
})

const rowOf = async (id: string) => {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  return row
}

const listOf = () => messagesOf(ana, chatId)

/** A reply that waits after `after` tokens until the test lets it go on. */
function holdReply(after: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after, until: promise, tokens: ['Um ', 'dois ', 'três ', 'quatro.'] })
  return resolve
}

describe('following', () => {
  test('a reader that comes late gets the text so far as one event, then the rest', async () => {
    const release = holdReply(2)
    const first = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    const soFar = await first.until('dois ')
    const late = await ana.open('GET', `/chats/${chatId}/stream`)
    expect(await late.next()).toMatchObject({ id: soFar.length, event: 'token', data: { token: soFar } })
    expect(late.messageId).toBe(first.messageId)
    release()
    const [own, others] = await Promise.all([first.rest(), late.rest()])
    expect(textOf(others)).toBe(textOf(own))
    expect(others.at(-1)).toEqual(own.at(-1))
  })

  test('resumes after what was seen: nothing twice, nothing missing', async () => {
    const release = holdReply(2)
    const first = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await first.until('dois ')
    await first.close()
    const resumed = await ana.open('GET', `/chats/${chatId}/stream`, undefined, { 'Last-Event-ID': '3' })
    release()
    expect(textOf(await resumed.rest())).toBe('dois três quatro.')
  })

  test('a Last-Event-ID that means nothing is the beginning', async () => {
    const release = holdReply(1)
    await (await ana.open('POST', `/chats/${chatId}/messages`, newMessage())).until('Um')
    const streams = await Promise.all(
      ['abc', '-5', '1e999', '999999'].map((id) =>
        ana.open('GET', `/chats/${chatId}/stream`, undefined, { 'Last-Event-ID': id }),
      ),
    )
    release()
    const texts = (await Promise.all(streams.map((stream) => stream.rest()))).map(textOf)
    expect(texts.slice(0, 3)).toEqual(Array(3).fill('Um dois três quatro.'))
    expect(texts[3]).toBe('dois três quatro.')
  })

  test('is 204 when nothing runs', async () => {
    expect((await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(204)
    await ana.send(chatId, newMessage())
    expect((await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(204)
  })

  test('the reply goes on when its reader leaves', async () => {
    const release = holdReply(1)
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.until('Um')
    await stream.close()
    release()
    await vi.waitFor(async () => {
      expect((await listOf())[1]).toMatchObject({ status: 'done', content: 'Um dois três quatro.' })
    })
  })
})

describe('leaving', () => {
  test('before the first byte leaves nothing behind', async () => {
    const beats = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const release = holdReply(1)
    await (await ana.open('POST', `/chats/${chatId}/messages`, newMessage())).until('Um')
    const before = beats()
    for (let round = 0; round < 20; round += 1) {
      const leave = new AbortController()
      const opened = fetch(`${app.baseUrl}/api/v1/chats/${chatId}/stream`, {
        headers: { Cookie: ana.cookie },
        signal: leave.signal,
      }).catch(() => undefined)
      setTimeout(() => leave.abort(), round % 5)
      await opened
    }
    await vi.waitFor(() => expect(beats()).toBeLessThan(before + 5), { timeout: 10_000 })
    release()
  })
})

describe('stopping', () => {
  test('keeps the text, closes the provider’s connection, and frees the chat', async () => {
    const release = holdReply(2)
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.until('dois ')
    expect((await ana.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'stopped' } })
    expect((await listOf())[1]).toMatchObject({ status: 'stopped', content: 'Um dois ', errorCode: null })
    expect((await rowOf(stream.messageId))?.usedModel).toBe('openai')
    await vi.waitFor(() => expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined())
    release()
    await ana.send(chatId, newMessage('E agora?'))
    expect(await listOf()).toHaveLength(4)
  })

  test('before the first token', async () => {
    app.provider.script({ kind: 'noHeaders' })
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await vi.waitFor(async () => expect((await listOf())[1]?.status).toBe('running'))
    await ana.post(`/chats/${chatId}/stop`)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'stopped' } })
    expect((await listOf())[1]).toMatchObject({ status: 'stopped', content: '' })
  })

  test('is idempotent, also when nothing runs', async () => {
    for (let round = 0; round < 2; round += 1) {
      const reply = await ana.post(`/chats/${chatId}/stop`)
      expect(reply).toMatchObject({ status: 200, data: { stopped: false } })
    }
  })

  test('by somebody else changes nothing', async () => {
    const release = holdReply(1)
    const bia = await app.signUp('Bia')
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.until('Um')
    expect((await bia.post(`/chats/${chatId}/stop`)).status).toBe(404)
    expect((await bia.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(404)
    release()
    expect((await stream.rest()).at(-1)?.data.status).toBe('done')
  })
})

describe('while a reply runs', () => {
  test('another message while a reply runs is a conflict, and nothing is stored', async () => {
    const release = holdReply(1)
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.until('Um')
    const second = await ana.post(`/chats/${chatId}/messages`, newMessage())
    expect(second.status).toBe(409)
    expect(second.error.code).toBe('CONFLICT')
    const [, reply] = await listOf()
    expect((await ana.post(`/chats/${chatId}/messages/${reply?.id}/regenerate`)).status).toBe(409)
    release()
    await stream.rest()
    expect(await listOf()).toHaveLength(2)
  })
})

describe('another try', () => {
  test('writes a new reply to the same message, which takes the old one’s place', async () => {
    app.provider.script({ kind: 'cut', after: 2, how: 'reset' })
    const sent = newMessage()
    await ana.send(chatId, sent)
    const [, failed] = await listOf()
    expect(failed?.status).toBe('interrupted')
    const stream = await ana.open('POST', `/chats/${chatId}/messages/${failed?.id}/regenerate`)
    const events = await stream.rest()
    const list = await listOf()
    expect(list).toHaveLength(2)
    expect(list[1]).toMatchObject({
      id: stream.messageId,
      parentId: sent.id,
      status: 'done',
      content: textOf(events),
    })
    expect((await rowOf(failed?.id ?? ''))?.status).toBe('interrupted')
  })

  test('of what is no reply is refused', async () => {
    const sent = newMessage()
    await ana.send(chatId, sent)
    expect((await ana.post(`/chats/${chatId}/messages/${sent.id}/regenerate`)).error.code).toBe('CONFLICT')
    expect((await ana.post(`/chats/${chatId}/messages/${randomUUID()}/regenerate`)).status).toBe(404)
  })
})
