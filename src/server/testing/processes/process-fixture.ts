import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { createTestDatabase } from '../database.ts'
import { openAgentId, openChat } from '../factories/conversation.ts'
import { TestClient } from '../test-client.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Whether the suite runs on an external PostgreSQL. */
export const isExternal = process.env.TEST_DATABASE_URL !== undefined

/** A database on the server under test, dropped when the test ends. */
export async function createOwnDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase(inject('adminUrl'), inject('template'))
  onTestFinished(drop)
  return url
}

/**
 * The production process until the test ends, on its own embedded database, or on a database of the external
 * server.
 */
export async function startProcess(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const database = isExternal ? { DATABASE_URL: await createOwnDatabase() } : {}
  const server = await startServerProcess({ ...database, ...variables })
  onTestFinished(server.close)
  return server
}

/** Signs up a new account on a server process. */
export async function signUpAt(server: ServerProcess): Promise<TestClient> {
  const client = new TestClient(() => server.url, server.url)
  await client.signUp({ name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' })
  return client
}

export async function openChats(client: TestClient, count: number): Promise<string[]> {
  const agentId = await openAgentId(client)
  return Promise.all(Array.from({ length: count }, () => openChat(client, agentId)))
}
