import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { createHttpServer } from '../../http/listener.ts'
import { openSocket, requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

let app: TestApp
let ana: TestClient
let chatId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp()
  chatId = await openChat(ana, await openAgentId(ana))
})
afterAll(() => app.close())

const own = () => ({ Origin: app.appUrl, Cookie: ana.cookie })
const errorOf = ({ body }: { body: string }) => JSON.parse(body).error.code

/** JSON of exactly this many bytes. */
const sized = (bytes: number) => `{"content":"${'a'.repeat(bytes - '{"content":""}'.length)}"}`

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

describe('A43 a large body', () => {
  const targets = () => [`/api/v1/chats/${chatId}/messages`, '/api/auth/sign-in/email', '/api/v1/chats']

  test('above the limit is 413: with a Content-Length, in chunks, and before it is sent', async () => {
    const big = sized(LIMITS.jsonBodyBytes + 1)
    for (const path of targets()) {
      const declared = await ana.call('POST', path, big)
      expect([declared.status, declared.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      const chunked = await sendRaw(app.baseUrl, requestText('POST', path, own(), big))
      expect([chunked.status, errorOf(chunked)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      const announced = { ...own(), 'Content-Type': 'application/json', 'Content-Length': '999999999999' }
      const unsent = await sendRaw(app.baseUrl, requestText('POST', path, announced))
      expect([unsent.status, errorOf(unsent)]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    }
  })

  test('at the limit is read', async () => {
    const whole = sized(LIMITS.jsonBodyBytes)
    const chunked = await sendRaw(app.baseUrl, requestText('POST', '/api/v1/chats', own(), whole))
    expect([chunked.status, errorOf(chunked)]).toEqual([400, 'VALIDATION_ERROR'])
    expect((await ana.call('POST', '/api/v1/chats', whole)).status).toBe(400)
  })

  test('is never decompressed', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'GZIP']) {
      const response = await fetch(`${app.baseUrl}/api/v1/chats`, {
        method: 'POST',
        headers: { ...own(), 'Content-Type': 'application/json', 'Content-Encoding': encoding },
        body: gzipSync(sized(5_000_000)),
      })
      expect(response.status).toBe(415)
      await response.body?.cancel()
    }
  })

  test('is 413 also for nesting beyond twenty levels', async () => {
    for (const path of targets()) {
      for (const [levels, status] of [
        [20, 400],
        [22, 413],
        [10_000, 413],
      ] as const) {
        expect([levels, (await ana.call('POST', path, nested(levels))).status]).toEqual([levels, status])
        const inField = `{"content":${nested(levels - 2)},"id":"${randomUUID()}"}`
        expect((await ana.call('POST', path, inField)).status).toBeLessThan(500)
      }
      // Brackets inside a string are not nesting.
      const text = JSON.stringify({ content: '[{"'.repeat(5_000), id: 'x' })
      expect((await ana.call('POST', path, text)).status).toBe(400)
    }
  })
})

describe('A43 slow clients', () => {
  test('500 sockets that never finish their headers do not block other requests', async () => {
    const sockets: Socket[] = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const socket = await openSocket(app.baseUrl)
        socket.on('error', () => {})
        socket.write('POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost\r\nX-A: ')
        return socket
      }),
    )
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ana.get('/chats')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const events = await ana.send(chatId, newMessage())
      expect(events.at(-1)?.event).toBe('done')
      expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  test('the shipped limits are ten seconds for headers and fifteen minutes for a request, checked every five seconds', () => {
    const server = createHttpServer(() => new Response(), app.server.deps.log)
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 900_000,
      connectionsCheckingInterval: 5_000,
    })
  })

  test('slow headers and bodies time out, and streams do not', async () => {
    const timeouts = { headersTimeout: 300, connectionsCheckingInterval: 50, bodyWindow: 600 }
    await using hasty = await serveWith(app, {}, timeouts)
    app.provider.script({ kind: 'stall', after: 2 })
    const reader = ana.at(hasty.baseUrl)
    const stream = await reader.open('POST', `/chats/${chatId}/messages`, newMessage())

    const headers = sendRaw(hasty.baseUrl, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-A: ')
    const announced = { ...own(), 'Content-Type': 'application/json', 'Content-Length': '20' }
    const body = sendRaw(hasty.baseUrl, `${requestText('POST', '/api/v1/chats', announced)}{"a`)
    const chunks = sendRaw(
      hasty.baseUrl,
      `${requestText('POST', '/api/v1/chats', { ...own(), 'Transfer-Encoding': 'chunked' })}3\r\n{"a\r\n`,
    )
    for (const answer of await Promise.all([headers, body, chunks])) {
      expect([answer.status, errorOf(answer)]).toEqual([400, 'VALIDATION_ERROR'])
    }
    // Older than any request timeout, and still open.
    expect((await reader.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    expect((await stream.rest()).at(-1)?.data).toMatchObject({ status: 'stopped' })
  })

  test('a client that disconnects during its body is not logged as our error', async () => {
    const from = app.logs.length
    for (const length of [{ 'Content-Length': '50' }, { 'Transfer-Encoding': 'chunked' }]) {
      const headers: Record<string, string> = { ...own(), 'Content-Type': 'application/json', ...length }
      for (const path of ['/api/v1/chats', '/api/auth/update-user']) {
        const socket = await openSocket(app.baseUrl)
        socket.write(`${requestText('POST', path, headers)}5\r\n{"a":\r\n`)
        socket.resetAndDestroy()
      }
    }
    const statuses = () => app.logs.slice(from).flatMap((line) => JSON.parse(line).status ?? [])
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([400, 400, 400, 400])
    expect(app.logs.slice(from).filter((line) => /"level":[56]0/.test(line))).toEqual([])
  })
})
