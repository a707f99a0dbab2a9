import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from './db/connect.ts'
import { startJobs } from './jobs.ts'
import { eventually } from './testing/eventually.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ EMBEDDING_MODEL: 'vetores-de-teste', TRANSCRIPTION_MODEL: 'audio-de-teste' })
})
afterAll(() => app.close())

test('the periodic look-ups of an idle process take one connection at once', async () => {
  const { deps } = app.server
  const { db, pool, close } = connect({ connectionString: app.databaseUrl }, deps.log)
  onTestFinished(close)
  let count = 0
  let most = 0
  pool.on('acquire', () => {
    count += 1
    most = Math.max(most, pool.totalCount - pool.idleCount)
  })
  const jobs = startJobs({ ...deps, db })
  onTestFinished(async () => {
    await jobs.stop()
    jobs.stopAfterReplies()
  })
  // All of them at least once, also the ones of every five seconds.
  await eventually(() => expect(count).toBeGreaterThan(35))
  expect(most).toBe(1)
})
