import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { MappingPreview, SaleBatch, SaleDecision, SaleDecisionDetail } from '#shared/contract/sales.ts'
import type {
  MappedOffer,
  UnmappedOffer,
  WebhookEventsPage,
  WebhookHealth,
} from '#shared/contract/webhooks.ts'
import { plans, webhookEvents } from '../../db/schema/index.ts'
import { HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import {
  BIG_PLAN,
  CREATOR_PLAN,
  findPurchase,
  listChanges,
  makeBuyer,
} from '../../testing/factories/purchases.ts'
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
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const codes = () => ({ offerId: `oferta-${randomUUID()}`, productId: `produto-${randomUUID()}` })
const codeOf = (externalId: string, kind = 'offer') => ({ provider: 'hubla', kind, externalId })
const unmapped = async () =>
  (await boss.get<UnmappedOffer[]>('/webhooks/admin/unmapped')).data.map(({ externalId }) => externalId)
const parked = async () => {
  const { data } = await boss.get<WebhookHealth>('/webhooks/admin/health')
  return data.providers.find(({ provider }) => provider === 'hubla')?.parked
}
const decisions = async () => (await boss.get<SaleDecision[]>('/webhooks/admin/decisions')).data
const decisionOf = async (externalId: string) => {
  const found = (await decisions()).find((it) => it.externalId === externalId)
  if (!found) throw new Error('nobody decided about it')
  return found
}
const map = (externalId: string, planId = CREATOR, kind = 'offer') =>
  boss.post<MappedOffer>('/webhooks/admin/mappings', { ...codeOf(externalId, kind), name: 'Curso', planId })
const mark = (externalId: string, kind = 'offer') =>
  boss.post<SaleBatch>('/webhooks/admin/decisions/other', { ...codeOf(externalId, kind), name: 'Mentoria' })
const undo = (decisionId: string) => boss.post<SaleBatch>(`/webhooks/admin/decisions/${decisionId}/undo`)
const audited = async (action: string) =>
  (await boss.get<AuditPage>(`/audit/admin?action=${action}`)).data.items.filter(
    ({ action: it }) => it === action,
  )
const statesOf = async (externalSubscriptionId: string) =>
  (await boss.get<WebhookEventsPage>(`/webhooks/admin?q=${externalSubscriptionId}`)).data.items.map(
    ({ state, failure }) => [state, failure],
  )

const NOT_A_PLAN = 'O que foi vendido não é plano desta casa.'

/** A purchase of two events, as its provider tells it. */
async function buy(email: string, offer: ReturnType<typeof codes>) {
  const purchase = hublaPurchase(email, offer)
  const states = []
  for (const [type, version] of [
    ['customer.member_added', 1],
    ['subscription.activated', 2],
  ] as const) {
    states.push((await sendHubla(app, purchase.event(type, version))).state)
  }
  return { ...purchase, states }
}

describe('a code that is not a plan of this house', () => {
  test('is marked: nothing waits or alarms any more, later sales have no effect, and the undo brings all back', async () => {
    const offer = codes()
    const { userId, email } = await makeBuyer(db())
    const before = await parked()
    const bought = await buy(email, offer)
    expect(bought.states).toEqual(['parked', 'parked'])
    expect(await unmapped()).toEqual(expect.arrayContaining([offer.offerId, offer.productId]))
    const marked = await mark(offer.offerId)
    expect(marked).toMatchObject({ status: 200, data: { left: 0 } })
    expect(await parked()).toBe(before)
    expect(await unmapped()).not.toEqual(expect.arrayContaining([offer.offerId]))
    expect(await unmapped()).not.toEqual(expect.arrayContaining([offer.productId]))
    expect(await statesOf(bought.id)).toEqual([
      ['ignored', NOT_A_PLAN],
      ['ignored', NOT_A_PLAN],
    ])
    const later = await buy(email, offer)
    expect(later.states).toEqual(['ignored', 'ignored'])
    expect((await statesOf(later.id))[0]).toEqual(['ignored', NOT_A_PLAN])
    expect(await findPurchase(db(), later.id)).toBeUndefined()
    expect(await decisionOf(offer.offerId)).toMatchObject({ plan: null, name: 'Mentoria', affected: 4 })

    // A second time nothing changes; a plan can't have the code meanwhile.
    expect(await mark(offer.offerId)).toMatchObject({ status: 200, data: { done: 0, left: 0 } })
    expect((await map(offer.offerId)).error).toMatchObject({ code: 'CONFLICT' })
    const [plan] = await db().select().from(plans).where(eq(plans.id, CREATOR))
    const external = { ...codeOf(offer.offerId), name: null }
    const saved = await boss.call('PATCH', `/api/v1/plans/admin/${CREATOR}`, {
      externals: [external],
      version: plan?.version,
    })
    expect(saved.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { externals: expect.stringContaining('não é plano desta casa') },
    })
    expect((await audited('webhook.other')).map(({ entityName }) => entityName)).toEqual(['Mentoria'])

    const { id } = await decisionOf(offer.offerId)
    expect((await undo(id)).data).toEqual({ decisionId: id, done: 4, left: 0 })
    expect((await undo(id)).data).toEqual({ decisionId: id, done: 0, left: 0 })
    expect(await audited('webhook.not-other')).toHaveLength(1)
    expect(await unmapped()).toEqual(expect.arrayContaining([offer.offerId]))
    expect((await map(offer.offerId)).data).toMatchObject({ processed: 4, remaining: 0, left: 0 })
    for (const purchase of [bought, later]) {
      expect(await findPurchase(db(), purchase.id)).toMatchObject({
        userId,
        status: 'active',
        planId: CREATOR,
      })
    }
  })

  test('decides before its product, and a mapped code can’t be marked', async () => {
    const offer = codes()
    expect((await mark(offer.offerId)).status).toBe(200)
    expect((await map(offer.productId, BIG, 'product')).status).toBe(200)
    const { email } = await makeBuyer(db())
    expect((await buy(email, offer)).states).toEqual(['ignored', 'ignored'])
    const other = { ...codes(), productId: offer.productId }
    expect((await buy(email, other)).states).toEqual(['processed', 'processed'])
    const refused = await mark(offer.productId, 'product')
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('Big Player')])
  })
})

