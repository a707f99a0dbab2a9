import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activityDays, usageDays } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  createUsageDatabase,
  exchange,
  makeAgent,
  makeWriter,
  saoPauloToday,
  type UsageDatabase,
} from '../../testing/factories/usage.ts'
import { createUsageJob } from './usage-job.ts'

let fixture: UsageDatabase
let agentId: string
let userId: string
const logs: string[] = []
const log = pino({ level: 'warn', base: null }, { write: (line: string) => logs.push(line) })
beforeAll(async () => {
  fixture = await createUsageDatabase()
  agentId = await makeAgent(fixture.db)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.empty()
  userId = await makeWriter(fixture.db, new Date())
  logs.length = 0
})

const write = () => exchange(fixture.db, { userId, agentId, at: new Date() })
const written = async () => {
  const rows = await fixture.db.select().from(usageDays).where(eq(usageDays.provider, 'none'))
  return rows.reduce((sum, { messages }) => sum + messages, 0)
}

test('the job counts at its start and when the dashboard is opened, and not after it stopped', async () => {
  await write()
  const job = createUsageJob(fixture.db, log)
  job.start()
  job.start()
  await eventually(async () => expect(await written()).toBe(1))
  await write()
  await eventually(async () => {
    job.wake()
    expect(await written()).toBe(2)
  })
  await job.stop()
  await write()
  job.wake()
  const [day] = await fixture.db.select().from(activityDays).where(eq(activityDays.day, saoPauloToday()))
  await job.stop()
  expect(await fixture.db.select().from(activityDays).where(eq(activityDays.day, saoPauloToday()))).toEqual([
    day,
  ])
  expect(await written()).toBe(2)
  expect(logs).toEqual([])
})

test('a failure is logged and retried, and leaves no partial result', async () => {
  await write()
  // Makes the last statement fail.
  await fixture.db.execute(sql`alter table activity_days rename to lost_days`)
  const job = createUsageJob(fixture.db, log)
  job.start()
  await eventually(() => expect(logs.join('')).toContain('usage could not be counted'))
  expect(await written()).toBe(0)
  await fixture.db.execute(sql`alter table lost_days rename to activity_days`)
  await eventually(async () => {
    job.wake()
    expect(await written()).toBe(1)
  })
  await job.stop()
})

test('concurrent instances count everything once', async () => {
  await write()
  const jobs = Array.from({ length: 4 }, () => createUsageJob(fixture.db, log))
  for (const job of jobs) job.start()
  await eventually(async () => expect(await written()).toBe(1))
  await write()
  await eventually(async () => {
    for (const job of jobs) job.wake()
    expect(await written()).toBe(2)
  })
  await Promise.all(jobs.map((job) => job.stop()))
  expect(await written()).toBe(2)
  expect(logs).toEqual([])
})

test('the job stops even if it was never started', async () => {
  await createUsageJob(fixture.db, log).stop()
  expect(await fixture.db.$count(activityDays)).toBe(0)
})
