import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makePeople, type People } from '../../testing/factories/people.ts'
import { callEveryRoute } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { plantWeb, serveWith } from '../../testing/web-server.ts'

let app: TestApp
let people: People
let agentId: string
let web: Awaited<ReturnType<typeof plantWeb>>
beforeAll(async () => {
  app = await createTestApp()
  web = await plantWeb()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(async () => {
  await web.remove()
  await app.close()
})

const PAGE_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src https://www.youtube-nocookie.com; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
const RAW_POLICY = "default-src 'none'; frame-ancestors 'none'"

const EVERY = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const WRITTEN = {
  ...EVERY,
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), payment=(), microphone=(self)',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': '…',
  'x-xss-protection': '0',
}
/** No document. */
const PART = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-request-id': '…',
}
const JSON_TYPE = 'application/json'
const HTML_TYPE = 'text/html; charset=UTF-8'

// Headers of the connection and the body, independent of the route.
const UNSPECIFIC = /^(date|connection|keep-alive|content-length|transfer-encoding|vary|last-modified|etag)$/

const snapshotOf = (headers: Headers) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !UNSPECIFIC.test(name))
      .map(([name, value]) => [name, name === 'x-request-id' || name === 'x-message-id' ? '…' : value]),
  )

describe('A51 response headers', () => {
  const HSTS = { 'strict-transport-security': 'max-age=31536000' }

  test.each([
    ['over http', 'http://localhost:3000', {}],
    ['over https', 'https://elenco.exemplo', HSTS],
  ])('are set on every kind of response, %s', async (_how, appUrl, transport) => {
    const env = { ...app.server.deps.env, appUrl }
    await using site = await serveWith(app, { env, webRoot: web.root })
    const client = people.owner.at(site.baseUrl)
    const chatId = await openChat(people.owner, agentId)
    const get = async (path: string) => {
      const response = await client.fetch('GET', path, undefined, { 'Accept-Encoding': 'identity' })
      await response.body?.cancel()
      return { status: response.status, headers: snapshotOf(response.headers) }
    }
    const stream = await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())
    await stream.text()
    const written = { ...WRITTEN, ...transport }
    const noStore = { 'cache-control': 'no-store' }
    const page = { ...written, ...noStore, 'content-type': HTML_TYPE }
    const answer = {
      ...{ ...EVERY, ...transport, ...noStore },
      'content-security-policy': RAW_POLICY,
      'content-type': JSON_TYPE,
      'x-request-id': '…',
    }

    const landing = { status: 200, headers: { ...page, 'cache-control': 'no-cache' } }
    expect(await get('/?apresentacao')).toEqual(landing)
    const sentOn = { ...written, ...noStore, location: '/app' }
    expect(await get('/')).toEqual({ status: 302, headers: sentOn })
    expect(await get('/app/x/y')).toEqual({
      status: 200,
      headers: { ...page, 'cache-control': 'private, no-cache' },
    })
    expect(await get('/nao-existe')).toEqual({ status: 404, headers: page })
    expect(await get('/api/docs')).toEqual({ status: 200, headers: { ...page, 'cache-control': 'no-cache' } })
    // Identifies the reader for a browser that caches it (decision 31).
    const own = { ...answer, 'x-reader': people.owner.userId }
    expect(await get('/api/v1/chats')).toEqual({ status: 200, headers: own })
    expect(await get('/api/v1/chats/x')).toEqual({ status: 400, headers: own })
    expect(await get('/api/nada')).toEqual({ status: 404, headers: answer })
    expect(await get('/api/auth/get-session')).toMatchObject({ status: 200, headers: answer })
    const contract = { ...answer, 'cache-control': 'no-cache' }
    expect(await get('/api/openapi.json')).toEqual({ status: 200, headers: contract })
    expect(await get('/nada.js')).toEqual({ status: 404, headers: { ...written, 'content-type': JSON_TYPE } })
    expect(await get('/assets/nada.js')).toEqual({
      status: 404,
      headers: { ...written, 'content-type': JSON_TYPE },
    })
    // No documents: only what a file of their kind obeys.
    const script = { ...PART, ...transport, 'content-type': 'text/javascript; charset=utf-8' }
    const picture = { ...PART, ...transport, 'content-type': 'image/png' }
    const forever = { 'cache-control': 'public, max-age=31536000, immutable' }
    const forAWhile = { 'cache-control': 'public, max-age=3600, stale-while-revalidate=604800' }
    expect(await get('/assets/app-1a2b.js')).toEqual({ status: 200, headers: { ...script, ...forever } })
    expect(await get('/boot.js')).toEqual({ status: 200, headers: { ...script, ...forAWhile } })
    for (const path of ['/og.png', '/icons/icon-192.png']) {
      expect(await get(path)).toEqual({ status: 200, headers: { ...picture, ...forAWhile } })
    }
    expect(await get('/icons/nada.png')).toMatchObject({ status: 404, headers: written })
    // Opened by its address, it is a document.
    expect(await get('/agents/clara.svg')).toMatchObject({ status: 200, headers: written })
    // Its own policy is that of the worker.
    expect(await get('/service-worker.js')).toMatchObject({ status: 200, headers: written })
    expect(snapshotOf(stream.headers)).toEqual({
      ...EVERY,
      ...transport,
      'cache-control': 'no-store, no-transform',
      'content-security-policy': RAW_POLICY,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'x-message-id': '…',
      'x-reply-attempt': '1',
      'x-request-id': '…',
    })
    // Refused by Node before the application.
    const { headers } = await sendRaw(site.baseUrl, requestText('OPTIONS', '*'))
    expect(snapshotOf(headers)).toEqual({
      ...EVERY,
      'cache-control': 'no-store',
      'content-security-policy': RAW_POLICY,
      'content-type': JSON_TYPE,
    })
  })

  test('allow no inline script or style on a page, which is the same for everybody', async () => {
    await using site = await serveWith(app, { webRoot: web.root })
    const texts = await Promise.all(
      [undefined, people.owner, people.banned].map(async (client) => {
        const headers = client ? { Cookie: client.cookie } : {}
        const response = await fetch(`${site.baseUrl}/app`, { headers })
        expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|nonce/)
        expect(response.headers.get('cache-control')).toBe('private, no-cache')
        return response.text()
      }),
    )
    expect(new Set(texts).size).toBe(1)
  })
})

describe('A52 caches', { timeout: 120_000 }, () => {
  test('must not store any API response', async () => {
    for (const client of [people.owner, people.other, people.banned, app.visitor()]) {
      for (const { key, headers } of await callEveryRoute(app, {
        owner: people.owner,
        agentId,
        caller: client,
      })) {
        expect([key, headers.get('cache-control')]).toEqual([key, expect.stringMatching(/^no-store/)])
      }
    }
    const cacheControlOf = async (path: string) =>
      (await people.owner.call('GET', path)).headers.get('cache-control')
    for (const path of ['/api', '/api/', '/api/nada', '/api/v1/chats/x']) {
      expect([path, await cacheControlOf(path)]).toEqual([path, 'no-store'])
    }
    // The public contract, which is the same for everybody.
    for (const path of ['/api/docs', '/api/openapi.json']) {
      expect([path, await cacheControlOf(path)]).toEqual([path, 'no-cache'])
    }
  })
})
