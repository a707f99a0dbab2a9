import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage } from '#shared/contract/usage.ts'
import { paymentAmounts, webhookEvents } from '../../db/schema/index.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { sendStripe } from '../../testing/doubles/stripe/sender.ts'
import { CREATOR, openStripeShop, type StripeShop } from '../../testing/doubles/stripe/shop.ts'
import { newestInvoice } from '../../testing/doubles/stripe/state.ts'
import { mapToPlan } from '../../testing/factories/purchases.ts'
import { dayAfter, saoPauloToday } from '../../testing/factories/usage.ts'
import { maintainWebhooks } from '../webhooks/webhook-maintenance.service.ts'

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  await mapToPlan(db(), { planId: CREATOR, externalId: HUBLA_OFFER })
})
afterAll(() => shop.close())

const db = () => shop.app.server.deps.db
const today = saoPauloToday()

/** The amounts of one purchase. */
const amountsOf = async (externalSubscriptionId: string) => {
  const rows = await db()
    .select()
    .from(paymentAmounts)
    .where(eq(paymentAmounts.externalSubscriptionId, externalSubscriptionId))
  return rows.map(({ kind, cents, planId }) => [kind, cents, planId]).toSorted()
}
const usageOf = async () =>
  (await shop.admin.get<Usage>(`/usage/admin?from=${dayAfter(today, -3)}&to=${today}`)).data
const creatorIn = ({ plans }: Usage) => plans.find(({ planId }) => planId === CREATOR)?.revenue
const restart = () => db().delete(paymentAmounts)

test('the payments of Hubla are counted once, with their plan, whatever the order of their events', async () => {
  await restart()
  const [bought, sent] = [hublaPurchase(), hublaPurchase()]
  for (const purchase of [bought, sent]) {
    const told = [
      purchase.invoice('invoice.created', 'unpaid'),
      purchase.invoice('invoice.payment_succeeded', 'paid'),
      purchase.invoice('invoice.status_updated', 'paid'),
      purchase.event('customer.member_added'),
    ]
    for (const event of purchase === sent ? told.toReversed() : told) await sendHubla(shop.app, event)
  }
  const refund = sent.invoice('invoice.refunded', 'refunded')
  for (const event of [refund, refund]) await sendHubla(shop.app, event)
  expect(await amountsOf(bought.id)).toEqual([['sale', 9_700, CREATOR]])
  expect(await amountsOf(sent.id)).toEqual([
    ['refund', 9_700, CREATOR],
    ['sale', 9_700, CREATOR],
  ])
  // A test of the provider never counts.
  await sendHubla(shop.app, hublaPurchase().invoice('invoice.payment_succeeded', 'paid'), {
    headers: { 'x-hubla-sandbox': 'true' },
  })
  const sum = { payments: 2, grossCents: 19_400, refunds: 1, refundedCents: 9_700, netCents: 9_700 }
  const usage = await usageOf()
  expect([creatorIn(usage), usage.revenue.total]).toEqual([sum, sum])
})

test('a payment of an unmapped code is outside of the plans until the code is mapped', async () => {
  await restart()
  const purchase = hublaPurchase(undefined, { offerId: 'oferta-sem-plano', productId: 'sem-plano' })
  await sendHubla(shop.app, purchase.event('customer.member_added'))
  await sendHubla(shop.app, purchase.invoice('invoice.payment_succeeded', 'paid'))
  const before = await usageOf()
  expect([before.revenue.outsidePlans.netCents, creatorIn(before)?.netCents]).toEqual([9_700, 0])
  const { status } = await shop.admin.post('/webhooks/admin/mappings', {
    ...{ provider: 'hubla', kind: 'offer', externalId: 'oferta-sem-plano', name: 'Outra', planId: CREATOR },
  })
  expect(status).toBe(200)
  const after = await usageOf()
  expect([after.revenue.outsidePlans.netCents, creatorIn(after)?.netCents]).toEqual([0, 9_700])
})

