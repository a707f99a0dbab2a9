import { randomUUID } from 'node:crypto'
import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('while the database is away', () => {
  test('every call says so with 503, and the process stays up', async () => {
    const lone = await createTestApp()
    try {
      const ana = await lone.signUp()
      await lone.dropDatabase()
      const answers = [
        await ana.get('/agents'),
        await ana.post('/chats', { agentId: randomUUID() }),
        await ana.call('GET', '/api/ready'),
        await lone.visitor().signIn(ana),
      ]
      for (const { status, error } of answers) expect([status, error?.code]).toEqual([503, 'UNAVAILABLE'])
      expect((await ana.call('GET', '/api/health')).status).toBe(200)
    } finally {
      await lone.close()
    }
  })
})

describe('headers', () => {
  test('every answer has an id, is not kept, and is guarded', async () => {
    const { headers } = await app.visitor().call('GET', '/api/health')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toMatch(/style-src 'self' 'nonce-[^']+'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('the nonce is new each time', async () => {
    const visitor = app.visitor()
    const policies = await Promise.all([1, 2].map(() => visitor.call('GET', '/api/health')))
    const [first, second] = policies.map(({ headers }) => headers.get('content-security-policy'))
    expect(first).not.toBe(second)
  })
})

describe('state-changing calls', () => {
  test.each([
    ['another site', 'https://mal.exemplo'],
    ['a sandboxed page', 'null'],
    ['a look-alike', 'http://localhost:3000.mal.exemplo'],
    ['another port', 'http://localhost:3001'],
  ])('from %s are refused', async (_name, origin) => {
    const ana = await app.signUp()
    const reply = await ana.call('POST', '/api/v1/chats', {}, { Origin: origin })
    expect(reply.status).toBe(403)
    expect(reply.error.code).toBe('FORBIDDEN')
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('with a cookie but no origin are refused', async () => {
    const ana = await app.signUp()
    const response = await fetch(`${app.baseUrl}/api/v1/chats`, {
      method: 'POST',
      headers: { Cookie: ana.cookie },
    })
    expect(response.status).toBe(403)
  })

  test('take JSON only', async () => {
    const ana = await app.signUp()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const reply = await ana.call('POST', '/api/v1/chats', '{}', { 'Content-Type': type })
      expect(reply.status).toBe(415)
      expect(reply.error.code).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test('answer broken JSON with 400', async () => {
    const ana = await app.signUp()
    for (const body of ['{', 'null', '[]', '"x"', '7']) {
      const reply = await ana.call('POST', '/api/v1/chats', body)
      expect(reply.status).toBe(400)
      expect(reply.error.code).toBe('VALIDATION_ERROR')
    }
  })

  test('need no length and no body: chunked JSON, and a POST without anything', async () => {
    const ana = await app.signUp()
    expect(await raw('POST /api/v1/chats', ana.cookie, '{"agentId":"x"}')).toMatch(
      /^HTTP\/1.1 400 [\s\S]*Invalid agent ID/,
    )
    const bare = `POST /api/v1/chats/${randomUUID()}/stop`
    expect(await raw(bare, ana.cookie)).toMatch(/^HTTP\/1.1 404 /)
    expect(await raw('DELETE /api/v1/chats', ana.cookie)).toMatch(/^HTTP\/1.1 404 /)
    expect(await raw('POST /api/auth/sign-out', ana.cookie)).toMatch(/^HTTP\/1.1 200 /)
  })

  test('name unknown fields, in Portuguese', async () => {
    const ana = await app.signUp()
    const unknown = await ana.post('/chats', { agentId: randomUUID(), role: 'admin', extra: 1 })
    expect(unknown.error.details).toEqual({ role: 'Campo desconhecido', extra: 'Campo desconhecido' })
    const empty = await ana.call('POST', '/api/v1/chats', 'null')
    expect(empty.error.details).toEqual({ body: expect.stringMatching(/esperad|inválid/) })
  })

  test('refuse bodies over 64 kB, with and without a length', async () => {
    const ana = await app.signUp()
    const big = JSON.stringify({ agentId: 'a'.repeat(70_000) })
    const reply = await ana.call('POST', '/api/v1/chats', big)
    expect(reply.status).toBe(413)
    expect(reply.error.code).toBe('PAYLOAD_TOO_LARGE')
    expect(await raw('POST /api/v1/chats', ana.cookie, big)).toContain('HTTP/1.1 413')
  })
})

/** Sends a request without a Content-Length, its body, if any, in one chunk; answers the raw response. */
function raw(line: string, cookie: string, body?: string): Promise<string> {
  const { hostname, port } = new URL(app.baseUrl)
  const head = `${line} HTTP/1.1\r\nHost: x\r\nOrigin: ${app.appUrl}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
  const chunk =
    body === undefined
      ? '\r\n'
      : `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connectSocket(Number(port), hostname, () => socket.write(head + chunk))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('files', () => {
  test.each(['/.env', '/.git/config', '/..%2f.env', '/.build-hash', '/assets/nada.js', '/nada.php'])(
    '%s is not there',
    async (path) => {
      const reply = await app.visitor().call('GET', path)
      expect(reply.status).toBe(404)
    },
  )

  test('an address that the app does not know is 404, with the page that says so', async () => {
    const response = await app.visitor().fetch('GET', '/nao-existe')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('text/html')
  })
})

describe('logs', () => {
  test('hold outcomes, never what was said or who it is', async () => {
    const ana = await app.signUp('Nome Secreto')
    await ana.call('POST', '/api/v1/chats', { agentId: 'texto-secreto' })
    const text = app.logs.join('')
    expect(text).toContain('"path":"/api/v1/chats"')
    for (const secret of ['Nome Secreto', 'texto-secreto', ana.email, ana.password, ana.cookie.slice(-40)]) {
      expect(text).not.toContain(secret)
    }
  })
})
