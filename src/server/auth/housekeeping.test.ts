import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  knownDevices,
  mailCounts,
  rateLimits,
  sessions,
  signInFailures,
  verifications,
} from '../db/schema/index.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { purgeExpired } from './housekeeping.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('deletes expired rows and old counters, and nothing else', async () => {
  const ana = await app.signUp()
  const bia = await app.signUp()
  const { db } = app.server.deps
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db
    .update(sessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(sessions.userId, ana.userId))
  const failure = { failures: 1, blockedUntil: null }
  await db.insert(signInFailures).values([
    { ...failure, emailHash: 'antiga', lastFailureAt: daysAgo(2) },
    { ...failure, emailHash: 'de hoje', lastFailureAt: daysAgo(0) },
  ])
  await db.insert(mailCounts).values([
    { key: 'antiga', count: 1, windowStart: daysAgo(2) },
    { key: 'de hoje', count: 1, windowStart: daysAgo(0) },
  ])
  await db.insert(rateLimits).values([
    { key: 'antiga', count: 1, lastRequest: daysAgo(2).getTime() },
    { key: 'de hoje', count: 1, lastRequest: Date.now() },
  ])
  await db.insert(verifications).values([
    { identifier: 'antiga', value: 'x', expiresAt: daysAgo(1) },
    { identifier: 'de hoje', value: 'x', expiresAt: daysAgo(-1) },
  ])
  await db.insert(knownDevices).values([
    { userId: bia.userId, deviceHash: 'antiga', lastSeenAt: daysAgo(400) },
    { userId: bia.userId, deviceHash: 'de hoje', lastSeenAt: daysAgo(300) },
  ])
  await purgeExpired(db)
  expect(await db.$count(sessions, eq(sessions.userId, ana.userId))).toBe(0)
  expect(await db.$count(sessions, eq(sessions.userId, bia.userId))).toBe(1)
  const left = [
    ...(await db.select().from(signInFailures)).map(({ emailHash }) => emailHash),
    ...(await db.select().from(mailCounts)).map(({ key }) => key),
    ...(await db.select().from(rateLimits)).map(({ key }) => key),
    ...(await db.select().from(verifications)).map(({ identifier }) => identifier),
    ...(await db.select().from(knownDevices)).map(({ deviceHash }) => deviceHash),
  ]
  expect(left.filter((it) => it === 'antiga')).toEqual([])
  expect(left.filter((it) => it === 'de hoje')).toHaveLength(5)
})
