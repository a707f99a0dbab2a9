import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source, SourcesPage } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { rateLimits, sources } from '../../db/schema/index.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const FILES = COLLECTION_LIMITS.filesAtOnce
/** Of them; a minute and a half would pass until the last one. */
const READ = 20
const nameOf = (at: number) => `aula-${at}.${at % 2 === 0 ? 'txt' : 'md'}`

async function shelfOf(client: TestClient) {
  const { data } = await client.post<Collection>('/collections', { name: 'Aulas' })
  const path = `/collections/${data.id}/sources`
  const send = (at: number) =>
    client.call<Source>(
      'POST',
      `/api/v1${path}/file`,
      imageForm(Buffer.from(`O tema da aula é ${at}.`), nameOf(at), ''),
    )
  async function list() {
    const found: Source[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const address: string = `${path}?limit=100${cursor && `&cursor=${cursor}`}`
      const { items, nextCursor } = (await client.get<SourcesPage>(address)).data
      found.push(...items)
      cursor = nextCursor
    }
    return found
  }
  return { send, list }
}

test('two hundred files of one person at once are all taken and read in their order, and another person waits for none of them', async () => {
  const app = await createTestApp({ RATE_LIMITS: 'on' })
  onTestFinished(app.close)
  const { db } = app.server.deps
  const person = await app.signUp('Ana')
  const ana = await shelfOf(person)
  const bia = await shelfOf(await app.signUp('Bia'))
  const places = Array.from({ length: FILES }, (_, at) => at)

  const first = await Promise.all(places.map(async (at) => ({ at, reply: await ana.send(at) })))
  const refused = first.filter(({ reply }) => reply.status !== 201)
  for (const { reply } of refused) {
    expect([reply.status, reply.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // Of one person two arrive at a time.
  expect(refused.length).toBeGreaterThan(0)
  const taken = first.filter(({ reply }) => reply.status === 201)
  expect(taken.length).toBeGreaterThan(1)
  expect((await ana.list()).map(({ id }) => id).sort()).toEqual(
    taken.map(({ reply }) => reply.data.id).sort(),
  )

  // As the screen does: one after the other, a refused one again.
  for (const { at } of refused) {
    let reply = await ana.send(at)
    for (; reply.status === 429; reply = await ana.send(at)) {
      await sleep(1_000 * Number(reply.headers.get('retry-after')))
    }
    expect(reply.status).toBe(201)
  }
  const names = (await ana.list()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(places.map(nameOf).toSorted())

  const hers = (await bia.send(FILES)).data
  const patience = { timeout: 60_000, interval: 100 }
  await vi.waitFor(
    async () => expect(await bia.list()).toMatchObject([{ state: 'ready', passages: 1 }]),
    patience,
  )
  expect(await db.$count(sources, eq(sources.state, 'queued'))).toBeGreaterThan(0)
  const { rows } = await db.execute(sql`select count(*)::int as meanwhile from sources s, sources hers
    where hers.id = ${hers.id} and s.updated_at > hers.queued_at and s.updated_at < hers.updated_at and s.state = 'ready'`)
  expect(rows[0]?.meanwhile).toBeLessThanOrEqual(2)

  // The hour has room for another hundred.
  const isHour = eq(rateLimits.key, `source-hour|${person.userId}`)
  expect(await db.select({ count: rateLimits.count }).from(rateLimits).where(isHour)).toEqual([
    { count: FILES },
  ])
  await db.update(rateLimits).set({ count: COLLECTION_LIMITS.readingsPerHour }).where(isHour)
  const late = await ana.send(FILES)
  expect([late.status, late.error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60)

  // Each takes a process of its own. They are read in their order, and none is left out or fails.
  await vi.waitFor(
    async () => expect(await db.$count(sources, eq(sources.state, 'ready'))).toBeGreaterThan(READ),
    patience,
  )
  const own = await db
    .select()
    .from(sources)
    .where(eq(sources.ownerId, person.userId))
    .orderBy(sources.queuedAt)
  const read = own.findIndex(({ state }) => state !== 'ready')
  expect([own.length, read >= READ]).toEqual([FILES, true])
  for (const [at, { state, passages, failure }] of own.entries()) {
    if (at !== read) expect([state, passages]).toEqual(at < read ? ['ready', 1] : ['queued', 0])
    expect(failure).toBeNull()
  }
}, 120_000)