describe('mapping a code', () => {
  const preview = async (externalId: string, planId = CREATOR) =>
    (
      await boss.get<MappingPreview>(
        `/webhooks/admin/mappings/preview?${new URLSearchParams({ ...codeOf(externalId), planId })}`,
      )
    ).data

  test('is shown before: who gets in, who waits, who does not, until when; and nothing changes', async () => {
    const offer = codes()
    const ana = await makeBuyer(db())
    const [inside, waiting] = [
      await buy(ana.email, offer),
      await buy(`${randomUUID()}@exemplo.com.br`, offer),
    ]
    const unproved = await app.signUp()
    const unconfirmed = await buy(unproved.email, offer)
    const refunded = await buy(`${randomUUID()}@exemplo.com.br`, offer)
    await sendHubla(app, refunded.event('customer.member_removed', 3))
    const shown = await preview(offer.offerId)
    expect(shown).toMatchObject({
      plan: { id: CREATOR, displayName: 'Criador' },
      ...{ in: 1, waiting: 2, out: 1, events: 9, isPartial: false },
      people: [
        {
          person: { id: ana.userId, name: 'Bruna Alves' },
          email: ana.email,
          access: 'in',
          until: expect.any(String),
        },
        { person: null, email: waiting.email, access: 'waiting', step: 'sign-up', until: expect.any(String) },
        { person: null, email: unconfirmed.email, access: 'waiting', step: 'verify-email' },
        { person: null, email: refunded.email, access: 'out', step: null },
      ],
    })
    expect(await findPurchase(db(), inside.id)).toBeUndefined()
    await map(offer.offerId)
    const row = await findPurchase(db(), inside.id)
    expect([row?.userId, row?.currentPeriodEnd?.toISOString()]).toEqual([ana.userId, shown.people[0]?.until])
    expect((await findPurchase(db(), refunded.id))?.status).toBe('canceled')
    expect(await preview(offer.offerId)).toMatchObject({ in: 0, events: 0, people: [] })
    const unknown = new URLSearchParams({ ...codeOf(offer.offerId), planId: randomUUID() })
    expect((await boss.get(`/webhooks/admin/mappings/preview?${unknown}`)).status).toBe(400)
  })

  test('is undone with the grants that it made; others stay, and its sales wait again', async () => {
    const [offer, kept] = [codes(), codes()]
    await map(kept.offerId)
    const { email, userId } = await makeBuyer(db())
    const stays = await buy(email, kept)
    const [early] = [await buy(email, offer)]
    await map(offer.offerId)
    const late = await buy(email, offer)
    const { id } = await decisionOf(offer.offerId)
    const { data: detail } = await boss.get<SaleDecisionDetail>(`/webhooks/admin/decisions/${id}`)
    expect(detail).toMatchObject({
      affected: 2,
      in: 2,
      people: [{ email, person: { id: userId } }, { email }],
    })

    expect((await undo(id)).data).toEqual({ decisionId: id, done: 2, left: 0 })
    for (const { id: purchaseId } of [early, late]) {
      const row = await findPurchase(db(), purchaseId)
      expect(row).toMatchObject({ status: 'canceled', userId })
      const changes = await listChanges(db(), row?.id ?? '')
      expect(changes.at(-1)).toMatchObject({
        source: 'admin',
        actorId: boss.userId,
        after: { status: 'canceled' },
      })
    }
    expect(await findPurchase(db(), stays.id)).toMatchObject({ status: 'active', planId: CREATOR })
    expect(await unmapped()).toEqual(expect.arrayContaining([offer.offerId]))
    // Neither a repeated undo, nor a renewal, nor the hourly job brings the plan back.
    expect((await undo(id)).data).toEqual({ decisionId: id, done: 0, left: 0 })
    expect((await sendHubla(app, early.event('subscription.activated', 9))).state).toBe('parked')
    await maintainWebhooks(app.server.deps)
    expect(await findPurchase(db(), early.id)).toMatchObject({ status: 'canceled' })
    const entries = await audited('webhook.unmap')
    expect(entries).toMatchObject([{ entityName: 'Curso', before: { plan: 'Criador', provider: 'Hubla' } }])

    // The right plan, then.
    await map(offer.offerId, BIG)
    for (const { id: purchaseId } of [early, late]) {
      expect(await findPurchase(db(), purchaseId)).toMatchObject({ status: 'active', planId: BIG, userId })
    }
  })

  test('goes on in batches, also by the hourly job, and so does its undo', async () => {
    const offer = codes()
    await db()
      .insert(webhookEvents)
      .values(
        Array.from({ length: 130 }, (_, nth) => {
          const it = hublaPurchase(`turma-${nth}@exemplo.com.br`, {
            ...offer,
            id: `turma-${offer.offerId}-${nth}`,
          })
          return {
            ...{ provider: 'hubla' as const, externalId: randomUUID(), type: 'customer.member_added' },
            ...{ rawBody: JSON.stringify(it.event('customer.member_added')), state: 'parked' as const },
            ...{ externalSubscriptionId: it.id, email: it.email, processedAt: new Date(0) },
            sold: [{ kind: 'offer' as const, externalId: offer.offerId, name: 'Curso' }],
          }
        }),
      )
    expect(await preview(offer.offerId)).toMatchObject({ waiting: 130, events: 130, isPartial: false })
    expect((await preview(offer.offerId)).people).toHaveLength(100)
    expect((await map(offer.offerId)).data).toMatchObject({ processed: 100, remaining: 0, left: 30 })
    // The administrator's browser went away.
    await maintainWebhooks(app.server.deps)
    expect((await map(offer.offerId)).data).toMatchObject({ processed: 0, left: 0 })
    expect(await findPurchase(db(), `turma-${offer.offerId}-129`)).toMatchObject({ status: 'active' })
    const { id, affected } = await decisionOf(offer.offerId)
    expect(affected).toBe(130)
    expect((await undo(id)).data).toMatchObject({ done: 100, left: 30 })
    await maintainWebhooks(app.server.deps)
    expect((await undo(id)).data).toMatchObject({ done: 0, left: 0 })
    expect(await findPurchase(db(), `turma-${offer.offerId}-129`)).toMatchObject({ status: 'canceled' })
  })

  test('can’t be undone once the plan’s form changed it', async () => {
    const offer = codes()
    await map(offer.offerId)
    const { id } = await decisionOf(offer.offerId)
    const [plan] = await db().select().from(plans).where(eq(plans.id, CREATOR))
    const changed = await boss.call('PATCH', `/api/v1/plans/admin/${CREATOR}`, {
      externals: [],
      version: plan?.version,
    })
    expect(changed.status).toBe(200)
    expect((await decisions()).map((it) => it.id)).not.toContain(id)
    expect((await undo(id)).error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Criador'),
    })
    expect((await undo(randomUUID())).status).toBe(404)
  })
})
