import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'
import type { WebhookEvent } from '#shared/contract/webhooks.ts'
import { users, webhookEvents } from '../../db/schema/index.ts'
import {
  HUBLA_OFFER,
  HUBLA_TOKEN,
  type HublaEvent,
  hublaPurchase,
  sendHubla,
} from '../../testing/doubles/hubla-sender.ts'
import { CREATOR_PLAN, findPurchase, listChanges, mapToPlan } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let boss: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  bia = await app.signUp('Bia')
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: HUBLA_OFFER })
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const planOf = async (person: TestClient) =>
  (await person.get<MySubscription>('/me/subscription')).data.plan.displayName
const post = (eventId: string, call: string, body?: object) =>
  boss.post<WebhookEvent>(`/webhooks/admin/${eventId}/${call}`, body)
const audited = async (action: string) =>
  (await boss.get<AuditPage>(`/audit/admin?action=${action}`)).data.items.filter((it) => it.action === action)

/** Hubla sometimes leaves the member out. */
const withoutBuyer = (event: HublaEvent): HublaEvent => ({ ...event, event: { ...event.event, user: null } })

async function deliver(event: HublaEvent, headers = {}) {
  const id = randomUUID()
  const { state } = await sendHubla(app, event, { id, headers })
  const externalId = 'x-hubla-sandbox' in headers ? `sandbox:${id}` : id
  const [row] = await db().select().from(webhookEvents).where(eq(webhookEvents.externalId, externalId))
  return { eventId: row?.id ?? '', state }
}

test('a delivery without a buyer is given to a person by hand, for later deliveries too, and taken back', async () => {
  const purchase = hublaPurchase()
  const first = await deliver(withoutBuyer(purchase.event('customer.member_added', 1)))
  const second = await deliver(withoutBuyer(purchase.event('subscription.activated', 2)))
  expect([first.state, second.state]).toEqual(['parked', 'parked'])
  const given = await post(first.eventId, 'assign', { userId: bia.userId })
  expect(given).toMatchObject({
    status: 200,
    data: {
      state: 'processed',
      givenTo: { id: bia.userId, name: 'Bia' },
      subscription: { person: { name: 'Bia' } },
    },
  })
  expect(await planOf(bia)).toBe('Criador')
  const renewal = await deliver(withoutBuyer(purchase.event('subscription.renewal_disabled', 3)))
  expect(renewal.state).toBe('processed')
  // Repeated it changes nothing; nobody else gets the same purchase.
  expect((await post(second.eventId, 'assign', { userId: bia.userId })).status).toBe(200)
  const other = await post(second.eventId, 'assign', { userId: boss.userId })
  expect([other.status, other.error.message]).toEqual([409, 'Esta compra já é de Bia.'])
  const entries = await audited('webhook.assign')
  expect(entries).toMatchObject([{ subjectName: 'Bia', entityName: 'Hubla customer.member_added' }])

  expect((await post(first.eventId, 'unassign')).data).toMatchObject({
    ...{ state: 'parked', givenTo: null, subscription: null },
    failure: 'O evento ainda não diz de quem é a compra.',
  })
  expect((await post(first.eventId, 'unassign')).status).toBe(200)
  expect(await audited('webhook.unassign')).toMatchObject([{ subjectName: 'Bia' }])
  expect(await planOf(bia)).toBe('Gratuito')
  expect(await findPurchase(db(), purchase.id)).toBeUndefined()
  // Nothing of the purchase was lost: once an event names its buyer, all that it told counts.
  const caio = await app.signUp('Caio')
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, caio.userId))
  const named = hublaPurchase(caio.email, { id: purchase.id })
  expect((await deliver(named.event('subscription.expiring', 4, { autoRenew: false }))).state).toBe(
    'processed',
  )
  expect(await findPurchase(db(), purchase.id)).toMatchObject({
    ...{ userId: caio.userId, status: 'active', cancelsAtPeriodEnd: true },
  })
})

test('a purchase that waits for an account is given, and after the undo waits under its address again', async () => {
  const purchase = hublaPurchase()
  const { eventId, state } = await deliver(purchase.event('customer.member_added'))
  expect(state).toBe('processed')
  expect((await post(eventId, 'assign', { userId: bia.userId })).data).toMatchObject({
    subscription: { person: { id: bia.userId } },
  })
  expect(await planOf(bia)).toBe('Criador')
  const row = await findPurchase(db(), purchase.id)
  expect(await listChanges(db(), row?.id ?? '')).toMatchObject([
    { source: 'webhook' },
    { before: null, source: 'admin', actorId: boss.userId },
  ])
  expect((await post(eventId, 'unassign')).data).toMatchObject({ subscription: { person: null } })
  expect(await findPurchase(db(), purchase.id)).toMatchObject({ userId: null, email: purchase.email })
  expect(await planOf(bia)).toBe('Gratuito')
})

test('a purchase given before its code has a plan is theirs once it has one', async () => {
  const offerId = `oferta-${randomUUID()}`
  const purchase = hublaPurchase(undefined, { offerId, productId: `produto-${offerId}` })
  const { eventId } = await deliver(purchase.event('customer.member_added'))
  expect((await post(eventId, 'assign', { userId: bia.userId })).data).toMatchObject({
    ...{ state: 'parked', subscription: null, givenTo: { name: 'Bia' } },
  })
  const mapping = { provider: 'hubla', kind: 'offer', externalId: offerId, planId: CREATOR_PLAN.id }
  await boss.post('/webhooks/admin/mappings', mapping)
  expect(await findPurchase(db(), purchase.id)).toMatchObject({ userId: bia.userId, status: 'active' })
  await post(eventId, 'unassign')
  expect(await findPurchase(db(), purchase.id)).toMatchObject({ userId: null })
})

test('tests, events of no purchase, unknown people and owned purchases are refused', async () => {
  const sandbox = await deliver(hublaPurchase().event('customer.member_added'), { 'x-hubla-sandbox': 'true' })
  const nothing = await deliver({ type: 'lead.abandoned_checkout', version: '2.0.0', event: {} })
  for (const { eventId } of [sandbox, nothing]) {
    expect((await post(eventId, 'assign', { userId: bia.userId })).status).toBe(409)
  }
  const { eventId } = await deliver(hublaPurchase().event('customer.member_added'))
  const unknown = await post(eventId, 'assign', { userId: randomUUID() })
  expect([unknown.status, unknown.error.details]).toEqual([400, { userId: 'Pessoa não encontrada' }])
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, bia.userId))
  const owned = await deliver(hublaPurchase(bia.email).event('customer.member_added'))
  expect((await post(owned.eventId, 'assign', { userId: boss.userId })).error.message).toContain(
    'já é de Bia',
  )
  // An own purchase is not taken back: nobody gave it.
  expect((await post(owned.eventId, 'unassign')).data.subscription?.person).toMatchObject({ name: 'Bia' })
})
