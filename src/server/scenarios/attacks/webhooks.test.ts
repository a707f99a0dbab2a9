import { randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { subscriptions, webhookEvents } from '../../db/schema/index.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { CREATOR_PLAN, mapToPlan } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const OLD_TOKEN = 'token-da-hubla-de-antes'
const CREATOR = CREATOR_PLAN.id

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: `${OLD_TOKEN},${HUBLA_TOKEN}` })
  boss = await app.signUp('Ada')
  await mapToPlan(db(), { planId: CREATOR, externalId: HUBLA_OFFER })
})
afterAll(() => app.close())

const db = () => app.server.deps.db
let purchase: ReturnType<typeof hublaPurchase>
beforeEach(() => {
  purchase = hublaPurchase(`${randomUUID()}@exemplo.com.br`)
})

const stored = async () => (await db().select({ count: count() }).from(webhookEvents))[0]?.count
const bought = async ({ id }: { id: string }) =>
  await db().select().from(subscriptions).where(eq(subscriptions.externalSubscriptionId, id))
const granted = () => purchase.event('customer.member_added', 1)

describe('A39 a forged Hubla delivery', () => {
  test('A39 is refused and not stored, whatever its other headers', async () => {
    const before = await stored()
    const tokens = [
      ...[null, '', 'x', HUBLA_TOKEN.slice(0, -1), `${HUBLA_TOKEN}x`, HUBLA_TOKEN.toUpperCase()],
      ...[`${OLD_TOKEN},${HUBLA_TOKEN}`, `Bearer ${HUBLA_TOKEN}`, 'undefined', '%', '\u00e9'.repeat(30)],
    ]
    for (const token of tokens) {
      const { status, error } = await sendHubla(app, granted(), { token })
      expect([token, status, error?.code]).toEqual([token, 401, 'UNAUTHORIZED'])
    }
    // An administrator's session is no token, nor is a token in another header.
    const headers = { Cookie: boss.cookie, Origin: app.appUrl, Authorization: `Bearer ${HUBLA_TOKEN}` }
    const body = { ...granted(), token: HUBLA_TOKEN, 'x-hubla-token': HUBLA_TOKEN }
    expect((await sendHubla(app, body, { token: null, headers })).status).toBe(401)
    const twice = requestText(
      'POST',
      '/api/webhooks/hubla?x-hubla-token=x',
      { 'x-hubla-token': HUBLA_TOKEN, 'X-Hubla-Token': HUBLA_TOKEN },
      JSON.stringify(body),
    )
    expect((await sendRaw(app.baseUrl, twice)).status).toBe(401)
    expect(await stored()).toBe(before)
    expect(await bought(purchase)).toEqual([])
  })

  test('A39 is not parsed without a valid token', async () => {
    for (const body of ['{', 'null', '{"__proto__":{}}', JSON.stringify(granted())]) {
      expect((await sendHubla(app, body, { token: 'x' })).status).toBe(401)
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const headers = { 'x-hubla-token': HUBLA_TOKEN, Origin: app.appUrl }
      const response = await fetch(`${app.baseUrl}/api/webhooks/hubla`, { method, headers })
      expect([method, response.status]).toEqual([method, 404])
      await response.body?.cancel()
    }
    const elsewhere = await boss.call('POST', '/api/webhooks/outra', {}, { 'x-hubla-token': HUBLA_TOKEN })
    expect(elsewhere.status).toBe(404)
  })

  test('A39 never grants anything as a test, and does not block the real event', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const [at, value] of ['true', 'TRUE', '1'].entries()) {
      const headers = { 'x-hubla-sandbox': value }
      const answer = await sendHubla(app, granted(), { id: ids[at] ?? '', headers })
      expect(answer).toMatchObject({ status: 200, state: 'ignored' })
    }
    const tests = await db().select().from(webhookEvents).where(eq(webhookEvents.isSandbox, true))
    for (const { id } of tests) {
      const again = await boss.post<{ state: string }>(`/webhooks/admin/${id}/retry`)
      expect(again.data.state).toBe('ignored')
    }
    expect(await bought(purchase)).toEqual([])
    const real = await sendHubla(app, granted(), {
      id: ids[0] ?? '',
      headers: { 'x-hubla-sandbox': 'false' },
    })
    expect(real).toMatchObject({ status: 200, state: 'processed' })
    expect(await bought(purchase)).toMatchObject([{ status: 'active', planId: CREATOR }])
  })

  test('A39 may use both tokens during a rotation, and then only the new one', async () => {
    expect((await sendHubla(app, granted(), { token: OLD_TOKEN })).status).toBe(200)
    expect((await sendHubla(app, granted())).status).toBe(200)
    await app.restart({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
    expect((await sendHubla(app, granted(), { token: OLD_TOKEN })).status).toBe(401)
    expect((await sendHubla(app, granted())).status).toBe(200)
  })
})

describe('A43 a delivery of the wrong size or shape', () => {
  test('A43 is 413 above the limit, with a Content-Length and in chunks, and is not stored', async () => {
    const before = await stored()
    const big = JSON.stringify({ ...granted(), filling: 'x'.repeat(LIMITS.jsonBodyBytes) })
    expect((await sendHubla(app, big)).status).toBe(413)
    const chunked = requestText('POST', '/api/webhooks/hubla', { 'x-hubla-token': HUBLA_TOKEN }, big)
    expect((await sendRaw(app.baseUrl, chunked)).status).toBe(413)
    for (const body of ['{', '[]', 'null', '"x"', '{"a":1,"a":2}', '\ufeff{}']) {
      expect([body, (await sendHubla(app, body)).status]).toEqual([body, 400])
    }
    expect(await stored()).toBe(before)
  })

  test('with unknown or missing fields is stored without failure, under any content type', async () => {
    const whole = granted()
    const bodies: unknown[] = [
      {},
      { type: null, version: null, event: null },
      { type: 'smart_installment.on_track', version: '3.1.0', event: {} },
      { ...whole, type: 'lead.abandoned_checkout' },
      { ...whole, event: [] },
      { type: 'customer.member_added', version: '2.0.0', event: { user: null, subscription: null } },
      ...Object.keys(whole.event).map((name) => ({ ...whole, event: { ...whole.event, [name]: null } })),
    ]
    for (const body of bodies) {
      for (const type of ['application/json; charset=utf-8', 'text/plain']) {
        const { status, state } = await sendHubla(app, body, { headers: { 'Content-Type': type } })
        expect([body, status, state]).toEqual([
          body,
          200,
          expect.stringMatching(/^(processed|parked|ignored)$/),
        ])
      }
    }
    const [known] = await db()
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.type, 'smart_installment.on_track'))
    expect(known).toMatchObject({ schemaVersion: '3.1.0', state: 'ignored' })
  })
})
