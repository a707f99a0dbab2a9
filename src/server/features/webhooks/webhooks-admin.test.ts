import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type {
  MappedOffer,
  UnmappedOffer,
  WebhookEvent,
  WebhookEventsPage,
  WebhookHealth,
} from '#shared/contract/webhooks.ts'
import { plans, subscriptions, webhookEvents } from '../../db/schema/index.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { BIG_PLAN, CREATOR_PLAN, mapToPlan } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { maintainWebhooks } from './webhook-maintenance.service.ts'

const CREATOR = CREATOR_PLAN.id
const BIG = BIG_PLAN.id

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  await mapToPlan(db(), { planId: CREATOR, externalId: HUBLA_OFFER })
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const buyer = () => `${randomUUID()}@exemplo.com.br`
const bought = async (id: string) =>
  await db().select().from(subscriptions).where(eq(subscriptions.externalSubscriptionId, id))
const eventOf = async (externalId: string) => {
  const [row] = await db().select().from(webhookEvents).where(eq(webhookEvents.externalId, externalId))
  if (!row) throw new Error('it was not stored')
  return row
}
const list = async (query: Record<string, string>) =>
  (await boss.get<WebhookEventsPage>(`/webhooks/admin?${new URLSearchParams(query)}`)).data
const hubla = async () => {
  const { data } = await boss.get<WebhookHealth>('/webhooks/admin/health')
  return { ...data.providers.find(({ provider }) => provider === 'hubla'), types: data.types, data }
}

/** While `work` runs, every write to subscriptions fails. */
async function whileBroken(work: () => Promise<unknown>): Promise<void> {
  await db().execute(sql`alter table subscriptions add constraint broken check (provider = 'auto') not valid`)
  try {
    await work()
  } finally {
    await db().execute(sql`alter table subscriptions drop constraint broken`)
  }
}

describe('a delivery', () => {
  test('is stored byte for byte, and shown without document numbers', async () => {
    const [email, id] = [buyer(), randomUUID()]
    const purchase = hublaPurchase(email)
    const body = JSON.stringify(purchase.event('customer.member_added'), null, 3)
    expect((await sendHubla(app, body, { id })).status).toBe(200)
    const row = await eventOf(id)
    expect(row.rawBody).toBe(body)
    const { data } = await boss.get<WebhookEvent>(`/webhooks/admin/${row.id}`)
    expect(data).toMatchObject({
      ...{ provider: 'hubla', externalId: id, type: 'customer.member_added', state: 'processed' },
      ...{ schemaVersion: '2.0.0', email, attempts: 1, failure: null, isSandbox: false },
      payload: { event: { user: { firstName: 'Bruna', email, document: '•••25', phone: '•••21' } } },
      subscription: { person: null, plan: { id: CREATOR, displayName: 'Criador' }, status: 'active' },
    })
    expect(JSON.stringify(data)).not.toMatch(/529\.982|87654321|203\.0\.113/)
  })

  test('is found by provider, state, type, email and ids, in pages', async () => {
    const email = buyer()
    const purchase = hublaPurchase(email)
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await sendHubla(app, purchase.event('customer.member_added', 1), { id: ids[0] ?? '' })
    await sendHubla(app, purchase.event('subscription.expiring', 2), { id: ids[1] ?? '' })
    await sendHubla(app, purchase.event('lead.abandoned_checkout', 3), { id: ids[2] ?? '' })
    const found = async (query: Record<string, string>) =>
      (await list({ q: email, ...query })).items.map(({ externalId }) => externalId)
    expect(await found({})).toEqual(ids.toReversed())
    expect(await found({ q: email.slice(0, 20).toUpperCase() })).toEqual(ids.toReversed())
    expect(await found({ q: purchase.id })).toEqual(ids.toReversed())
    expect(await found({ q: ids[1] ?? '' })).toEqual([ids[1]])
    expect(await found({ state: 'ignored' })).toEqual([ids[2]])
    expect(await found({ type: 'subscription.expiring' })).toEqual([ids[1]])
    expect(await found({ provider: 'stripe' })).toEqual([])
    // Wildcards are plain characters.
    for (const q of ['%', '________']) expect(await found({ q })).toEqual([])
    const first = await list({ q: email, limit: '2' })
    const second = await list({ q: email, limit: '2', cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ externalId }) => externalId)).toEqual(ids.toReversed())
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect((await hubla()).types).toEqual(expect.arrayContaining(['subscription.expiring']))
  })

  test.each([
    { provider: 'outra' },
    { state: 'done' },
    { q: 'x'.repeat(255) },
    { q: 'a\u0000' },
    { cursor: 'x' },
  ])('a list filtered by %j is refused', async (query) => {
    const { status } = await boss.get(`/webhooks/admin?${new URLSearchParams(Object(query))}`)
    expect(status).toBe(400)
  })
})

