import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExchangeRate } from '#shared/contract/exchange-rate.ts'
import type { Usage } from '#shared/contract/usage.ts'
import { auditEntries, houseSettings } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { saoPauloToday } from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const PATH = '/api/v1/usage/admin/exchange-rate'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.deps.db.delete(houseSettings)
})

const put = (body: object) => admin.call<ExchangeRate>('PUT', PATH, { version: 0, ...body })
const shown = async () => (await admin.get<Usage>('/usage/admin')).data.exchangeRate

test('a rate is none at first, is shown with its day beside the costs, and is removed', async () => {
  expect((await admin.call('GET', PATH)).data).toEqual({ brlPerUsd: null, setOn: null, version: 0 })
  expect(await shown()).toBeNull()
  const set = await put({ brlPerUsd: '5,4000' })
  expect(set.data).toEqual({ brlPerUsd: '5.4', setOn: saoPauloToday(), version: 1 })
  expect(await shown()).toEqual({ brlPerUsd: '5.4', setOn: saoPauloToday() })
  expect((await put({ brlPerUsd: null, version: 1 })).data).toEqual({
    ...{ brlPerUsd: null, setOn: null, version: 2 },
  })
  expect(await shown()).toBeNull()
  const entries = await app.server.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'exchange-rate.update'))
  expect(entries.map(({ details }) => details)).toEqual([
    { before: { brlPerUsd: null }, after: { brlPerUsd: '5.4' } },
    { before: { brlPerUsd: '5.4' }, after: { brlPerUsd: null } },
  ])
})

test('the rate of an administrator who read an older one is refused', async () => {
  await put({ brlPerUsd: '5' })
  const late = await put({ brlPerUsd: '6' })
  expect(outcomeOf(late)).toEqual([409, 'CONFLICT'])
  const both = await Promise.all(['5', '6'].map((brlPerUsd) => put({ brlPerUsd, version: 1 })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each(['0', '-1', '1e3', '5,12345', '123456', 'cinco', '', 5])(
  'a rate of %j is refused',
  async (brlPerUsd) => {
    const { status, error } = await put({ brlPerUsd })
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['brlPerUsd']])
  },
)
