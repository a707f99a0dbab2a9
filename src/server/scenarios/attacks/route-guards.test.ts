import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '../../db/schema/index.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { type Business, makeBusiness } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import {
  type Conversation,
  makeAttachment,
  makeConversation,
  makePeople,
  type People,
} from '../../testing/factories/people.ts'
import { type ApiRoute, documentedRoutes, expectedFor, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let people: People
let agentId: string
let theirs: Conversation & Business & { attachmentId: string }
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
  const { deps } = app.server
  const { userId } = people.owner
  theirs = {
    ...(await makeConversation(deps.db, { userId, agentId })),
    ...(await makeBusiness(deps.db, { userId })),
    attachmentId: await makeAttachment(deps, userId),
  }
  routes = await documentedRoutes(app.visitor())
})
afterAll(() => app.close())

const send = (client: TestClient, method: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(
    app.baseUrl,
    requestText(method, target, { Origin: app.appUrl, Cookie: client.cookie || 'x=y', ...headers }),
  )

const privateReads = () =>
  routes.flatMap((route) =>
    route.method === 'GET' && route.row?.expected[0] === 401 ? [{ ...route, row: route.row }] : [],
  )
const pathOf = ({ path }: ApiRoute) => fill(path, { ...theirs, agentId })

/** The same path in other spellings, which a check and a router might read differently. */
const spellings = (path: string): string[] => [
  `/${path}`,
  `//${path.slice(1)}`,
  path.replace('/api/', '/api//'),
  path.replace('/v1/', '/v1//'),
  path.replace('/api/', '/./api/./'),
  path.replace('/api/', '/x/../api/'),
  path.replace('/api/', '/x/%2e%2e/api/'),
  path.replace('/api/', '/api%2f'),
  path.replace('/api/', '/api%2F'),
  path.replace('/api/', '/api%5c'),
  path.replace('/api/', '/api\\'),
  path.replace('/api/', '/API/'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api;x=y/'),
  path.replaceAll('/', '%2f').replace('%2f', '/'),
  path.toUpperCase(),
  `${path}/`,
  `${path}//`,
  `${path}/.`,
  `${path}/x/..`,
  `${path}%00`,
  `${path}%20`,
  `${path}?`,
  `${path}?_method=GET`,
  `${path};.js`,
  `${path}.json`,
  `${path}/.css`,
  `${path}#x`,
  `http://localhost${path}`,
  `http://mal.exemplo${path}`,
]

/** The path in a route's key. */
const pathIn = (key: string) => key.split(' ')[1] ?? ''

/** Whether a path matches a template, with any value for its ids. */
function isRead(path: string, template: string): boolean {
  const [given, wanted] = [path.split('?')[0]?.split('/') ?? [], template.split('/')]
  return (
    given.length === wanted.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  )
}

describe('A7 restricted routes', () => {
  test.each([
    ...['/users/admin', '/labels/admin', '/tutorials/admin', '/plans/admin', '/usage/admin', '/audit/admin'],
    ...['/webhooks/admin', '/feedback/admin', '/notices/admin', '/users', '/admin', '/me/role'],
  ])('%s is 403 for an account without the role', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const reply = await people.other.call(method, `/api/v1${path}`, method === 'GET' ? undefined : {})
      expect([403, 404]).toContain(reply.status)
    }
  })

  test.each(['/agents/admin', `/agents/admin/${randomUUID()}`])('%s is no agent either', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const reply = await people.other.call(method, `/api/v1${path}`, method === 'GET' ? undefined : {})
      expect([400, 403, 404]).toContain(reply.status)
    }
  })

  test.each([
    ...[
      '/api/test',
      '/api/v1/test',
      '/api/__test__/reset',
      '/api/debug',
      '/api/v1/debug',
      '/api/dev',
      '/api/seed',
    ],
    ...['/api/reset', '/api/env', '/api/config', '/api/graphql', '/api/auth/ok', '/api/auth/error'],
    ...[
      '/api/auth/reference',
      '/api/auth/admin/get-user',
      '/api/auth/admin/has-permission',
      '/api/auth/token',
    ],
    ...[
      '/api/auth/list-accounts',
      '/api/auth/verify-password',
      '/api/auth/callback/github',
      '/metrics',
      '/debug',
    ],
    ...[
      '/__vite_ping',
      '/@vite/client',
      '/@fs/etc/passwd',
      '/src/server/main.ts',
      '/node_modules/hono/package.json',
    ],
  ])('%s does not exist, not even for an administrator', async (path) => {
    for (const client of [app.visitor(), people.admin]) {
      for (const method of ['GET', 'POST']) expect((await send(client, method, path)).status).toBe(404)
    }
  })
})

