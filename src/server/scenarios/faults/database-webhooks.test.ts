import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { maintainWebhooks } from '../../features/webhooks/webhook-maintenance.service.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { CREATOR_PLAN, mapToPlan } from '../../testing/factories/purchases.ts'
import { createProxiedApp, eventually, type ProxiedApp } from '../../testing/processes/proxied-app.ts'

// Other suites may run on a small machine at the same time.
vi.setConfig({ testTimeout: 90_000 })

let it: ProxiedApp
beforeAll(async () => {
  it = await createProxiedApp()
  await it.app.restart({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  await mapToPlan(it.app.server.deps.db, { planId: CREATOR_PLAN.id, externalId: HUBLA_OFFER })
})
afterAll(() => it.close())
afterEach(() => {
  it.proxy.onChunk = () => {}
  it.proxy.restore()
})

type Stored = { state: string; attempts: number; raw_body: string | null }
const stored = (externalId: string) =>
  it.ask<Stored>('select state, attempts, raw_body from webhook_events where external_id = $1', [externalId])
const bought = (id: string) =>
  it.ask<{ status: string }>('select status from subscriptions where external_subscription_id = $1', [id])

/** Cuts the connection when a query with these words passes. */
function cutAt(words: string): { isCut(): boolean } {
  let isCut = false
  it.proxy.onChunk = ({ from, bytes }) => {
    if (isCut || from !== 'client' || !bytes.includes(words)) return
    isCut = true
    it.proxy.cut()
  }
  return { isCut: () => isCut }
}

/** Retries like the provider: a broken connection may be noticed only when it is used. */
const sendAgain = (body: unknown, id: string) =>
  eventually(async () => {
    expect(await sendHubla(it.app, body, { id })).toMatchObject({ status: 200, state: 'processed' })
  })

function restore(): void {
  it.proxy.onChunk = () => {}
  it.proxy.restore()
}

test('F39 a delivery is answered 503 while the database is down, and succeeds on retry', async () => {
  const [purchase, id] = [hublaPurchase(`${randomUUID()}@exemplo.com.br`), randomUUID()]
  const body = purchase.event('customer.member_added')
  it.proxy.cut()
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, error } = await sendHubla(it.app, body, { id })
    expect([status, error?.code]).toEqual([503, 'UNAVAILABLE'])
  }
  // Authentication comes first: an invalid token is 401 even without a database.
  expect((await sendHubla(it.app, body, { token: 'x' })).status).toBe(401)
  restore()
  expect(await stored(id)).toEqual([])
  await sendAgain(body, id)
  expect(await stored(id)).toMatchObject([{ state: 'processed', attempts: 1 }])
  expect(await bought(purchase.id)).toEqual([{ status: 'active' }])
})

test.each([
  ['between storing a delivery and processing it', 'hashtextextended'],
  ['during its processing', 'insert into "subscriptions"'],
  ['before its commit', 'insert into "subscription_changes"'],
])(
  'F39 a connection lost %s gives 503, keeps the delivery, and the retry is complete',
  async (_when, words) => {
    const [purchase, id] = [hublaPurchase(`${randomUUID()}@exemplo.com.br`), randomUUID()]
    const body = purchase.event('customer.member_added')
    const fault = cutAt(words)
    const { status, error } = await sendHubla(it.app, body, { id })
    expect([fault.isCut(), status, error?.code]).toEqual([true, 503, 'UNAVAILABLE'])
    restore()
    expect(await stored(id)).toMatchObject([
      { state: 'received', attempts: 0, raw_body: JSON.stringify(body) },
    ])
    expect(await bought(purchase.id)).toEqual([])
    await sendAgain(body, id)
    expect(await stored(id)).toMatchObject([{ state: 'processed', attempts: 1 }])
    expect(await bought(purchase.id)).toEqual([{ status: 'active' }])
  },
)

test('F39 an event that its provider no longer retries is processed hourly', async () => {
  const [purchase, id] = [hublaPurchase(`${randomUUID()}@exemplo.com.br`), randomUUID()]
  cutAt('hashtextextended')
  expect((await sendHubla(it.app, purchase.event('customer.member_added'), { id })).status).toBe(503)
  restore()
  await eventually(() => maintainWebhooks(it.app.server.deps))
  // The event may still be in progress.
  expect(await stored(id)).toMatchObject([{ state: 'received' }])
  await it.ask(`update webhook_events set created_at = now() - interval '6 minutes' where external_id = $1`, [
    id,
  ])
  await maintainWebhooks(it.app.server.deps)
  expect(await stored(id)).toMatchObject([{ state: 'processed' }])
  expect(await bought(purchase.id)).toEqual([{ status: 'active' }])
})
