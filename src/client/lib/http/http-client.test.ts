/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, createHttp, onUnauthorized } from './http-client.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function serve(handler: Handler) {
  let attempts = 0
  const server = createServer((request, response) => {
    attempts += 1
    handler(request, response, attempts)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { http: createHttp(`http://127.0.0.1:${port}`), attempts: () => attempts }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const success = (data: unknown) => ({ success: true, timestamp: '2026-01-01T00:00:00.000Z', data })
const failure = (error: object) => ({ success: false, timestamp: '2026-01-01T00:00:00.000Z', error })

async function readBody(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a failure')
    },
    (error: unknown) => error,
  )

test('resolves to the data of the envelope, with the query in the address', async () => {
  const { http } = await serve((request, response) => json(response, 200, success({ url: request.url })))
  const data = await http.request('GET', '/agents', { query: { q: 'página', cursor: undefined, limit: 2 } })
  expect(data).toEqual({ url: '/api/v1/agents?q=p%C3%A1gina&limit=2' })
})

test('sends JSON, also when there is nothing to say', async () => {
  const { http } = await serve(async (request, response) => {
    json(response, 200, success({ type: request.headers['content-type'], body: await readBody(request) }))
  })
  expect(await http.request('POST', '/chats', { body: { agentId: 'a' } })).toEqual({
    type: 'application/json',
    body: '{"agentId":"a"}',
  })
  expect(await http.request('POST', '/chats/1/stop')).toEqual({ type: 'application/json', body: '{}' })
})

test('sends a form as multipart', async () => {
  const { http } = await serve(async (request, response) => {
    json(response, 200, success({ type: request.headers['content-type'], body: await readBody(request) }))
  })
  const form = new FormData()
  form.set('file', new Blob(['pixels'], { type: 'image/jpeg' }), 'foto.jpg')
  const sent = await http.request<{ type: string; body: string }>('POST', '/uploads', { form })
  expect(sent.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(sent.body).toMatch(/name="file"; filename="foto.jpg"[\s\S]*pixels/)
})

test("a library's sentence without a code is nobody's to read", async () => {
  const { http } = await serve((_, response) => json(response, 403, { message: 'Invalid origin' }))
  expect(await rejection(http.requestAuth('POST', '/sign-out'))).toMatchObject({
    code: 'FORBIDDEN',
    message: '',
  })
})

test('throws the failure of the envelope with its fields and waiting time', async () => {
  const error = {
    code: 'VALIDATION_ERROR',
    message: 'Dados inválidos',
    details: { name: 'Name is required' },
  }
  const { http } = await serve((_, response) => json(response, 400, failure(error), { 'retry-after': '7' }))
  const thrown = await rejection(http.request('POST', '/agents'))
  expect(thrown).toBeInstanceOf(ApiError)
  expect(thrown).toMatchObject({ ...error, status: 400, retryAfterSeconds: 7 })
})

test("reads better-auth's own shape, and warns when the session is over", async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const body = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }
  const { http } = await serve((_, response) => json(response, 401, body))
  expect(await rejection(http.requestAuth('POST', '/sign-in/email'))).toMatchObject({ ...body, status: 401 })
  expect(warn.mock.calls).toEqual([['Authentication failed or session expired']])
  warn.mockRestore()
})

test('tells the listeners of a 401 of the App API', async () => {
  const told = vi.fn()
  onUnauthorized(told)
  const { http } = await serve((_, response) =>
    json(response, 401, failure({ code: 'UNAUTHORIZED', message: 'Not authorized' })),
  )
  await rejection(http.request('GET', '/chats'))
  expect(told).toHaveBeenCalledTimes(1)
})

test('an answer that is no envelope gets the code of its status', async () => {
  const { http } = await serve((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  expect(await rejection(http.request('GET', '/chats'))).toMatchObject({ code: 'UNAVAILABLE', status: 502 })
})

test('a success that is no JSON is a failure', async () => {
  const { http } = await serve((_, response) => response.end('<!doctype html>'))
  expect(await rejection(http.request('GET', '/chats'))).toMatchObject({ code: 'INTERNAL_ERROR' })
})

test('a connection that breaks is a NETWORK failure in Portuguese', async () => {
  const { http } = await serve((request) => request.socket.destroy())
  const thrown = await rejection(http.request('GET', '/chats'))
  expect(thrown).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(String(thrown)).toContain('Sem conexão com o servidor')
})

test('an abort stays an abort', async () => {
  const controller = new AbortController()
  const { http } = await serve(() => controller.abort())
  const thrown = await rejection(http.request('GET', '/chats', { signal: controller.signal }))
  expect(thrown).toMatchObject({ name: 'AbortError' })
})

test('does not repeat a call unless it is asked to', async () => {
  const unavailable: Handler = (_, response) =>
    json(response, 503, failure({ code: 'UNAVAILABLE', message: 'x' }))
  const once = await serve(unavailable)
  await rejection(once.http.request('GET', '/chats'))
  expect(once.attempts()).toBe(1)
})

test.each(['linear', 'exponential'] as const)(
  'repeats with %s delays when it is asked to',
  async (backoff) => {
    const { http, attempts } = await serve((_, response, attempt) =>
      attempt < 3
        ? json(response, 503, failure({ code: 'UNAVAILABLE', message: 'x' }))
        : json(response, 200, success('feito')),
    )
    const retry = { limit: 2, backoff, baseMs: 1 }
    expect(await http.request('POST', '/chats', { retry })).toBe('feito')
    expect(attempts()).toBe(3)
  },
)

test('gives up after the time limit, when one is set', async () => {
  const { http } = await serve(() => {})
  expect(await rejection(http.request('GET', '/chats', { timeoutMs: 20 }))).toMatchObject({ code: 'TIMEOUT' })
})

test('a stream comes back raw, with its headers sent; 204 is no failure', async () => {
  const { http } = await serve((request, response) => {
    if (request.headers['last-event-id'] === '9') return response.writeHead(204).end()
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n\n')
  })
  const live = await http.requestStream('GET', '/chats/1/stream')
  expect(await live.text()).toBe('data: {}\n\n')
  const over = await http.requestStream('GET', '/chats/1/stream', { headers: { 'Last-Event-ID': '9' } })
  expect(over.status).toBe(204)
})

test('a stream that is refused throws the envelope', async () => {
  const { http } = await serve((_, response) =>
    json(response, 409, failure({ code: 'CONFLICT', message: 'Já existe' })),
  )
  const refused = rejection(http.requestStream('POST', '/chats/1/messages', { body: { id: 'x' } }))
  expect(await refused).toMatchObject({ code: 'CONFLICT', status: 409 })
})
