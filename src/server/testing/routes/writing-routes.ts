import { type Business, makeBusiness } from '../factories/business.ts'
import { openAgentId } from '../factories/conversation.ts'
import { type Conversation, makeConversation, makePeople, type People } from '../factories/people.ts'
import type { TestApp } from '../test-app.ts'
import type { Reply } from '../test-client.ts'
import { type ApiRoute, documentedRoutes, fill } from './route-table.ts'

export type WritingRoutes = {
  people: People
  agentId: string
  /** The owner's chat and assets that the routes are called for. */
  own: Conversation & Business
  /** Every route of the owner that takes JSON and changes data, except those that end sessions. */
  routes: ApiRoute[]
  /** A valid body. */
  validBody(route: ApiRoute): Record<string, unknown>
  /** Calls a route as the owner; a text `body` is sent unchanged. */
  send(route: ApiRoute, body: unknown): Promise<Reply>
}

const FORBIDDEN = 403

/** Every state-changing route, for calls that it should refuse. */
export async function openWritingRoutes(app: TestApp): Promise<WritingRoutes> {
  const people = await makePeople(app)
  const agentId = await openAgentId(people.owner)
  const { db } = app.server.deps
  const { userId } = people.owner
  const own = {
    ...(await makeConversation(db, { userId, agentId })),
    ...(await makeBusiness(db, { userId })),
  }
  const target = { ...own, agentId, caller: people.owner }
  const all = await documentedRoutes(app.visitor())
  return {
    people,
    agentId,
    own,
    routes: all.filter(
      ({ method, row }) =>
        method !== 'GET' &&
        !row?.endsSession &&
        !row?.sendsForm &&
        !row?.isForPrograms &&
        row?.expected[1] !== FORBIDDEN,
    ),
    validBody: ({ row }) => Object(row?.body?.(target)),
    send: ({ method, path }, body) => {
      // Sign-in is called by a visitor, so that the owner keeps the session.
      const client = path.includes('/sign-') ? app.visitor() : people.owner
      return client.call(method, fill(path, target), typeof body === 'string' ? body : JSON.stringify(body))
    },
  }
}

/** Whether better-auth handles it, which drops unknown fields. */
export const isAuthRoute = ({ path }: ApiRoute): boolean => path.startsWith('/api/auth/')
