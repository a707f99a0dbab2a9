import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiKeyScope, type CreatedApiKey } from '#shared/contract/api-keys.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import {
  type Conversation,
  makeConversation,
  makePeople,
  type People,
} from '../../testing/factories/people.ts'
import { type ApiRoute, documentedRoutes, expectedFor, fill } from '../../testing/routes/route-table.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let people: People
let agentId: string
let theirs: Conversation
let routes: ApiRoute[]
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
  theirs = await makeConversation(app.server.deps.db, { userId: people.owner.userId, agentId })
  // Deliveries of providers are signed; their calls read no other authorization.
  routes = (await documentedRoutes(app.visitor())).filter(({ row }) => !row?.isForPrograms)
})
afterAll(() => app.close())

/** Written down a second time, so that no change opens a call to keys by accident. */
const HELD: Record<ApiKeyScope, readonly string[]> = {
  people: [
    'GET /api/v1/plans/admin',
    'GET /api/v1/users/admin',
    'GET /api/v1/users/admin/held-back',
    'GET /api/v1/users/admin/{userId}',
    'GET /api/v1/users/admin/{userId}/subscriptions',
    'GET /api/v1/invitations/admin',
    'POST /api/v1/invitations/admin',
    'POST /api/v1/invitations/admin/{invitationId}/resend',
    'POST /api/v1/invitations/admin/{invitationId}/cancel',
  ],
  imports: [
    'GET /api/v1/plans/admin',
    'GET /api/v1/people-imports/admin',
    'POST /api/v1/people-imports/admin',
    'GET /api/v1/people-imports/admin/{importId}',
    'PATCH /api/v1/people-imports/admin/{importId}',
    'GET /api/v1/people-imports/admin/{importId}/rows',
    'POST /api/v1/people-imports/admin/{importId}/start',
    'POST /api/v1/people-imports/admin/{importId}/cancel',
  ],
  sales: [
    'GET /api/v1/webhooks/admin',
    'GET /api/v1/webhooks/admin/health',
    'GET /api/v1/webhooks/admin/unmapped',
    'GET /api/v1/webhooks/admin/waiting',
    'POST /api/v1/webhooks/admin/waiting/{purchaseId}/mail',
    'GET /api/v1/webhooks/admin/{eventId}',
    'POST /api/v1/webhooks/admin/{eventId}/retry',
  ],
  figures: [
    'GET /api/v1/usage/admin',
    'GET /api/v1/usage/admin/retention',
    'GET /api/v1/usage/admin/replies',
  ],
}

const TEXT = 'Esta chave da API não tem acesso a esta chamada.'

async function makeKey(scopes: readonly ApiKeyScope[]) {
  const { data } = await people.admin.post<CreatedApiKey>('/api-keys/admin', { name: 'Ataque', scopes })
  return { Authorization: `Bearer ${data.secret}` }
}

const targetOf = () => ({ ...theirs, agentId, caller: people.admin, userId: people.owner.userId })

async function call({ method, path, row }: ApiRoute, headers: Record<string, string>) {
  const target = targetOf()
  const body = row?.body?.({ ...target, subject: { userId: target.userId, sessionId: target.chatId } })
  const reply = await app.visitor().call(method, fill(path, target), body, headers)
  return { ...reply, cookies: reply.headers.getSetCookie() }
}

describe('keys of administrators, under every call', { timeout: 240_000 }, () => {
  test.each(ApiKeyScope.options)('a key for %s opens its calls and no other', async (scope) => {
    const key = await makeKey([scope])
    const held = routes.filter((route) => HELD[scope].includes(route.key))
    expect(held.map((route) => route.key).toSorted()).toEqual(HELD[scope].toSorted())
    for (const route of routes) {
      const reply = await call(route, key)
      const expected = held.includes(route) && route.row ? expectedFor(route.row, 'admin') : 403
      expect([route.key, reply.status, reply.cookies]).toEqual([route.key, expected, []])
      if (expected === 403) expect([route.key, reply.error.message]).toEqual([route.key, TEXT])
    }
  })

  test('a key that does not exist opens nothing, not even public calls', async () => {
    const { Authorization } = await makeKey(['people'])
    const wrong = { Authorization: `${Authorization.slice(0, -4)}0000` }
    for (const route of routes) {
      expect([route.key, (await call(route, wrong)).status]).toEqual([route.key, 401])
    }
  })

  test('no spelling of a path or method reaches a call that is not held', async () => {
    const key = await makeKey(ApiKeyScope.options)
    const paths = [
      '/api/v1/users/admin/export',
      '/api/v1/users/admin/%65xport',
      '/api/v1//users/admin/export',
      '/api/v1/users/admin/../admin/export',
      '/api/v1/users/admin/:id',
      '/api/v1/users/admin/export/',
      '/API/v1/users/admin/export',
      '/api/v1/users/admin%2Fexport',
      '/api/v1/users/admin?x=/usage/admin',
      '/api/auth/get-session',
      '/api/nao-existe',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await app.visitor().fetch(method, path, undefined, key)
        await reply.body?.cancel()
        const isList = path.startsWith('/api/v1/users/admin?') && ['GET', 'HEAD'].includes(method)
        // The strict query refuses its unknown field, and paths outside of /api are the page.
        const expected = isList ? 400 : path.startsWith('/API') ? 404 : 403
        expect([method, path, reply.status]).toEqual([method, path, expected])
      }
    }
    const override = { ...key, 'X-HTTP-Method-Override': 'GET' }
    expect((await app.visitor().call('DELETE', '/api/v1/users/admin', undefined, override)).status).toBe(403)
  })
})
