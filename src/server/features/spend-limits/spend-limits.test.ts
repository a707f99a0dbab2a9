import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SpendLimits } from '#shared/contract/spend-limits.ts'
import { auditEntries, houseSettings, spendDays } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const PATH = '/api/v1/spend-limits/admin'
const NONE = { dailyCalls: null, dailyUsd: null }

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(houseSettings)
  await db().delete(spendDays)
})

const db = () => app.server.deps.db
const read = async () => SpendLimits.parse((await admin.call('GET', PATH)).data)
const put = (body: object) => admin.call<SpendLimits>('PUT', PATH, { ...NONE, version: 0, ...body })

describe('the limits of the day', () => {
  test('are none at first, and are set and removed, each change audited with its old values', async () => {
    expect(await read()).toEqual({ ...NONE, version: 0, today: { calls: 0, usd: '0.000000' }, level: null })
    const set = await put({ dailyCalls: 5000, dailyUsd: '25,50' })
    expect(set.data).toMatchObject({ dailyCalls: 5000, dailyUsd: '25.50', version: 1 })
    expect(await read()).toEqual(set.data)
    const removed = await put({ dailyUsd: '25.50', version: 1 })
    expect(removed.data).toMatchObject({ dailyCalls: null, dailyUsd: '25.50', version: 2 })
    const entries = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'spend-limit.update'))
    expect(entries.map(({ details }) => details).at(-1)).toEqual({
      before: { dailyCalls: 5000 },
      after: { dailyCalls: null },
    })
  })

  test('are not overwritten by an administrator who read older ones', async () => {
    await put({ dailyCalls: 10 })
    const late = await put({ dailyCalls: 20 })
    expect(outcomeOf(late)).toEqual([409, 'CONFLICT'])
    expect(late.error.details).toMatchObject({ version: '1', changedBy: 'Você' })
    const both = await Promise.all([put({ dailyCalls: 30, version: 1 }), put({ dailyCalls: 40, version: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    ['dailyCalls', 0, 'Escreva um número inteiro de 1 a 10.000.000'],
    ['dailyCalls', 1.5, 'Escreva um número inteiro de 1 a 10.000.000'],
    ['dailyUsd', '0', 'Escreva um valor em dólares, como 25 ou 25,50'],
    ['dailyUsd', '1.000,00', 'Escreva um valor em dólares, como 25 ou 25,50'],
    ['dailyUsd', 5, 'Escreva um valor em dólares, como 25 ou 25,50'],
  ])('are refused with %s %j', async (field, value, text) => {
    const { status, error } = await put({ [field]: value })
    expect([status, error.details]).toEqual([400, { [field]: text }])
  })
})
