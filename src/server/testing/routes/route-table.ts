import { randomUUID } from 'node:crypto'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type Business, makeBusiness } from '../factories/business.ts'
import { imageForm, TINY_PNG } from '../factories/images.ts'
import { makeConversation, type Role } from '../factories/people.ts'
import type { TestApp } from '../test-app.ts'
import type { Reply, TestClient } from '../test-client.ts'
import { ADMIN_AGENT_ROUTES } from './admin-agent-routes.ts'
import { ASSET_ROUTES } from './asset-routes.ts'
import { CHAT_ROUTES } from './chat-routes.ts'
import { COLLECTION_ROUTES } from './collection-routes.ts'
import { INVITATION_ROUTES } from './invitation-routes.ts'
import { LABEL_ROUTES } from './label-routes.ts'
import { ME_ROUTES } from './me-routes.ts'
import { NOTICE_ROUTES } from './notice-routes.ts'
import { PLAN_ROUTES } from './plan-routes.ts'
import { REVIEW_ROUTES } from './review-routes.ts'
import { ADMIN, EVERYBODY, NOT_THERE, OWNER, type Row, SIGNED_IN, type Target } from './route-row.ts'
import { SECURITY_ROUTES } from './security-routes.ts'
import { TUTORIAL_ROUTES } from './tutorial-routes.ts'
import { USAGE_ROUTES } from './usage-routes.ts'
import { USER_ADDRESS_ROUTES } from './user-address-routes.ts'
import { WEBHOOK_ROUTES } from './webhook-routes.ts'

const newAccount = () => ({
  name: 'Gente Nova',
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
})
const ofSubject = ({ subject }: Target) => ({ userId: subject?.userId ?? randomUUID() })