test('Stripe’s partial refunds add up, and a won dispute returns its amount', async () => {
  await restart()
  const { subscription } = await shop.subscriber('Rita')
  await shop.tell('invoice.paid', subscription)
  await shop.tell('invoice.payment_succeeded', subscription)
  const refund = (amount_refunded: number) => {
    const event = shop.stripe.event('charge.refunded', subscription)
    const object = { ...Object(event).data.object, amount_refunded }
    return sendStripe(shop.app, shop.stripe.sign({ ...Object(event), data: { object } }))
  }
  // The second one overtakes the first.
  for (const cents of [2_000, 5_000, 3_000]) expect((await refund(cents)).state).toBe('processed')
  expect((await usageOf()).revenue.total).toMatchObject({
    payments: 1,
    grossCents: 9_700,
    refundedCents: 5_000,
  })
  const invoice = newestInvoice(subscription)
  for (const [status, refunded] of [
    ['needs_response', 14_700],
    ['won', 5_000],
    ['under_review', 5_000],
  ] as const) {
    invoice.disputeStatus = status
    await shop.tell('charge.dispute.updated', subscription)
    expect([status, (await usageOf()).revenue.total.refundedCents]).toEqual([status, refunded])
  }
})

test('other currencies are listed apart, and the tables are spreadsheets', async () => {
  await restart()
  const purchase = hublaPurchase()
  await sendHubla(shop.app, purchase.event('customer.member_added'))
  const { event, ...told } = purchase.invoice('invoice.payment_succeeded', 'paid')
  const yen = { ...Object(event).invoice, currency: 'JPY', id: 'fatura-em-ienes' }
  await sendHubla(shop.app, { ...told, event })
  await sendHubla(shop.app, { ...told, event: { ...event, invoice: yen } })
  const { revenue } = await usageOf()
  const sum = { payments: 1, grossCents: 9_700, refunds: 0, refundedCents: 0, netCents: 9_700 }
  expect(revenue).toEqual({
    total: sum,
    outsidePlans: { payments: 0, grossCents: 0, refunds: 0, refundedCents: 0, netCents: 0 },
    others: [{ currency: 'JPY', planId: CREATOR, ...sum }],
  })
  const linesOf = async (table: string) => {
    const file = await shop.admin.fetch('GET', `/api/v1/usage/admin/export?table=${table}&range=7`)
    return (await file.text()).trim().split('\r\n')
  }
  expect((await linesOf('revenue')).slice(1)).toEqual([
    '"Criador";"BRL";"1";"97,00";"0";"0,00";"97,00"',
    '"Criador";"JPY";"1";"9700";"0";"0";"9700"',
  ])
  expect((await linesOf('plans')).join()).toContain('"97,00";"0,00";"97,00"')
})

test('the amounts of events from before are read once, a share each hour', async () => {
  await restart()
  const { subscription } = await shop.subscriber('Lia')
  const purchase = hublaPurchase()
  await sendHubla(shop.app, purchase.event('customer.member_added'))
  await sendHubla(shop.app, purchase.invoice('invoice.payment_succeeded', 'paid'))
  await shop.tell('invoice.paid', subscription)
  newestInvoice(subscription).isRefunded = true
  await shop.tell('charge.refunded', subscription)
  const counted = await usageOf()
  expect(creatorIn(counted)).toMatchObject({ payments: 2, refunds: 1, netCents: 9_700 })
  // As an earlier version left them.
  await restart()
  await db()
    .update(webhookEvents)
    .set({ areAmountsRead: false })
    .where(inArray(webhookEvents.provider, ['hubla', 'stripe']))
  await maintainWebhooks(shop.app.server.deps)
  for (const id of [subscription.id, purchase.id])
    expect((await amountsOf(id)).at(-1)).toEqual(['sale', 9_700, CREATOR])
  expect(await amountsOf(subscription.id)).toHaveLength(2)
  const unread = and(eq(webhookEvents.areAmountsRead, false), eq(webhookEvents.isSandbox, false))
  expect(await db().$count(webhookEvents, unread)).toBe(0)
})