describe('a delivery that failed', () => {
  test('A40 is answered 500, shown as failed, and succeeds when the provider retries', async () => {
    const [purchase, id] = [hublaPurchase(buyer()), randomUUID()]
    const body = purchase.event('customer.member_added')
    const from = app.logs.length
    await whileBroken(async () => {
      for (let attempt = 1; attempt < 3; attempt += 1) {
        const { status, error } = await sendHubla(app, body, { id })
        expect([status, error?.code]).toEqual([500, 'INTERNAL_ERROR'])
        expect(await eventOf(id)).toMatchObject({ state: 'failed', attempts: attempt, processedAt: null })
      }
    })
    expect((await eventOf(id)).failure).toMatch(/^Algo deu errado do nosso lado/)
    expect(await bought(purchase.id)).toEqual([])
    const lines = app.logs.slice(from).filter((line) => line.includes('a payment delivery failed'))
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([50, 50])
    // PostgreSQL's message about a rejected row contains all of these values.
    expect(app.logs.slice(from).join('')).not.toMatch(/529\.?982|87654321|Bruna|exemplo\.com|203\.0|pagadora/)
    expect(await hubla()).toMatchObject({ failed: 1, data: { needsAttention: true } })
    expect(await sendHubla(app, body, { id })).toMatchObject({ status: 200, state: 'processed' })
    expect(await eventOf(id)).toMatchObject({ state: 'processed', attempts: 3, failure: null })
    expect(await bought(purchase.id)).toMatchObject([{ status: 'active' }])
    expect(await hubla()).toMatchObject({ failed: 0, failedSince: null })
  })

  test('is retried by administrators at will, and hourly', async () => {
    const [purchase, id] = [hublaPurchase(buyer()), randomUUID()]
    let eventId = ''
    const retry = async () => (await boss.post<WebhookEvent>(`/webhooks/admin/${eventId}/retry`)).data
    await whileBroken(async () => {
      await sendHubla(app, purchase.event('customer.member_added'), { id })
      eventId = (await eventOf(id)).id
      expect(await retry()).toMatchObject({ state: 'failed', attempts: 2 })
    })
    await maintainWebhooks(app.server.deps)
    expect(await eventOf(id)).toMatchObject({ state: 'processed', attempts: 3 })
    const [before] = await bought(purchase.id)
    expect(await retry()).toMatchObject({ state: 'processed', attempts: 4, subscription: { id: before?.id } })
    expect(await bought(purchase.id)).toEqual([before])
    const { data } = await boss.get<AuditPage>('/audit/admin?action=webhook.retry')
    expect(data.items).toMatchObject([
      { entity: 'webhook', entityId: eventId, entityName: 'Hubla customer.member_added' },
      { details: { state: 'failed' } },
    ])
  })
})