/** Every route with its permitted roles. A route missing here fails the tests. */
export const ROUTE_TABLE: Record<string, Row> = {
  'GET /api/health': { expected: EVERYBODY },
  'GET /api/ready': { expected: EVERYBODY },
  'GET /api/openapi.json': { expected: EVERYBODY },
  'GET /api/docs': { expected: EVERYBODY },
  'GET /api/v1/settings': { expected: EVERYBODY },
  ...PLAN_ROUTES,
  ...SECURITY_ROUTES,
  ...REVIEW_ROUTES,

  'POST /api/auth/sign-up/email': {
    expected: EVERYBODY,
    body: newAccount,
  },
  'POST /api/auth/sign-in/email': {
    expected: SIGNED_IN,
    body: ({ caller }) => ({
      email: caller.email || 'ninguem@exemplo.com.br',
      password: caller.password || 'senha-segura-1',
    }),
  },
  'GET /api/auth/get-session': { expected: EVERYBODY },
  'POST /api/auth/sign-out': { expected: EVERYBODY, endsSession: true },
  'POST /api/auth/update-user': { expected: SIGNED_IN, body: () => ({ bio: 'Vendo cursos de copy.' }) },
  'POST /api/auth/request-password-reset': {
    expected: EVERYBODY,
    body: ({ caller }) => ({ email: caller.email || 'ninguem@exemplo.com.br' }),
  },
  'GET /api/auth/reset-password/{token}': { expected: [302, 302, 302, 302, 302] },
  'POST /api/auth/reset-password': {
    expected: [400, 400, 400, 400, 400],
    body: () => ({ token: 'Nenhum-Link-Tem-Este-0', newPassword: 'Outra-senha-2' }),
  },
  'POST /api/auth/change-password': {
    expected: SIGNED_IN,
    body: ({ caller }) => ({ currentPassword: caller.password || 'x', newPassword: 'Outra-senha-2' }),
    endsSession: true,
  },
  'POST /api/auth/send-verification-email': {
    expected: EVERYBODY,
    body: ({ caller }) => ({ email: caller.email || 'ninguem@exemplo.com.br' }),
  },
  'GET /api/auth/verify-email': { expected: [400, 400, 400, 400, 400] },
  // Disabled without its keys.
  'POST /api/auth/sign-in/social': {
    expected: [404, 404, 404, 404, 404],
    body: () => ({ provider: 'google' }),
  },
  'GET /api/auth/callback/google': { expected: [302, 302, 302, 302, 302] },
  'GET /api/auth/list-sessions': { expected: SIGNED_IN },
  'POST /api/auth/revoke-session': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ sessionId: randomUUID() }),
  },
  'POST /api/auth/revoke-sessions': { expected: SIGNED_IN, endsSession: true },
  'POST /api/auth/revoke-other-sessions': { expected: SIGNED_IN, endsSession: true },

  'POST /api/auth/delete-user': {
    expected: SIGNED_IN,
    body: ({ caller }) => ({ password: caller.password || 'senha-segura-1' }),
    endsSession: true,
  },

  'POST /api/auth/admin/create-user': { expected: ADMIN, body: newAccount },
  'GET /api/auth/admin/list-users': { expected: ADMIN },
  'POST /api/auth/admin/set-role': {
    expected: ADMIN,
    body: (target) => ({ ...ofSubject(target), role: 'admin' }),
  },
  'POST /api/auth/admin/ban-user': {
    expected: ADMIN,
    body: (target) => ({ ...ofSubject(target), banReason: 'Abuso' }),
  },
  'POST /api/auth/admin/unban-user': { expected: ADMIN, body: ofSubject },
  'POST /api/auth/admin/impersonate-user': {
    expected: ADMIN,
    body: (target) => ({ ...ofSubject(target), reason: 'Pedido de ajuda' }),
    endsSession: true,
  },
  // Only an impersonated session can be ended this way.
  'POST /api/auth/admin/stop-impersonating': { expected: [401, 409, 409, 403, 409] },
  'POST /api/auth/admin/set-user-password': {
    expected: ADMIN,
    body: (target) => ({ ...ofSubject(target), newPassword: 'Outra-chave-7' }),
  },
  'POST /api/auth/admin/update-user': {
    expected: ADMIN,
    body: (target) => ({ ...ofSubject(target), data: { name: 'Outro Nome' } }),
  },
  'POST /api/auth/admin/remove-user': { expected: ADMIN, body: ofSubject },
  'POST /api/auth/admin/list-user-sessions': { expected: ADMIN, body: ofSubject },
  'POST /api/auth/admin/revoke-user-session': {
    expected: ADMIN,
    body: ({ subject }) => ({ sessionToken: subject?.sessionId ?? randomUUID() }),
  },
  'POST /api/auth/admin/revoke-user-sessions': { expected: ADMIN, body: ofSubject },

  'GET /api/v1/users/admin': { expected: ADMIN },
  'GET /api/v1/users/admin/export': { expected: ADMIN },
  'GET /api/v1/users/admin/held-back': { expected: ADMIN },
  'POST /api/v1/users/admin': { expected: [401, 403, 403, 403, 201], body: newAccount },
  'GET /api/v1/users/admin/{userId}': { expected: ADMIN },
  'PATCH /api/v1/users/admin/{userId}': { expected: ADMIN, body: () => ({ bio: 'Aluna desde 2024.' }) },
  'GET /api/v1/users/admin/{userId}/subscriptions': { expected: ADMIN },
  ...USER_ADDRESS_ROUTES,
  'POST /api/v1/users/admin/{userId}/ban': { expected: ADMIN, body: () => ({ banReason: 'Abuso' }) },
  'POST /api/v1/users/admin/{userId}/unban': { expected: ADMIN },
  ...INVITATION_ROUTES,
  ...NOTICE_ROUTES,

  ...ME_ROUTES,
  ...ASSET_ROUTES,
  ...COLLECTION_ROUTES,

  'POST /api/v1/uploads': {
    expected: [401, 201, 201, 403, 201],
    body: () => imageForm(TINY_PNG),
    sendsForm: true,
  },

  'POST /api/v1/attachments': {
    expected: [401, 201, 201, 403, 201],
    body: () => imageForm(TINY_PNG),
    sendsForm: true,
  },
  'GET /api/v1/attachments/{attachmentId}/file': { expected: OWNER },
  'DELETE /api/v1/attachments/{attachmentId}': { expected: OWNER },

  'GET /api/v1/documents': { expected: SIGNED_IN },
  'POST /api/v1/documents': {
    expected: [401, 201, 201, 403, 201],
    body: () => ({ title: 'Página de vendas', body: '# Promessa' }),
  },
  'GET /api/v1/documents/{documentId}': { expected: OWNER },
  'PATCH /api/v1/documents/{documentId}': { expected: OWNER, body: () => ({ title: 'Outra', version: 1 }) },
  'DELETE /api/v1/documents/{documentId}': { expected: OWNER },
  'POST /api/v1/documents/{documentId}/restore': { expected: OWNER },
  'GET /api/v1/documents/{documentId}/versions': { expected: OWNER },
  'GET /api/v1/documents/{documentId}/versions/{version}': { expected: OWNER },
  'GET /api/v1/documents/{documentId}/export': { expected: OWNER, query: '?format=md' },

  ...USAGE_ROUTES,
  'GET /api/v1/feedback/admin': { expected: ADMIN },
  'GET /api/v1/feedback/admin/{messageId}': { expected: NOT_THERE },
  'PATCH /api/v1/feedback/admin/{messageId}': { expected: NOT_THERE, body: () => ({ state: 'done' }) },

  'GET /api/v1/me/reports': { expected: SIGNED_IN },
  'POST /api/v1/me/reports': {
    expected: [401, 201, 404, 403, 404],
    body: ({ messageId }) => ({ messageId, kind: 'other', comment: 'Plágio' }),
  },
  'DELETE /api/v1/me/reports/{reportId}': { expected: [401, 404, 404, 403, 404] },
  'GET /api/v1/reports/admin': { expected: ADMIN },
  'GET /api/v1/reports/admin/{reportId}': { expected: NOT_THERE },
  'PATCH /api/v1/reports/admin/{reportId}': {
    expected: NOT_THERE,
    body: () => ({ state: 'resolved', answer: 'Corrigimos o agente.', version: '1' }),
  },
  'POST /api/v1/reports/admin/{reportId}/reading': { expected: NOT_THERE },

  ...TUTORIAL_ROUTES,
  ...WEBHOOK_ROUTES,

  ...LABEL_ROUTES,
  ...ADMIN_AGENT_ROUTES,
  'GET /api/v1/agents': { expected: SIGNED_IN },
  'GET /api/v1/agents/{agentId}': { expected: SIGNED_IN },
  'GET /api/v1/agents/{agentId}/chats': { expected: SIGNED_IN },

  ...CHAT_ROUTES,
}

