import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { forgetSecret } from '../../auth/shared-secret.ts'
import { readEnv } from '../../env.ts'
import { storeProblem } from '../../operating/instances.ts'
import { endAccess } from '../../operating/tables.queries.ts'
import { startServer } from '../../server.ts'
import { SERVER_PROGRAM } from '../../testing/processes/server-process.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { TEST_PARTS } from '../../testing/test-parts.ts'

const [FIRST, SECOND] = ['a'.repeat(32), 'b'.repeat(32)]
const REFUSAL = /^o SECRET desta instância não é o das outras deste banco de dados; .*SECRET_PREVIOUS/

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SECRET: FIRST })
})
afterAll(() => app.close())

/** Starts and stops another instance on the database of the first. */
async function startOther(secret: string, previousSecrets: string[] = []): Promise<void> {
  const { env, log } = app.server.deps
  const other = await startServer({ ...env, port: 0, secret, previousSecrets }, log, TEST_PARTS)
  await other.stop()
}

test('an instance with another SECRET is refused, and the others go on', async () => {
  const ana = await app.signUp()
  await startOther(FIRST)
  await expect(startOther(SECOND)).rejects.toThrow(REFUSAL)
  // Also of two that start at the same time on a new database, one decides.
  await forgetSecret(app.server.deps.db)
  const both = await Promise.allSettled([startOther(FIRST), startOther(SECOND)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await forgetSecret(app.server.deps.db)
  await startOther(FIRST)
  expect((await ana.get('/me/usage')).status).toBe(200)
})

test('SECRET changes on purpose with SECRET_PREVIOUS, and not back by accident', async () => {
  await startOther(SECOND, [FIRST])
  await startOther(SECOND)
  await expect(startOther(FIRST)).rejects.toThrow(REFUSAL)
  await startOther(FIRST, [SECOND])
})

test('after a restore any SECRET may come, since no backup has it', async () => {
  await expect(startOther(SECOND)).rejects.toThrow(REFUSAL)
  const client = new pg.Client(app.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await endAccess(client)
  await startOther(SECOND)
})

test('several instances without a common store are refused before the start', () => {
  const shared = { DATABASE_URL: 'postgres://127.0.0.1:9/elenco', REDIS_URL: 'redis://127.0.0.1:9' }
  const { PATH = '', HOME = '' } = process.env
  const { status, stderr } = spawnSync(process.execPath, [SERVER_PROGRAM], {
    env: { PATH, HOME, DATA_DIR: tmpdir(), ...shared },
    encoding: 'utf8',
  })
  expect([status, stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^Elenco não iniciou: REDIS_URL e DATABASE_URL juntas .* S3_, ou retire REDIS_URL/),
  ])
  const [endpoint, bucket, region, key] = ['http://127.0.0.1:9', 'elenco', 'us-east-1', 'chave-secreta']
  const store = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region }
  const keys = { S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key }
  expect(storeProblem(readEnv({ ...shared, ...store, ...keys }))).toBeUndefined()
  // The embedded database has one instance.
  expect(storeProblem(readEnv({ REDIS_URL: shared.REDIS_URL }))).toBeUndefined()
})
