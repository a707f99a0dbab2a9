import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, messages, users } from '../../db/schema/index.ts'
import { documentedRoutes, expectedFor, fill } from '../../testing/routes/route-table.ts'
import { openWritingRoutes, type WritingRoutes } from '../../testing/routes/writing-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let api: WritingRoutes
beforeAll(async () => {
  app = await createTestApp()
  api = await openWritingRoutes(app)
})
afterAll(() => app.close())

// The app's own address is http://localhost:3000.
const FOREIGN = [
  'https://mal.exemplo',
  'null',
  '',
  'http://localhost:3000.mal.exemplo',
  'http://localhost:3000@mal.exemplo',
  'http://mal.exemplo/http://localhost:3000',
  'http://mal.exemplo#http://localhost:3000',
  'http://meu.localhost:3000',
  'http://malocalhost:3000',
  'http://localhost:30000',
  'http://localhost:3001',
  'http://localhost',
  'https://localhost:3000',
  'http://localhost:3000/',
  'http://LOCALHOST:3000',
  'http://localhost:3000, https://mal.exemplo',
  'file://',
]

const BODY_TYPES = [
  'text/plain',
  'text/plain;application/json',
  'text/plain; charset=application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; application/json',
  'multipart/form-data; boundary=application/json',
  'application/jsonx',
  'application/json, text/plain',
  'text/json',
]

type Options = { headers?: Record<string, string>; body?: string | undefined }

/** A request as another site's page could send it, with the owner's cookie. */
const call = (method: string, path: string, { headers = {}, body }: Options) =>
  fetch(app.baseUrl + fill(path, { ...api.own, agentId: api.agentId }), {
    method,
    redirect: 'manual',
    headers: { Cookie: api.people.owner.cookie, ...headers },
    // As bytes, so that fetch adds no Content-Type.
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  })

async function stored() {
  const { db } = app.server.deps
  const [owner] = await db.select().from(users).where(eq(users.id, api.people.owner.userId))
  return {
    owner,
    people: await db.$count(users),
    chats: await db.$count(chats),
    said: await db.$count(messages),
  }
}

/** Every state-changing route for pages, including those that end sessions. */
const writes = async () =>
  (await documentedRoutes(app.visitor())).filter(({ method, row }) => method !== 'GET' && !row?.isForPrograms)

describe('A10 cross-site request forgery', { timeout: 120_000 }, () => {
  test('is refused on every state-changing route, also without an origin', async () => {
    const before = await stored()
    const sites = [
      ...FOREIGN.map((Origin) => ({ Origin })),
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    for (const { method, path, key } of await writes()) {
      const answers = await Promise.all(
        sites.flatMap((site) => [
          call(method, path, { headers: { 'Content-Type': 'application/json', ...site }, body: '{}' }),
          call(method, path, { headers: site }),
        ]),
      )
      expect([key, new Set(answers.map(({ status }) => status))]).toEqual([key, new Set([403])])
    }
    expect(await stored()).toEqual(before)
  })

  test('is refused as a form or plain text, whatever its origin header', async () => {
    const before = await stored()
    const forms = BODY_TYPES.map((type) => ({ 'Content-Type': type }))
    for (const { method, path, key, row } of await writes()) {
      const own = await Promise.all(
        [{}, ...forms].map((headers) =>
          call(method, path, { headers: { Origin: app.appUrl, ...headers }, body: '{"name":"Outra"}' }),
        ),
      )
      const foreign = await Promise.all(
        forms.map((headers) =>
          call(method, path, { headers: { Origin: 'https://mal.exemplo', ...headers }, body: 'a=b' }),
        ),
      )
      const statuses = [own, foreign].map((answers) => new Set(answers.map(({ status }) => status)))
      // A form that may arrive comes to the check of the role.
      const isOthers = row?.sendsForm === true && expectedFor(row, 'owner') === 403
      const refusals = new Set(isOthers ? [415, 403] : [415])
      expect([key, ...statuses]).toEqual([key, refusals, new Set([403])])
    }
    expect(await stored()).toEqual(before)
  })

  test('is refused in the envelope’s format', async () => {
    const response = await call('POST', '/api/v1/chats', { headers: { Origin: 'null' }, body: '{}' })
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'FORBIDDEN' } })
    const headers = { Origin: app.appUrl, 'Content-Type': 'text/plain' }
    const typed = await call('POST', '/api/v1/chats', { headers, body: '{}' })
    expect(await typed.json()).toMatchObject({ error: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })

  test('does not concern the app’s own pages, which send an origin or fetch metadata', async () => {
    const JSON_TYPE = { 'Content-Type': 'application/json' }
    for (const site of [{ Origin: app.appUrl }, { 'Sec-Fetch-Site': 'same-origin' }]) {
      const body = JSON.stringify({ agentId: api.agentId })
      const response = await call('POST', '/api/v1/chats', { headers: { ...site, ...JSON_TYPE }, body })
      expect(response.status).toBe(201)
    }
  })

  test('is refused by better-auth’s own origin check too', async () => {
    const headers = { cookie: api.people.owner.cookie, 'content-type': 'application/json' }
    const ask = (origin: string) =>
      app.server.deps.auth.handler(
        new Request(`${app.appUrl}/api/auth/sign-out`, {
          method: 'POST',
          headers: { ...headers, origin },
          body: '{}',
        }),
      )
    for (const origin of FOREIGN.filter((it) => it.startsWith('http') && !/LOCALHOST|\/$|, /.test(it))) {
      expect([origin, (await ask(origin)).status]).toEqual([origin, 403])
    }
  })
})

describe('A11 cross-origin reading', { timeout: 120_000 }, () => {
  test('is impossible from another origin, and no preflight is granted', async () => {
    const routes = await documentedRoutes(app.visitor())
    const targets = [...new Set(routes.map(({ path }) => path)), '/', '/agents/x.svg', '/api/nada', '/nada']
    const preflight = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    }
    for (const path of targets) {
      const answers = await Promise.all(
        [...FOREIGN.slice(0, 9), app.appUrl].flatMap((Origin) => [
          call('GET', path, { headers: { Origin } }),
          call('OPTIONS', path, { headers: { Origin, ...preflight } }),
        ]),
      )
      for (const { headers } of answers) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
      await Promise.all(answers.map(({ body }) => body?.cancel()))
    }
  })
})
