import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { LiveReply } from '../../runs/reply-feed.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
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

/** A reply that pauses after `after` tokens until the test releases it. */
function holdReply(after: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after, until: promise, tokens: ['Um ', 'dois ', 'três ', 'quatro.'] })
  return resolve
}

describe('reading a running reply', () => {
  test('F16 starts with the text so far as one event for a late reader', async () => {
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

  test('resumes after the last event seen, without repeats or gaps', async () => {
    const release = holdReply(2)
    const first = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await first.until('dois ')
    await first.close()
    const resumed = await ana.open('GET', `/chats/${chatId}/stream`, undefined, { 'Last-Event-ID': '3' })
    release()
    expect(textOf(await resumed.rest())).toBe('dois três quatro.')
  })

  test('HEAD reports a running reply by its headers alone and does not end it', async () => {
    const complaint = vi.spyOn(console, 'error')
    const release = holdReply(1)
    const first = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    const head = await ana.fetch('HEAD', `/api/v1/chats/${chatId}/stream`)
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
    release()
    expect((await first.rest()).at(-1)).toMatchObject({ event: 'done' })
    // The HTTP server complains here if a response is started twice.
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
  })

  test('starts from the beginning for an invalid Last-Event-ID', async () => {
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

  test('answers 204 when nothing runs', async () => {
    expect((await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(204)
    await ana.send(chatId, newMessage())
    expect((await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(204)
  })
})

type Cut = { bytes: number; how: 'fin' | 'reset' }

/** Sends a message, and closes the socket once this many bytes of the response arrived. */
function sendAndCut(toChat: string, { bytes, how }: Cut): Promise<void> {
  const sending = request(`${app.baseUrl}/api/v1/chats/${toChat}/messages`, {
    method: 'POST',
    agent: false,
    headers: { Cookie: ana.cookie, Origin: app.appUrl, 'Content-Type': 'application/json' },
  })
  let seen = 0
  sending.on('response', (response) => {
    const cut = () => (how === 'reset' ? response.socket.resetAndDestroy() : sending.destroy())
    response.on('error', () => {})
    response.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen >= bytes) cut()
    })
    if (bytes === 0) cut()
  })
  sending.on('error', () => {})
  // Slow enough that the cuts fall all over the reply.
  sending.end(JSON.stringify(newMessage('Oi [[delay=5]]')))
  return new Promise((resolve) => sending.on('close', resolve))
}

describe('F15 a client that disconnects mid-stream', () => {
  const cut = fc.record<Cut>({
    bytes: fc.integer({ min: 0, max: 4_000 }),
    how: fc.constantFrom('fin', 'reset'),
  })

  test('at 10 random points leaves the reply running to its end, and a reload shows the stored text', async () => {
    const cutAt = async (where: Cut) => {
      const id = await openChat(ana, agentId)
      await sendAndCut(id, where)
      await eventually(async () => {
        const [human, reply] = await messagesOf(ana, id)
        expect(human?.status).toBe('done')
        expect(reply).toMatchObject({ status: 'done', content: DEFAULT_TOKENS.join('') })
        expect((await rowOf(reply?.id ?? ''))?.content).toBe(reply?.content)
      })
      expect(await Follower.open(ana, id)).toBeUndefined()
    }
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 10, maxLength: 10 }), async (cuts) => {
        await Promise.all(cuts.map(cutAt))
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  test('before the first byte leaves no reader behind', async () => {
    const release = holdReply(1)
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.until('Um')
    for (let round = 0; round < 20; round += 1) {
      const leave = new AbortController()
      const opened = fetch(`${app.baseUrl}/api/v1/chats/${chatId}/stream`, {
        headers: { Cookie: ana.cookie },
        signal: leave.signal,
      }).catch(() => undefined)
      setTimeout(() => leave.abort(), round % 5)
      await opened
    }
    await stream.close()
    const feed = await app.server.deps.runs.feed(stream.messageId)
    if (!(feed instanceof LiveReply)) throw new Error('not written here')
    await eventually(() => expect(feed.hasReaders).toBe(false))
    release()
  })
})

describe('F16 a reload', () => {
  test('at 50 random times shows a prefix of the stored text in both list and stream', async () => {
    const tokens = Array.from({ length: 250 }, (_, index) => `palavra ${index} 🎭 `)
    const reload = async (at: number) => {
      await sleep(at)
      const shown = (await listOf())[1]?.content ?? ''
      // One reader starts from the beginning, as a reloaded page does; the other continues from the listed
      // text.
      const readers = await Promise.all([Follower.open(ana, chatId), Follower.open(ana, chatId, shown)])
      await Promise.all(readers.map((reader) => reader?.closed))
      return { shown, readers: readers.filter((reader) => reader !== undefined) }
    }
    // A user has at most twenty streams at once.
    const moments = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 10, maxLength: 10 })
    let read = 0
    await fc.assert(
      fc.asyncProperty(moments, async (times) => {
        chatId = await openChat(ana, agentId)
        app.provider.script({ kind: 'reply', tokens, delayMs: 3 })
        const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
        const reloads = await Promise.all(times.map(reload))
        const text = textOf(await stream.rest())
        expect(text).toBe(tokens.join(''))
        expect((await rowOf(stream.messageId))?.content).toBe(text)
        for (const { shown, readers } of reloads) {
          expect(text.startsWith(shown)).toBe(true)
          for (const reader of readers) {
            expect(reader).toMatchObject({ text, status: 'done', problems: [] })
          }
          read += readers.length
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
    expect(read).toBeGreaterThan(0)
  })
})

describe('regenerating', () => {
  test('writes a new reply to the same message, which replaces the old one on the branch', async () => {
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

  test('is refused for a message that is not a reply', async () => {
    const sent = newMessage()
    await ana.send(chatId, sent)
    expect((await ana.post(`/chats/${chatId}/messages/${sent.id}/regenerate`)).error.code).toBe('CONFLICT')
    expect((await ana.post(`/chats/${chatId}/messages/${randomUUID()}/regenerate`)).status).toBe(404)
  })
})
