import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { callDays, houseSettings, spendDays } from '../../db/schema/index.ts'
import type { FetchRemotePage } from '../../files/remote-page.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

const TEXT = { text: 'Nome: Método Decola' }
const fill = (who: TestClient, body: object = TEXT) =>
  who.call<FilledDraft>('POST', '/api/v1/drafts/product', body)
const usedBy = async (who: TestClient) => (await usageOf(who)).used

test('costs a message, which a failure returns; a used-up month makes no call', async () => {
  const eva = await app.signUp('Eva Lima')
  expect((await fill(eva)).status).toBe(200)
  expect(await usedBy(eva)).toBe(1)
  const days = await app.server.deps.db.select().from(callDays).where(eq(callDays.purpose, 'draft'))
  expect(days.map(({ calls }) => calls)).toEqual([1])
  app.provider.scriptAside({ kind: 'status', status: 401 })
  expect(outcomeOf(await fill(eva))).toEqual([503, 'UNAVAILABLE'])
  expect(await usedBy(eva)).toBe(1)
  await setUsed(app.server.deps.db, { userId: eva.userId, used: 200 })
  const before = app.provider.asides.length
  expect(outcomeOf(await fill(eva))).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(app.provider.asides).toHaveLength(before)
  await saveCredential(eva, { credentials: 'sk-propria-da-eva-0011223344', isActive: true })
  expect((await fill(eva)).status).toBe(200)
  expect(await usedBy(eva)).toBe(200)
})

test('a source that cannot be read costs nothing', async () => {
  const eva = await app.signUp('Eva Souza')
  expect((await fill(eva, { address: 'https://127.0.0.1/' })).status).toBe(400)
  expect(await usedBy(eva)).toBe(0)
})

test('the budget of the day holds for it', async () => {
  const { db, budget } = app.server.deps
  const bia = await app.signUp('Bia Lima')
  await budget.stop()
  await db.delete(spendDays)
  await db.insert(houseSettings).values({ dailyCalls: 1 })
  expect((await fill(bia)).status).toBe(200)
  const { status, error } = await fill(bia)
  expect([status, error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(error.message).toContain('limite de respostas de hoje')
  await db.delete(houseSettings)
})

test('a second one of the user waits; one whose reader leaves ends at the provider, and is spent', async () => {
  const lia = await app.signUp('Lia Souza')
  app.provider.scriptAside({ kind: 'noTokens' })
  const before = app.provider.asides.length
  const abort = new AbortController()
  const headers = { Origin: app.appUrl, Cookie: lia.cookie, 'Content-Type': 'application/json' }
  const body = JSON.stringify(TEXT)
  const url = `${app.baseUrl}/api/v1/drafts/product`
  const asking = fetch(url, { method: 'POST', headers, body, signal: abort.signal })
  await eventually(() => expect(app.provider.asides).toHaveLength(before + 1))
  const { status, error } = await fill(lia)
  expect([status, error.message]).toEqual([429, 'Espere o preenchimento anterior terminar.'])
  abort.abort()
  await expect(asking).rejects.toThrow()
  await eventually(async () => expect((await fill(lia)).status).toBe(200))
  expect(await usedBy(lia)).toBe(2)
})

test('a reader that leaves while the page arrives costs nothing', async () => {
  const gil = await app.signUp('Gil Souza')
  const before = app.provider.asides.length
  const abort = new AbortController()
  const bytes = Buffer.from(TEXT.text)
  const fetchRemotePage: FetchRemotePage = async (_address, { signal } = {}) => {
    abort.abort()
    await eventually(() => expect(signal?.aborted).toBe(true))
    return { bytes, type: 'text/plain' }
  }
  await using server = await serveWith(app, { fetchRemotePage })
  const headers = { Origin: app.appUrl, Cookie: gil.cookie, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ address: 'curso.exemplo.com.br' })
  const url = `${server.baseUrl}/api/v1/drafts/product`
  await expect(fetch(url, { method: 'POST', headers, body, signal: abort.signal })).rejects.toThrow()
  await eventually(async () => expect((await fill(gil)).status).toBe(200))
  expect(app.provider.asides).toHaveLength(before + 1)
  expect(await usedBy(gil)).toBe(1)
})

test('twenty an hour of one user; others go on', async () => {
  const [ana, rui] = [await app.signUp('Ana Souza'), await app.signUp('Rui Lima')]
  for (let count = 0; count < SERVER_LIMITS.fillsPerHour; count += 1) {
    expect((await fill(ana, { address: 'https://127.0.0.1/' })).status).toBe(400)
  }
  const over = await fill(ana)
  expect(outcomeOf(over)).toEqual([429, 'RATE_LIMITED'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await fill(rui)).status).toBe(200)
})

test('without a model, labels are read by rules, and nothing is counted', async () => {
  const demo = await createTestApp({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  try {
    const ana = await demo.signUp('Ana Souza')
    const { data } = await fill(ana)
    expect(data).toMatchObject({
      draft: { values: { name: 'Método Decola' } },
      quotes: { name: 'Método Decola' },
      isByRules: true,
    })
    expect(await usedBy(ana)).toBe(0)
  } finally {
    await demo.close()
  }
})
