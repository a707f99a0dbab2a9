import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { WaitingPurchase, WaitingPurchasesPage } from '#shared/contract/waiting-purchases.ts'
import type { WebhookEvent, WebhookEventsPage } from '#shared/contract/webhooks.ts'
import { purchaseMails, subscriptions } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { CREATOR_PLAN, makePurchase, mapToPlan } from '../../testing/factories/purchases.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { takeDueAddresses } from './waiting-purchases.queries.ts'
import { mailWaitingBuyers } from './waiting-purchases.service.ts'
import { maintainWebhooks } from './webhook-maintenance.service.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await context.app.signUp('Dona')
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: HUBLA_OFFER })
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const somewhere = () => `${randomUUID()}@exemplo.com.br`
const buy = (email: string) => sendHubla(context.app, hublaPurchase(email).event('customer.member_added'))
const mailsOf = (email: string) => context.mail.mails.filter(({ to }) => to.includes(email))
const wayInTo = async (email: string, count = 1) => (await context.mailsTo(email, 'wayIn', count)).at(-1)
const waiting = async (query = '') =>
  (await boss.get<WaitingPurchasesPage>(`/webhooks/admin/waiting${query}`)).data
const waitingAt = async (email: string) =>
  (await waiting('?limit=100')).items.find((it) => it.email === email)
const resend = (id = '', client = boss) =>
  client.post<WaitingPurchase>(`/webhooks/admin/waiting/${id}/mail`, {})
const ago = (email: string, time: string) =>
  db()
    .update(purchaseMails)
    .set({ lastSentAt: sql`now() - ${time}::interval` })
    .where(eq(purchaseMails.email, email))

const signUp = async (email: string): Promise<TestClient> => {
  const client = context.app.visitor()
  await client.signUp({ name: 'Bia Lima', email, password: 'senha-segura-1' })
  return client
}

describe('the mail to a buyer without an account', { timeout: 60_000 }, () => {
  test('leads to a sign-up with the address filled in, which ends with the plan', async () => {
    const email = somewhere()
    await buy(email)
    const mail = await wayInTo(email)
    const link = new URL(mail?.links.find((it) => it.includes('/sign-up')) ?? '')
    expect([link.pathname, link.search, new URLSearchParams(link.hash.slice(1)).get('email')]).toEqual([
      ...['/sign-up', ''],
      email,
    ])
    expect(mail?.text).toContain('Criador')
    const bia = await signUp(email)
    await follow(bia, linkIn((await context.mailsTo(email, 'verify'))[0]))
    expect((await bia.get('/me/subscription')).data).toMatchObject({ plan: { id: CREATOR_PLAN.id } })
    expect(await waitingAt(email)).toBeUndefined()
    expect(await db().$count(purchaseMails, eq(purchaseMails.email, email))).toBe(0)
  })

  test('is one, whatever the burst, the repetitions, a renewal and a second purchase', async () => {
    const email = somewhere()
    const purchase = hublaPurchase(email)
    const events = [
      purchase.event('subscription.created', 1),
      purchase.event('customer.member_added', 2),
      purchase.event('subscription.activated', 3),
      purchase.invoice('invoice.payment_succeeded', 'paid'),
    ].map((body) => ({ body, id: randomUUID() }))
    await Promise.all(events.map(({ body, id }) => sendHubla(context.app, body, { id })))
    await wayInTo(email)
    for (const { body, id } of events) await sendHubla(context.app, body, { id })
    const renewal = purchase.invoice('invoice.payment_succeeded', 'paid', { at: new Date(), invoiceId: 'f2' })
    await sendHubla(context.app, renewal)
    await buy(email)
    await maintainWebhooks(context.app.server.deps)
    // A mail that was too many would come before this one.
    const after = somewhere()
    await buy(after)
    await wayInTo(after)
    expect(mailsOf(email)).toHaveLength(1)
    // A month later another purchase is told again, and the renewal of a known one is not.
    await ago(email, '31 days')
    await db()
      .update(subscriptions)
      .set({ createdAt: sql`now() - interval '40 days'` })
      .where(eq(subscriptions.email, email))
    await sendHubla(context.app, purchase.event('subscription.activated', 9))
    expect(await takeDueAddresses(db())).not.toContain(email)
    expect(await waitingAt(email)).toMatchObject({ mailsSent: 1 })
    await buy(email)
    await wayInTo(email, 2)
  })

  test('is never sent to a confirmed account, nor for a test or a purchase that was taken back', async () => {
    const [confirmed, sandbox, refunded] = [somewhere(), somewhere(), somewhere()]
    const bia = await signUp(confirmed)
    await follow(bia, linkIn((await context.mailsTo(confirmed, 'verify'))[0]))
    await buy(confirmed)
    await sendHubla(context.app, hublaPurchase(sandbox).event('customer.member_added'), {
      headers: { 'x-hubla-sandbox': 'true' },
    })
    await sendHubla(context.app, hublaPurchase(refunded).event('customer.member_removed'))
    // An unattached purchase of a confirmed account, however it came to be.
    await makePurchase(db(), { email: confirmed })
    await maintainWebhooks(context.app.server.deps)
    const after = somewhere()
    await buy(after)
    await wayInTo(after)
    for (const email of [confirmed, sandbox, refunded]) {
      expect(mailsOf(email).filter(({ subject }) => subject.startsWith('Sua compra'))).toEqual([])
      expect(await waitingAt(email)).toBeUndefined()
    }
  })

  test('proves the address of an account that did not confirm it', async () => {
    const email = somewhere()
    const bia = await signUp(email)
    await buy(email)
    expect(await waitingAt(email)).toMatchObject({
      step: 'verify-email',
      person: { id: bia.userId, name: 'Bia Lima' },
    })
    expect((await waiting(`?personId=${bia.userId}`)).items.map((it) => it.email)).toEqual([email])
    expect((await waiting(`?personId=${boss.userId}`)).items).toEqual([])
    expect(await follow(bia, linkIn(await wayInTo(email)))).toBe('/callback')
    expect((await bia.get('/me/subscription')).data).toMatchObject({ plan: { id: CREATOR_PLAN.id } })
  })

  test('is made up for by the hourly check when its process died, once on two instances', async () => {
    const email = somewhere()
    await makePurchase(db(), { email })
    const { deps } = context.app.server
    await Promise.all([mailWaitingBuyers(deps), mailWaitingBuyers(deps)])
    await wayInTo(email)
    await mailWaitingBuyers(deps)
    expect(await waitingAt(email)).toMatchObject({ mailsSent: 1 })
  })
})