describe('A8 tricks with method and path', { timeout: 120_000 }, () => {
  test('no spelling of a path opens it to a caller without permission', async () => {
    for (const route of privateReads()) {
      const path = pathOf(route)
      for (const role of ['anonymous', 'banned', 'other'] as const) {
        const expected = expectedFor(route.row, role)
        // Control: the canonical path.
        expect([route.key, (await send(people[role], 'GET', path)).status]).toEqual([route.key, expected])
        const answers = await Promise.all(spellings(path).map((it) => send(people[role], 'GET', it)))
        const statuses = answers.map(({ status }) => status)
        const usual = [expected, 400, 404, ...(route.row.isOneAtATime ? [429] : [])]
        expect([route.key, statuses.filter((it) => !usual.includes(it))]).toEqual([route.key, []])
        const theirWords = answers.filter(({ body }) => body.includes('reservada'))
        expect(theirWords).toEqual([])
      }
    }
  })

  test('no spelling of a better-auth path bypasses the allow list and the limits', async () => {
    const before = await app.server.deps.db.$count(sessions)
    const offered = spellings('/api/auth/sign-in/email')
    const hidden = [...spellings('/api/auth/admin/get-user'), ...spellings('/api/auth/list-accounts')]
    const answers = await Promise.all(offered.map((it) => send(people.owner, 'POST', it)))
    // The body is empty, so the contract answers 400.
    for (const { status } of answers) expect([400, 404]).toContain(status)
    for (const target of hidden)
      expect([400, 404]).toContain((await send(people.admin, 'GET', target)).status)
    expect(await app.server.deps.db.$count(sessions)).toBe(before)
  })

  test('HEAD has the permissions of GET, and no body', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      for (const role of ['anonymous', 'other', 'owner'] as const) {
        const { status, body } = await send(people[role], 'HEAD', pathOf(route))
        const expected = route.row && expectedFor(route.row, role)
        expect([route.key, role, status, body]).toEqual([route.key, role, expected, ''])
      }
    }
  })

  test('method overrides in a header or in the query are ignored', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const override = { [name]: 'GET' }
      const path = `/api/v1/chats/${theirs.chatId}`
      expect((await send(people.owner, 'POST', `${path}?_method=GET`, override)).status).toBe(404)
      const read = await send(people.owner, 'GET', '/api/v1/chats?limit=1', { [name]: 'POST' })
      expect(read.status).toBe(200)
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'])(
    '%s gets 404 where it is not offered',
    async (method) => {
      const ofMethod = routes.filter((it) => it.method === method)
      for (const { path } of routes.filter(
        ({ key }) => !ofMethod.some((it) => pathIn(it.key) === pathIn(key)),
      )) {
        const { status } = await send(people.owner, method, fill(path, { ...theirs, agentId }))
        // A word in place of an id, such as "search" among chats, is a malformed id for callers with
        // permission.
        const readAs = ofMethod.find(({ key }) => isRead(path, pathIn(key)))
        const expected = readAs ? (readAs.row?.expected[1] === 403 ? 403 : 400) : 404
        expect([path, status]).toEqual([path, expected])
      }
    },
  )
})
