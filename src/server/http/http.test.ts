import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestText, sendRaw } from '../testing/clients/raw-request.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('the envelope', () => {
  test('of a success', async () => {
    const reply = await app.visitor().call('GET', '/api/health')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ success: true, timestamp: expect.any(String), data: { status: 'ok' } })
    expect(new Date(String(Object(reply.body).timestamp)).toISOString()).toBe(Object(reply.body).timestamp)
  })

  test('of a failure', async () => {
    const reply = await app.visitor().get('/agents')
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({
      success: false,
      message: 'unauthorized to access resource',
      timestamp: expect.any(String),
      error: { code: 'UNAUTHORIZED', message: 'unauthorized to access resource' },
    })
  })

  test('of bad input names each field', async () => {
    const ana = await app.signUp()
    const reply = await ana.post('/chats', { agentId: 'x', id: 'y', extra: 1 })
    expect(reply.status).toBe(400)
    expect(reply.error.code).toBe('VALIDATION_ERROR')
    expect(reply.error.details).toMatchObject({ agentId: 'Invalid agent ID', id: 'Identificador inválido' })
  })

  test('of an unknown path under /api', async () => {
    const reply = await app.visitor().call('GET', '/api/v1/nada')
    expect(reply.status).toBe(404)
    expect(reply.error.code).toBe('NOT_FOUND')
  })
})

describe('health', () => {
  test('ready asks the database', async () => {
    const reply = await app.visitor().call('GET', '/api/ready')
    expect(reply.data).toEqual({ status: 'ok', database: 'ok' })
  })
})

describe('state-changing calls', () => {
  test('answer broken JSON with 400', async () => {
    const ana = await app.signUp()
    for (const body of ['{', 'null', '[]', '"x"', '7']) {
      const reply = await ana.call('POST', '/api/v1/chats', body)
      expect(reply.status).toBe(400)
      expect(reply.error.code).toBe('VALIDATION_ERROR')
    }
  })

  test('accept chunked JSON and an empty POST', async () => {
    const ana = await app.signUp()
    const headers = { Origin: app.appUrl, Cookie: ana.cookie }
    const raw = (method: string, path: string, body?: string) =>
      sendRaw(app.baseUrl, requestText(method, path, headers, body))
    const chunked = await raw('POST', '/api/v1/chats', '{"agentId":"x"}')
    expect(chunked.status).toBe(400)
    expect(chunked.body).toContain('Invalid agent ID')
    expect((await raw('POST', `/api/v1/chats/${randomUUID()}/stop`)).status).toBe(404)
    expect((await raw('DELETE', '/api/v1/chats')).status).toBe(404)
    expect((await raw('POST', '/api/auth/sign-out')).status).toBe(200)
  })

  test('name unknown fields, in Portuguese', async () => {
    const ana = await app.signUp()
    const unknown = await ana.post('/chats', { agentId: randomUUID(), role: 'admin', extra: 1 })
    expect(unknown.error.details).toEqual({ role: 'Campo desconhecido', extra: 'Campo desconhecido' })
    const empty = await ana.call('POST', '/api/v1/chats', 'null')
    expect(empty.error.details).toEqual({ body: expect.stringMatching(/esperad|inválid/) })
  })
})
