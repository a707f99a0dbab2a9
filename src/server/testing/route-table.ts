import { randomUUID } from 'node:crypto'
import type { OpenAPIV3_1 } from 'openapi-types'
import { newMessage } from './conversation.ts'
import { type Conversation, makeConversation, type Role } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { Reply, TestClient } from './test-client.ts'

/** What a route is called with: a conversation of the owner, and whoever calls. */
export type Target = Conversation & { agentId: string; caller: TestClient }

type Row = {
  /** The status for each role, in their order. */
  expected: readonly [anonymous: number, owner: number, other: number, banned: number, admin: number]
  /** A body with which only the caller can be wrong. */
  body?: (target: Target) => unknown
  /** It ends the caller's sessions, so each caller is somebody new. */
  endsSession?: true
}

const EVERYBODY = [200, 200, 200, 200, 200] as const
const SIGNED_IN = [401, 200, 200, 403, 200] as const
const OWNER = [401, 200, 404, 403, 404] as const

/** Every route, and who may call it. A route that is not here fails the build. */
export const ROUTE_TABLE: Record<string, Row> = {
  'GET /api/health': { expected: EVERYBODY },
  'GET /api/ready': { expected: EVERYBODY },
  'GET /api/openapi.json': { expected: EVERYBODY },
  'GET /api/docs': { expected: EVERYBODY },
  'GET /api/v1/settings': { expected: EVERYBODY },

  'POST /api/auth/sign-up/email': {
    expected: EVERYBODY,
    body: () => ({
      name: 'Gente Nova',
      email: `${randomUUID()}@exemplo.com.br`,
      password: 'senha-segura-1',
    }),
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
  'POST /api/auth/revoke-sessions': { expected: SIGNED_IN, endsSession: true },
  'POST /api/auth/revoke-other-sessions': { expected: SIGNED_IN, endsSession: true },

  'GET /api/v1/labels': { expected: SIGNED_IN },
  'GET /api/v1/agents': { expected: SIGNED_IN },
  'GET /api/v1/agents/{agentId}': { expected: SIGNED_IN },
  'GET /api/v1/agents/{agentId}/chats': { expected: SIGNED_IN },

  'GET /api/v1/chats': { expected: SIGNED_IN },
  'POST /api/v1/chats': { expected: [401, 201, 201, 403, 201], body: ({ agentId }) => ({ agentId }) },
  'GET /api/v1/chats/{chatId}': { expected: OWNER },
  'GET /api/v1/chats/{chatId}/messages': { expected: OWNER },
  'POST /api/v1/chats/{chatId}/messages': { expected: OWNER, body: () => newMessage() },
  'GET /api/v1/chats/{chatId}/stream': { expected: [401, 204, 404, 403, 404] },
  'POST /api/v1/chats/{chatId}/stop': { expected: OWNER },
  'POST /api/v1/chats/{chatId}/messages/{messageId}/regenerate': { expected: OWNER },
}

/** Routes that describe the API and so are not part of what they describe. */
export const UNDOCUMENTED = ['GET /api/openapi.json', 'GET /api/docs']

export type ApiRoute = { key: string; method: string; path: string; hasBody: boolean; row: Row | undefined }

/** Every route of the OpenAPI document, with its row. */
export async function documentedRoutes(client: TestClient): Promise<ApiRoute[]> {
  const { paths = {} } = (await client.call('GET', '/api/openapi.json')).body as OpenAPIV3_1.Document
  return Object.entries(paths).flatMap(([path, item = {}]) =>
    Object.entries(item).map(([name, operation]) => {
      const method = name.toUpperCase()
      const key = `${method} ${path}`
      return { key, method, path, hasBody: 'requestBody' in Object(operation), row: ROUTE_TABLE[key] }
    }),
  )
}

/** Calls every route but those that end sessions, for a new conversation of the owner; the answers, by route. */
export async function callEveryRoute(
  app: TestApp,
  { owner, agentId, caller }: { owner: TestClient; agentId: string; caller: TestClient },
): Promise<({ key: string } & Reply)[]> {
  const own = await makeConversation(app.server.deps.db, { userId: owner.userId, agentId })
  const target = { ...own, agentId, caller }
  const routes = (await documentedRoutes(app.visitor())).filter(({ row }) => !row?.endsSession)
  return Promise.all(
    routes.map(async ({ key, method, path, row }) => ({
      key,
      ...(await caller.call(method, fill(path, target), row?.body?.(target))),
    })),
  )
}

type Ids = Partial<Record<'agentId' | 'chatId' | 'messageId', string>>

/** A path with these ids in the place of its parameters. */
export const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: keyof Ids) => {
    const id = ids[name]
    if (!id) throw new Error(`nothing to put in the place of ${name}`)
    return id
  })

/** The status that a role is to get. */
export const expectedFor = ({ expected }: Row, role: Role): number => {
  const [anonymous, owner, other, banned, admin] = expected
  return { anonymous, owner, other, banned, admin }[role]
}
