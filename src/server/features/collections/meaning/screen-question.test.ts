import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Collections } from '#shared/contract/collections.ts'
import type { FoundPassages } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { dayOf } from '../../../db/local-day.ts'
import { houseSettings, rateLimits, spendDays } from '../../../db/schema/index.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

/** No word is common with the question. */
const MEANT = 'Devolvemos tudo em até sete jornadas, sem perguntas.'
const QUESTION = 'Como funciona o reembolso?'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ EMBEDDING_MODEL: 'vetores-de-teste', RATE_LIMITS: 'on' })
  ana = await app.signUp('Ana')
  await makeSource(db(), { userId: ana.userId, texts: [MEANT, 'A cozinha abre cedo.'] })
  await eventually(async () => expect((await ana.get<Collections>('/collections')).data.meant).toBe(2))
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(rateLimits)
  await db().delete(houseSettings)
  app.provider.embeddings.length = 0
  app.provider.setEmbedding({ kind: 'reply' })
})

const db = () => app.server.deps.db
const find = async (q: string) =>
  (await ana.get<FoundPassages>(`/collections/search?q=${encodeURIComponent(q)}`)).data.items.length
const callsOfDay = async () => (await db().select().from(spendDays))[0]?.calls
async function useDay(calls: number, dailyCalls: number) {
  await app.server.deps.budget.stop()
  await db().insert(houseSettings).values({ dailyCalls })
  await db().execute(sql`insert into spend_days (day, calls) values (${dayOf()}, ${calls})
    on conflict (day) do update set calls = ${calls}`)
}

test('takes a call of the day from the house, but none of the second half of its budget', async () => {
  await useDay(3, 10)
  expect([await find(QUESTION), await find(QUESTION)]).toEqual([2, 2])
  expect(await callsOfDay()).toBe(5)
  expect([await find(QUESTION), await find('cozinha')]).toEqual([0, 1])
  expect(app.provider.embeddings).toHaveLength(2)
  expect(await callsOfDay()).toBe(5)
})

test('gives the call back when the provider does not answer', async () => {
  await useDay(3, 10)
  app.provider.setEmbedding({ kind: 'status', status: 503 })
  expect(await find('cozinha')).toBe(1)
  await app.server.deps.budget.stop()
  expect([app.provider.embeddings.length, await callsOfDay()]).toEqual([1, 3])
})

test('is not embedded above the number of an hour: words find without it', async () => {
  expect(await find(QUESTION)).toBe(2)
  await db().update(rateLimits).set({ count: COLLECTION_LIMITS.questionsPerHour })
  expect([await find(QUESTION), await find('cozinha')]).toEqual([0, 1])
  expect(app.provider.embeddings).toHaveLength(1)
})
