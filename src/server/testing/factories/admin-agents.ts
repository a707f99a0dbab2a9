import { eq } from 'drizzle-orm'
import type {
  AdminAgent,
  AdminAgentSummary,
  AdminAgentsPage,
  AgentVersion,
  AgentVersionsPage,
} from '#shared/contract/agents-admin.ts'
import type { Label } from '#shared/contract/labels.ts'
import { auditEntries } from '../../db/schema/index.ts'
import { validAgent } from '../routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { Reply, TestClient } from '../test-client.ts'
import { makePerson } from './people.ts'

export type AdminAgentScene = {
  app: TestApp
  admin: TestClient
  /** A second administrator. */
  other: TestClient
  ana: TestClient
  create(changes?: object): Promise<AdminAgent>
  read(id: string): Promise<AdminAgent>
  change(id: string, body: object, client?: TestClient): Promise<Reply<AdminAgent>>
  /** Any other call about an agent: `call('DELETE', id)`, `call('POST', id, '/restore')`. */
  call(method: string, id: string, rest?: string, body?: unknown): Promise<Reply<AdminAgent>>
  /** The first hundred agents. */
  list(query?: string): Promise<AdminAgentSummary[]>
  /** All items of an administrators' list, from every page. */
  pages<T>(address: string): Promise<T[]>
  versions(id: string): Promise<AgentVersion[]>
  labelIds(): Promise<string[]>
  auditOf(id: string): Promise<(typeof auditEntries.$inferSelect)[]>
}

/** An app with two administrators and a user, and calls about agents. */
export async function openAdminAgents(): Promise<AdminAgentScene> {
  const app = await createTestApp()
  const admin = await app.signUp('Dona da Casa')
  const call: AdminAgentScene['call'] = (method, id, rest = '', body) =>
    admin.call<AdminAgent>(method, `/api/v1/agents/admin/${id}${rest}`, body)
  return {
    app,
    admin,
    call,
    other: await makePerson(app, 'admin'),
    ana: await app.signUp('Ana'),
    async create(changes = {}) {
      const reply = await admin.post<AdminAgent>('/agents/admin', validAgent(changes))
      if (reply.status !== 201) throw new Error(`no agent: ${JSON.stringify(reply.body)}`)
      return reply.data
    },
    read: async (id) => (await call('GET', id)).data,
    change: (id, body, client = admin) =>
      client.call<AdminAgent>('PATCH', `/api/v1/agents/admin/${id}`, body),
    list: async (query = '') =>
      (await admin.get<AdminAgentsPage>(`/agents/admin?limit=100${query}`)).data.items,
    async pages<T>(address: string) {
      const items: T[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = cursor && `&cursor=${cursor}`
        const { data } = await admin.get<{ items: T[]; nextCursor: string | null }>(
          `${address}?limit=2${query}`,
        )
        items.push(...data.items)
        cursor = data.nextCursor
      }
      return items
    },
    versions: async (id) => (await admin.get<AgentVersionsPage>(`/agents/admin/${id}/versions`)).data.items,
    labelIds: async () => (await admin.get<Label[]>('/labels')).data.map(({ id }) => id),
    auditOf: (id) =>
      app.server.deps.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.entityId, id))
        .orderBy(auditEntries.id),
  }
}