describe('an item without a plan', () => {
  const unmapped = async (id: string) =>
    (await boss.get<UnmappedOffer[]>('/webhooks/admin/unmapped')).data.find(
      ({ externalId }) => externalId === id,
    )

  test('parks its deliveries, is listed with their number, and is processed when mapped', async () => {
    const [offerId, productId] = [`oferta-${randomUUID()}`, `produto-${randomUUID()}`]
    const people = [buyer(), buyer()].map((email) => hublaPurchase(email, { offerId, productId }))
    for (const it of people) {
      const answer = await sendHubla(app, it.event('customer.member_added', 1))
      expect(answer).toMatchObject({ status: 200, state: 'parked' })
      await sendHubla(app, it.event('subscription.activated', 2))
      expect(await bought(it.id)).toEqual([])
    }
    expect(await unmapped(offerId)).toMatchObject({
      ...{ provider: 'hubla', kind: 'offer', name: 'Criador mensal', events: 4, people: 2 },
      firstAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await unmapped(productId)).toMatchObject({ kind: 'product', name: 'Elenco', events: 4 })
    expect(await hubla()).toMatchObject({ parked: 4, data: { needsAttention: true } })

    const [plan] = await db().select().from(plans).where(eq(plans.id, BIG))
    const offer = { provider: 'hubla', kind: 'offer', externalId: offerId, name: 'Oferta', planId: BIG }
    const mapped = await boss.post<MappedOffer>('/webhooks/admin/mappings', offer)
    expect(mapped).toMatchObject({ status: 200, data: { planId: BIG, processed: 4, remaining: 0 } })
    for (const it of people) expect(await bought(it.id)).toMatchObject([{ status: 'active', planId: BIG }])
    expect([await unmapped(offerId), await unmapped(productId)]).toEqual([undefined, undefined])
    expect(await hubla()).toMatchObject({ parked: 0 })
    const [after] = await db().select().from(plans).where(eq(plans.id, BIG))
    expect(after?.version).toBe((plan?.version ?? 0) + 1)

    const again = await boss.post<MappedOffer>('/webhooks/admin/mappings', offer)
    expect(again).toMatchObject({ status: 200, data: { processed: 0, remaining: 0 } })
    const other = await boss.post('/webhooks/admin/mappings', { ...offer, planId: CREATOR })
    expect([other.status, other.error.code]).toEqual([409, 'CONFLICT'])
    const { data } = await boss.get<AuditPage>('/audit/admin?action=webhook.map')
    expect(data.items).toMatchObject([
      { entity: 'webhook', entityName: 'Oferta', after: { plan: 'Big Player', provider: 'Hubla' } },
    ])
  })

  test('is also processed hourly if it was mapped in the plan’s form', async () => {
    const offerId = `oferta-${randomUUID()}`
    const it = hublaPurchase(buyer(), { offerId, productId: `produto-${randomUUID()}` })
    await sendHubla(app, it.event('customer.member_added'))
    await maintainWebhooks(app.server.deps)
    expect(await bought(it.id)).toEqual([])
    await mapToPlan(db(), { planId: BIG, externalId: offerId })
    await maintainWebhooks(app.server.deps)
    expect(await bought(it.id)).toMatchObject([{ planId: BIG }])
  })

  test('has a name that fits a plan, whatever its provider calls it', async () => {
    const offerId = `oferta-${randomUUID()}`
    const offers = [{ id: offerId, name: 'Criador\u0007\n mensal' }]
    const products = [{ id: `produto-${offerId}`, name: 'Elenco\u0000', offers }]
    const body = hublaPurchase(buyer()).event('customer.member_added')
    Object.assign(body.event, { product: null, products })
    expect((await sendHubla(app, body)).state).toBe('parked')
    expect(await unmapped(`produto-${offerId}`)).toMatchObject({ name: null })
    const { name } = (await unmapped(offerId)) ?? {}
    expect(name).toBe('Criador   mensal')
    const offer = { provider: 'hubla', kind: 'offer', externalId: offerId, name, planId: BIG }
    const mapped = await boss.post<MappedOffer>('/webhooks/admin/mappings', offer)
    expect(mapped).toMatchObject({ status: 200, data: { processed: 1 } })
  })

  test.each([
    { planId: randomUUID() },
    { externalId: '' },
    { externalId: 'a b' },
    { externalId: 'x'.repeat(201) },
    { kind: 'cupom' },
    { name: 'a\u0000' },
    { nope: 1 },
  ])('can’t be mapped by %j', async (over) => {
    const offer = { provider: 'hubla', kind: 'offer', externalId: 'oferta-x', planId: BIG, ...over }
    expect((await boss.post('/webhooks/admin/mappings', offer)).status).toBe(400)
  })
})

describe('hourly maintenance', () => {
  const age = (externalId: string, days: number) =>
    db()
      .update(webhookEvents)
      .set({ createdAt: sql`now() - ${`${days} days`}::interval` })
      .where(eq(webhookEvents.externalId, externalId))

  test('deletes payloads and emails older than 90 days, and nothing else', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    const offerId = `oferta-${randomUUID()}`
    const product = { offerId, productId: `produto-${offerId}` }
    for (const id of [old, young])
      await sendHubla(app, hublaPurchase(buyer(), product).event('customer.member_added'), { id })
    await age(old, 91)
    await age(young, 89)
    const before = await eventOf(old)
    await maintainWebhooks(app.server.deps)
    expect(await eventOf(old)).toEqual({
      ...before,
      ...{ rawBody: null, email: null, updatedAt: expect.any(Date) },
    })
    expect(await eventOf(young)).toMatchObject({ rawBody: expect.any(String), email: expect.any(String) })
    const { data } = await boss.get<WebhookEvent>(`/webhooks/admin/${before.id}`)
    expect(data).toMatchObject({ payload: null, email: null, type: 'customer.member_added' })
    expect((await boss.post(`/webhooks/admin/${before.id}/retry`)).status).toBe(409)
    expect((await eventOf(old)).state).toBe('parked')
    // Without a payload it can't be processed, so it is neither counted nor in the way.
    expect(await hubla()).toMatchObject({ parked: 1 })
    const offer = { provider: 'hubla', kind: 'offer', externalId: offerId, planId: BIG }
    const mapped = await boss.post<MappedOffer>('/webhooks/admin/mappings', offer)
    expect(mapped).toMatchObject({ status: 200, data: { processed: 1, remaining: 0 } })
    expect(await hubla()).toMatchObject({ parked: 0, data: { needsAttention: false } })
  })

  test('a long silence after earlier events is an error, and tests do not end it', async () => {
    const alarms = (from: number) =>
      app.logs.slice(from).filter((line) => line.includes('a payment provider has gone silent'))
    expect(await hubla()).toMatchObject({ isConfigured: true, isSilent: false })
    let from = app.logs.length
    await maintainWebhooks(app.server.deps)
    expect(alarms(from)).toEqual([])

    const isOurs = and(eq(webhookEvents.provider, 'hubla'), sql`created_at > now() - interval '8 days'`)
    await db().update(webhookEvents).set({ createdAt: sql`now() - interval '8 days'` }).where(isOurs)
    const headers = { 'x-hubla-sandbox': 'true' }
    await sendHubla(app, hublaPurchase(buyer()).event('customer.member_added'), { headers })
    expect(await hubla()).toMatchObject({ isSilent: true, data: { needsAttention: true } })
    from = app.logs.length
    await maintainWebhooks(app.server.deps)
    expect(alarms(from).map((line) => JSON.parse(line))).toMatchObject([{ level: 50, provider: 'hubla' }])

    await sendHubla(app, hublaPurchase(buyer()).event('customer.member_added'))
    expect(await hubla()).toMatchObject({ isSilent: false })
  })
})
