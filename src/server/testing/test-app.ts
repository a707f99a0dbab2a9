import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { readEnv } from '../env.ts'
import { createLogger } from '../log.ts'
import { type Replaceable, type RunningServer, startServer } from '../server.ts'
import { unnamedAuditFields } from './audited-fields.ts'
import { createTestDatabase } from './database.ts'
import { QUICK_DELAY_MS } from './doubles/provider/player.ts'
import { type ProviderDouble, startProviderDouble } from './doubles/provider/provider-double.ts'
import { storedSecrets, WatchedClient } from './secret-sources.ts'
import { assertNoSecrets, Secrets } from './secrets.ts'
import type { TestClient } from './test-client.ts'
import { TEST_PARTS } from './test-parts.ts'

export type TestApp = {
  server: RunningServer
  provider: ProviderDouble
  /** Listening address; browsers know it as `appUrl`. */
  baseUrl: string
  appUrl: string
  databaseUrl: string
  /** Every log line, as JSON text. */
  logs: string[]
  /**
   * The values that {@link close} searches for in the log: everything that clients send and receive, and
   * stored secrets.
   */
  secrets: Secrets
  /** A visitor without a session. */
  visitor(): TestClient
  /** Signs up a new account. The first one of an app is its administrator. */
  signUp(name?: string): Promise<TestClient>
  /** Restarts the server on the same data, with `variables` added to its environment. */
  restart(variables?: Record<string, string>): Promise<void>
  /** Drops the database of the running server. */
  dropDatabase(): Promise<void>
  /**
   * Stops everything.
   * @throws when a log line contains a key, password, cookie, token or user text (RELIABILITY A48), or an audited
   * field has no label.
   */
  close(): Promise<void>
}

const APP_URL = 'http://localhost:3000'
const CONFIDENTIAL = [
  'OPENAI_API_KEY',
  'GOOGLE_API_KEY',
  'SECRET',
  'SECRET_PREVIOUS',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'HUBLA_WEBHOOK_TOKEN',
  'METRICS_TOKEN',
] as const

/**
 * Without SMTP_URL, the log contains a mail's link on purpose (SPEC §9); the rest of that line is searched.
 */
const withoutLink = (line: string) =>
  line.includes('"msg":"mail written to the outbox"') ? line.replace(/"link":"[^"]*",?/, '') : line

/** Disables the usage job, so that stored figures stay as they are; tests call `countUsage` themselves. */
async function startWithoutCounting(...start: Parameters<typeof startServer>): Promise<RunningServer> {
  const server = await startServer(...start)
  await server.deps.usage.stop()
  return server
}

/**
 * The real server on its own port, with its own database and a provider double. `variables` are added to its
 * environment; an empty string removes one.
 */
export async function createTestApp(
  variables: Record<string, string> = {},
  replaced: Replaceable = TEST_PARTS,
): Promise<TestApp> {
  const database = await createTestDatabase(inject('adminUrl'), inject('template'))
  const provider = await startProviderDouble(0, QUICK_DELAY_MS)
  const dataDir = await mkdtemp(join(tmpdir(), 'elenco-data-'))
  const logs: string[] = []
  const secrets = new Secrets()
  const settings: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: '0',
    APP_URL,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    OPENAI_BASE_URL: provider.openaiBaseUrl,
    OPENAI_API_KEY: 'sk-canario-da-openai',
    OPENAI_MODEL: 'gpt-de-teste',
    SHUTDOWN_GRACE_MS: '0',
    RATE_LIMITS: 'off',
    // Refused before anything leaves the machine.
    YOUTUBE_IMAGES_URL: 'https://127.0.0.1',
    ...variables,
  }
  const env = readEnv(settings)
  const log = createLogger('debug', { destination: { write: (line: string) => logs.push(line) } })
  let server = await startWithoutCounting(env, log, replaced)
  let count = 0
  const noteSecrets = async () => {
    secrets.add(...CONFIDENTIAL.map((name) => settings[name]), server.setupUrl?.split('setup=')[1])
    secrets.add(await readFile(join(dataDir, 'secret'), 'utf8').catch(() => undefined))
    // A test may have dropped the database, or a table.
    secrets.addAll(await storedSecrets(server.deps.db).catch(() => []))
  }

  const app: TestApp = {
    get server() {
      return server
    },
    get baseUrl() {
      return server.listeningUrl
    },
    provider,
    appUrl: env.appUrl,
    databaseUrl: database.url,
    logs,
    secrets,
    visitor: () => new WatchedClient(() => app.baseUrl, env.appUrl, secrets),
    async signUp(name = 'Ana Souza') {
      count += 1
      const client = app.visitor()
      await client.signUp({ name, email: `pessoa${count}@exemplo.com.br`, password: 'senha-segura-1' })
      return client
    },
    async restart(added = {}) {
      await noteSecrets()
      await server.stop()
      server = await startWithoutCounting(readEnv(Object.assign(settings, added)), log, replaced)
    },
    async dropDatabase() {
      await noteSecrets()
      await database.drop()
    },
    async close() {
      await noteSecrets()
      // A test may have dropped the database.
      const unnamed = await unnamedAuditFields(server.deps.db).catch(() => [])
      await server.stop()
      await provider.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      assertNoSecrets(settings.SMTP_URL ? logs : logs.map(withoutLink), secrets.probes)
      if (unnamed.length > 0) throw new Error(`add to src/shared/audit-fields.ts: ${unnamed.join(', ')}`)
    },
  }
  return app
}
