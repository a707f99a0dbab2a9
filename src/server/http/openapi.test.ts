import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const document = async () =>
  (await app.visitor().call('GET', '/api/openapi.json')).body as OpenAPIV3_1.Document

test('every registered route is in the document', async () => {
  const { paths = {} } = await document()
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const registered = createApp(app.server.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .filter(({ path }) => !['/api/openapi.json', '/api/docs'].includes(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(new Set(described)).toEqual(new Set(registered))
  expect(described.length).toBeGreaterThan(15)
})

test('contains the contract: bodies, limits and codes', async () => {
  const { paths = {} } = await document()
  const send = paths['/api/v1/chats/{chatId}/messages']?.post
  expect(JSON.stringify(send?.requestBody)).toContain('"maxLength":16000')
  expect(Object.keys(send?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '429', '503']),
  )
})

test('has an HTML page without scripts', async () => {
  const response = await app.visitor().fetch('GET', '/api/docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(page).toContain('/api/v1/agents/{agentId}')
  expect(page).not.toContain('<script')
})

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed once, and revalidated by its tag',
  async (path) => {
    const ask = (headers: Record<string, string>) => app.visitor().fetch('GET', path, undefined, headers)
    const plain = await ask({ 'Accept-Encoding': 'identity' })
    const text = await plain.text()
    const bytes = (answer: Response) => Number(answer.headers.get('content-length'))
    expect([plain.headers.get('content-encoding'), bytes(plain)]).toEqual([null, Buffer.byteLength(text)])
    for (const encoding of ['br', 'gzip']) {
      const answer = await ask({ 'Accept-Encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(bytes(answer)).toBeLessThan(bytes(plain) / 8)
      expect(await answer.text()).toBe(text)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
    const etag = plain.headers.get('etag') ?? ''
    const held = await ask({ 'If-None-Match': etag })
    expect([held.status, await held.text()]).toEqual([304, ''])
    expect((await ask({ 'If-None-Match': 'W/"another"' })).status).toBe(200)
  },
)
