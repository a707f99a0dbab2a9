import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openSocket,
  parseAnswer,
  type RawAnswer,
  readToEnd,
  requestText,
} from '../../testing/clients/raw-request.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp()
})
afterAll(() => app.close())

const MEGABYTE = 1024 * 1024
const own = () => ({ Origin: app.appUrl, Cookie: ana.cookie })
const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM = { 'Content-Type': 'multipart/form-data; boundary=divisa' }
const PART = '--divisa\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'

type Target = { path: string; headers: Record<string, string>; start: string; megabytes: number }
const TARGETS: [what: string, target: Target][] = [
  ['a JSON route', { path: '/api/v1/chats', headers: JSON_TYPE, start: '"', megabytes: 3 }],
  ['sign-in', { path: '/api/auth/sign-in/email', headers: JSON_TYPE, start: '"', megabytes: 3 }],
  ['a webhook', { path: '/api/webhooks/hubla', headers: JSON_TYPE, start: '"', megabytes: 3 }],
  ['pictures', { path: '/api/v1/uploads', headers: FORM, start: PART, megabytes: 7 }],
  ['attachments', { path: '/api/v1/attachments', headers: FORM, start: PART, megabytes: 13 }],
]

const PIECES = 30
const PAUSE_MS = 60

/** Resolves when more can be written, or nothing any more. */
async function drained(socket: Socket): Promise<void> {
  if (socket.closed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('drain', resolve).once('close', resolve)
  await promise
  socket.off('drain', resolve).off('close', resolve)
}

/** Writes in pieces over two seconds; resolves early when the server resets the connection. */
async function writeSlowly(socket: Socket, text: string): Promise<void> {
  const size = Math.ceil(text.length / PIECES)
  for (let at = 0; at < text.length && !socket.destroyed; at += size) {
    if (!socket.write(text.slice(at, at + size))) await drained(socket)
    await sleep(PAUSE_MS)
  }
}

async function readNow(socket: Socket): Promise<RawAnswer> {
  expect(socket.destroyed).toBe(false)
  const text = readToEnd(socket)
  socket.resume()
  return parseAnswer(await text)
}

/** A client that reads nothing until its whole body is sent. */
async function sendThenRead({ path, headers, start, megabytes }: Target, isChunked: boolean) {
  const socket = await openSocket(app.baseUrl)
  socket.on('error', () => undefined)
  socket.pause()
  const body = start + 'a'.repeat(megabytes * MEGABYTE)
  const all = { ...own(), ...headers }
  await writeSlowly(
    socket,
    isChunked
      ? requestText('POST', path, all, body)
      : requestText('POST', path, { ...all, 'Content-Length': String(body.length) }) + body,
  )
  return readNow(socket)
}

describe('A43 a refusal for size reaches its client', { timeout: 60_000 }, () => {
  test.each(TARGETS)(
    'of %s, with a Content-Length and in chunks, while the client still sends',
    async (_what, target) => {
      const answers = await Promise.all([true, false].map((isChunked) => sendThenRead(target, isChunked)))
      for (const { status, body, headers } of answers) {
        expect([status, status && JSON.parse(body).error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
        expect(headers.get('connection')).toBe('close')
      }
    },
  )

  test('of long headers', async () => {
    const socket = await openSocket(app.baseUrl)
    socket.on('error', () => undefined)
    socket.pause()
    await writeSlowly(socket, requestText('GET', '/api/health', { 'X-Long': 'a'.repeat(3 * MEGABYTE) }))
    expect((await readNow(socket)).status).toBe(413)
  })

  test('also of clients that keep their connections: each next call succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const refused = await ana.call('POST', '/api/v1/chats', { content: 'a'.repeat(3 * MEGABYTE) })
      expect([refused.status, refused.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      expect(
        (await ana.call('POST', '/api/v1/uploads', imageForm(new Uint8Array(6 * MEGABYTE)))).status,
      ).toBe(413)
      expect((await ana.get('/chats')).status).toBe(200)
    }
  })

  test('before the body, for a client that waits for it', async () => {
    const { hostname, port } = new URL(app.baseUrl)
    const headers = { ...own(), ...JSON_TYPE, Expect: '100-continue', 'Content-Length': 3 * MEGABYTE }
    const call = request({ hostname, port, method: 'POST', path: '/api/v1/chats', headers })
    call.flushHeaders()
    const [response] = await once(call, 'response')
    expect(response.statusCode).toBe(413)
    call.destroy()
  })

  test('and no request behind the refused one is served', async () => {
    const socket = await openSocket(app.baseUrl)
    const body = `"${'a'.repeat(MEGABYTE)}"`
    const head = requestText('POST', '/api/v1/chats', {
      ...own(),
      ...JSON_TYPE,
      'Content-Length': String(body.length),
    })
    const served = () => app.logs.filter((line) => line.includes('/api/v1/notices')).length
    socket.write(head.replace('Connection: close\r\n', '') + body.slice(0, 1000))
    await once(socket, 'data')
    const rest = readToEnd(socket)
    socket.write(body.slice(1000) + requestText('GET', '/api/v1/notices', own()))
    await rest
    expect(served()).toBe(0)
  })

  test('a client that goes on without end is cut', async () => {
    const socket = await openSocket(app.baseUrl)
    socket.on('error', () => undefined)
    socket.write(
      requestText('POST', '/api/v1/chats', { ...own(), ...JSON_TYPE, 'Content-Length': '999999999999' }),
    )
    const block = Buffer.alloc(MEGABYTE)
    let sent = 0
    while (!socket.destroyed && sent < 600) {
      sent += 1
      if (!socket.write(block)) await drained(socket)
    }
    expect(socket.destroyed).toBe(true)
  })
})
