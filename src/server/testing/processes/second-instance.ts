import { type RunningServer, startServer } from '../../server.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { TEST_PARTS } from '../test-parts.ts'

export type SecondInstance = {
  server: RunningServer
  /** The same user at this instance: same cookies, another address. */
  as(client: TestClient): TestClient
}

/**
 * Starts another instance with the database, secret and provider of `app`, and optionally its own timeouts.
 * Stop its `server` before the app.
 */
export async function startSecondInstance(
  app: TestApp,
  limits: { firstTokenTimeoutMs?: number; stallTimeoutMs?: number } = {},
): Promise<SecondInstance> {
  const { env, log } = app.server.deps
  const server = await startServer({ ...env, port: 0, ai: { ...env.ai, ...limits } }, log, TEST_PARTS)
  return { server, as: (client) => client.at(server.listeningUrl) }
}
