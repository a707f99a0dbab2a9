import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from './db/connect.ts'
import { invitations, sources } from './db/schema/index.ts'
import { createInvitations } from './features/invitations/invitations.queries.ts'
import { startJobs } from './jobs.ts'
import { eventually } from './testing/eventually.ts'
import { makeSource } from './testing/factories/business.ts'
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

test('invitations that wait for a lock hold up no other look-up', async () => {
  const { db } = app.server.deps
  const ana = await app.signUp('Ana')
  const sourceId = await makeSource(db, { userId: ana.userId })
  const invited = { name: 'Íris', createdBy: ana.userId, isByHand: true, isMailed: false }
  await createInvitations(db, [{ ...invited, email: 'iris@exemplo.com.br', planId: null, planUntil: null }])
  const waiting = async () => {
    const { rows } = await db.execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"invitations"%'`)
    return rows.length
  }
  await db.transaction(async (tx) => {
    // Only taking the mails reads plans.
    await tx.execute(sql`lock table plans in access exclusive mode`)
    await db.update(invitations).set({ mailDueAt: sql`now()` })
    await eventually(async () => expect(await waiting()).toBe(1))
    await db.update(sources).set({ state: 'queued' }).where(eq(sources.id, sourceId))
    // Its file is not there.
    const row = async () => (await db.select().from(sources).where(eq(sources.id, sourceId)))[0]
    await eventually(async () => expect((await row())?.state).toBe('failed'))
  })
})
