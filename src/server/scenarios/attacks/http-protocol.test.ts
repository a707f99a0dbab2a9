import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openSocket,
  parseAnswer,
  readToEnd,
  requestText,
  sendRaw,
} from '../../testing/clients/raw-request.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

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

describe('A43 requests that HTTP itself refuses', () => {
  test.each([
    ['a malformed request', 'OI\r\n\r\n', 400],
    ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an invalid Host', requestText('GET', '/api/health', { Host: 'a b/c@d' }), 400],
    ['OPTIONS *', requestText('OPTIONS', '*'), 400],
    ['a backslash in the path', requestText('GET', '/api\\health'), 400],
    ['a target without a path', requestText('GET', 'health'), 400],
    ['two lengths', requestText('POST', '/api/v1/chats', { 'Content-Length': '2, 3' }), 400],
    [
      'a length and chunks',
      requestText('POST', '/api/v1/chats', { 'Content-Length': '2' }, '{"agentId":"x"}'),
      400,
    ],
    [
      'a broken chunk',
      `${requestText('POST', '/api/auth/sign-out', { 'Transfer-Encoding': 'chunked' })}zz\r\n`,
      400,
    ],
    ['a too long header', requestText('GET', '/api/health', { 'X-Long': 'a'.repeat(40_000) }), 413],
    ['a too long path', requestText('GET', `/api/${'a'.repeat(40_000)}`), 413],
  ])('%s is answered in the envelope', async (_what, bytes, status) => {
    const answer = await sendRaw(app.baseUrl, bytes)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      message: expect.any(String),
      timestamp: expect.any(String),
      error: { code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR', message: expect.any(String) },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('an unknown expectation, an upgrade and many headers have no effect', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`X-${index}`, '1']))
    for (const headers of [{ Expect: 'tea' }, { Upgrade: 'websocket', Connection: 'upgrade' }, many]) {
      const socket = await openSocket(app.baseUrl)
      const answer = readToEnd(socket)
      socket.write(requestText('GET', '/api/health', headers))
      await once(socket, 'data')
      socket.destroy()
      expect(parseAnswer(await answer).status).toBe(200)
    }
  })

  test('a pipelined request is answered on its own', async () => {
    const hidden = requestText('GET', `/api/v1/chats/${chatId}`)
    const { text } = await sendRaw(
      app.baseUrl,
      requestText('GET', '/api/health', { Connection: 'keep-alive', Cookie: ana.cookie }) + hidden,
    )
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401'])
  })

  test('bytes after a stream has begun do not get into it', async () => {
    app.provider.script({ kind: 'stall', after: 2 })
    const socket = await openSocket(app.baseUrl)
    const answer = readToEnd(socket)
    const body = JSON.stringify(newMessage())
    const request = requestText('POST', `/api/v1/chats/${chatId}/messages`, own(), body)
    socket.write(request.replace('Connection: close\r\n', ''))
    await once(socket, 'data')
    socket.write('LIXO LIXO\r\n\r\n')
    const text = await answer
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(text).not.toContain('VALIDATION_ERROR')
    await ana.post(`/chats/${chatId}/stop`)
  })
})