describe('“comprou e não entrou”', { timeout: 60_000 }, () => {
  test('lists who waits, for what and with how many mails, in pages', async () => {
    const emails = [somewhere(), somewhere(), somewhere()]
    for (const email of emails) await buy(email)
    const first = await waiting('?limit=2')
    expect(first.items.map(({ email }) => email)).toEqual([emails[2], emails[1]])
    expect(first.items[0]).toMatchObject({
      ...{ provider: 'hubla', planName: 'Criador', offer: HUBLA_OFFER, step: 'sign-up', person: null },
      ...{ mailsSent: 1, lastMailAt: expect.any(String), createdAt: expect.any(String) },
    })
    const second = await waiting(`?limit=2&cursor=${first.nextCursor}`)
    expect(second.items[0]?.email).toBe(emails[0])
    expect((await boss.get('/webhooks/admin/waiting?cursor=x')).status).toBe(400)
  })

  test('sends again once an hour, audited, and not once somebody got in', async () => {
    const email = somewhere()
    await buy(email)
    await wayInTo(email)
    const row = await waitingAt(email)
    const soon = await resend(row?.id)
    expect([soon.status, soon.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await ago(email, '61 minutes')
    const both = await Promise.all([resend(row?.id), resend(row?.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
    await wayInTo(email, 2)
    expect(await waitingAt(email)).toMatchObject({ mailsSent: 2 })
    const audit = await boss.get<AuditPage>('/audit/admin?limit=1')
    expect(audit.data.items[0]).toMatchObject({ action: 'purchase.resend', details: { email } })

    const bia = await signUp(email)
    await follow(bia, linkIn((await context.mailsTo(email, 'verify'))[0]))
    expect((await resend(row?.id)).status).toBe(404)
    expect((await resend(row?.id, bia)).status).toBe(403)
  })

  test('is told by the events of a purchase, which do not count as done', async () => {
    const email = somewhere()
    await buy(email)
    const events = async () =>
      (await boss.get<WebhookEventsPage>(`/webhooks/admin?q=${email}`)).data.items.map((it) => it.waiting)
    expect(await events()).toEqual(['sign-up'])
    const bia = await signUp(email)
    expect(await events()).toEqual(['verify-email'])
    const { data } = await boss.get<WebhookEventsPage>(`/webhooks/admin?q=${email}`)
    const one = await boss.get<WebhookEvent>(`/webhooks/admin/${data.items[0]?.id}`)
    expect(one.data).toMatchObject({ state: 'processed', waiting: 'verify-email' })
    await follow(bia, linkIn((await context.mailsTo(email, 'verify'))[0]))
    expect(await events()).toEqual([null])
  })
})