/** Routes of the API description, which does not list them. */
export const UNDOCUMENTED = ['GET /api/openapi.json', 'GET /api/docs']

export type ApiRoute = { key: string; method: string; path: string; hasBody: boolean; row: Row | undefined }

/** A path with its required query string. */
export const pathOf = (path: string, row: Row | undefined): string => path + (row?.query ?? '')

/** Every route of the OpenAPI document, with its row. */
export async function documentedRoutes(client: TestClient): Promise<ApiRoute[]> {
  const { paths = {} } = (await client.call('GET', '/api/openapi.json')).body as OpenAPIV3_1.Document
  return Object.entries(paths).flatMap(([path, item = {}]) =>
    Object.entries(item).map(([name, operation]) => {
      const method = name.toUpperCase()
      const key = `${method} ${path}`
      const row = ROUTE_TABLE[key]
      return { key, method, path: pathOf(path, row), hasBody: 'requestBody' in Object(operation), row }
    }),
  )
}

/**
 * Calls every route but those that end sessions, with a new chat of the owner; returns the responses by
 * route.
 */
export async function callEveryRoute(
  app: TestApp,
  { owner, agentId, caller }: { owner: TestClient; agentId: string; caller: TestClient },
): Promise<({ key: string } & Reply)[]> {
  const [{ db }, { userId }] = [app.server.deps, owner]
  const own = {
    ...(await makeConversation(db, { userId, agentId })),
    ...(await makeBusiness(db, { userId })),
  }
  const target = { ...own, agentId, caller }
  const routes = (await documentedRoutes(app.visitor())).filter(({ row }) => !row?.endsSession)
  return Promise.all(
    routes.map(async ({ key, method, path, row }) => ({
      key,
      ...(await caller.call(method, fill(path, target), row?.body?.(target))),
    })),
  )
}

type Ids = Partial<Business & Record<'agentId' | 'attachmentId' | 'chatId' | 'messageId' | 'userId', string>>

/** Values for path parameters that are no ids: no valid token, and places where nothing is. */
const NOTHING: Record<string, string> = {
  token: 'Nenhum-Link-Tem-Este-0',
  kind: 'product',
  version: '1',
  number: '1',
}
/** For every id that does not matter. */
const NO_ROW = randomUUID()

/** All other routes use the given agent, so an administrator's call must not change it. */
const NO_AGENT = randomUUID()
/** Whether the given message is rated depends on earlier calls. */
const NO_FEEDBACK = randomUUID()

/** A path with its parameters replaced by these ids. */
export const fill = (path: string, ids: Ids): string =>
  path
    .replace('/agents/admin/{agentId}', `/agents/admin/${NO_AGENT}`)
    .replace('/feedback/admin/{messageId}', `/feedback/admin/${NO_FEEDBACK}`)
    .replaceAll(/\{(\w+)\}/g, (_whole, name: keyof Ids) => {
      const id = ids[name] ?? NOTHING[name] ?? (name.endsWith('Id') ? NO_ROW : undefined)
      if (!id) throw new Error(`nothing to put in the place of ${name}`)
      return id
    })

/** The expected status for a role. */
export const expectedFor = ({ expected }: Row, role: Role): number => {
  const [anonymous, owner, other, banned, admin] = expected
  return { anonymous, owner, other, banned, admin }[role]
}
