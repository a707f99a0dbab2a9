import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelTest } from '#shared/contract/usage.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { callDays, houseSettings, rateLimits } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const ask = (model = 'gpt-testado', provider = 'openai') =>
  admin.post<ModelTest>('/usage/admin/models/test', { provider, model })

test('a test is one short call of that model, which the figures count as a test', async () => {
  const { status, data } = await ask()
  expect([status, data.failure]).toEqual([200, null])
  expect(data.ms).toBeGreaterThanOrEqual(0)
  const { body } = app.provider.requests.at(-1) ?? {}
  expect(body).toMatchObject({ model: 'gpt-testado', max_tokens: 64 })
  const [row] = await db().select().from(callDays).where(eq(callDays.model, 'gpt-testado'))
  expect(row).toMatchObject({ purpose: 'test', provider: 'openai', calls: 1, isOwnKey: false })
  expect(row?.nTokens).toBeGreaterThan(0)
})

test('a failure is the provider’s own words, once, on one short line and without keys', async () => {
  const says = `No such model.\u0007\nYour key sk-canario-da-openai and sk-${'x'.repeat(40)} <b>${'y'.repeat(500)}`
  app.provider.script({ kind: 'status', status: 404, says })
  const before = app.provider.requests.length
  const { status, data } = await ask('gpt-que-nao-ha')
  expect(status).toBe(200)
  expect(app.provider.requests).toHaveLength(before + 1)
  const { status: code, said = '' } = data.failure ?? {}
  expect(code).toBe(404)
  expect(said).toMatch(/^No such model\. Your key \[oculto\] and \[oculto\] <b>y+…$/)
  expect(said.length).toBeLessThanOrEqual(301)
  const [row] = await db().select().from(callDays).where(eq(callDays.model, 'gpt-que-nao-ha'))
  expect(row).toMatchObject({ calls: 1, nTokens: 0 })
})

test('a provider that is not configured, or answers nothing, is said', async () => {
  const { status, error } = await ask('gemini-um', 'google')
  expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['provider']])
  app.provider.script({ kind: 'cut', after: 0, how: 'reset' })
  expect((await ask()).data.failure).toMatchObject({ status: null, said: expect.stringMatching(/./) })
})

test('a test needs the day’s budget', async () => {
  await db().insert(houseSettings).values({ dailyCalls: 1 })
  expect(outcomeOf(await ask())).toEqual([429, 'RATE_LIMITED'])
  await db().delete(houseSettings)
})

test('an administrator tests a bounded number of times an hour', async () => {
  await db().delete(rateLimits)
  const answers = []
  for (let n = 0; n <= SERVER_LIMITS.modelTestsPerHour; n += 1) answers.push((await ask()).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(SERVER_LIMITS.modelTestsPerHour)
  expect(answers.at(-1)).toBe(429)
})
