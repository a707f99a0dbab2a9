import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConfirmedPurchase, PurchaseClaim } from '#shared/contract/purchase-claims.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { purchaseClaims, subscriptionChanges, subscriptions } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import type { ReceivedMail } from '../../testing/doubles/mail-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { CREATOR_PLAN, makePurchase } from '../../testing/factories/purchases.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'
import { findBuyer } from './buyers.queries.ts'
import { createPurchaseClaim, purgePurchaseClaims } from './purchase-claims.queries.ts'

let context: MailedApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  // The first account is the administrator.
  await context.app.signUp('Dona')
  ana = await context.app.signUp('Ana Souza')
  bia = await context.app.signUp('Bia Lima')
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const somewhere = () => `${randomUUID()}@exemplo.com.br`
const claim = (client: TestClient, email: string) =>
  client.post<PurchaseClaim>('/me/purchase-claims', { email })
const confirm = (client: TestClient, token: string) =>
  client.post<ConfirmedPurchase>('/me/purchase-claims/confirm', { token })

const tokenIn = (mail: ReceivedMail | undefined): string => {
  const link = new URL(mail?.links.find((address) => address.includes('compra=')) ?? '')
  expect([link.origin, link.pathname]).toEqual([context.app.appUrl, '/app/me'])
  return link.searchParams.get('compra') ?? ''
}
/** The token of the `count`th claim mail to an address. */
const mailedToken = async (email: string, count = 1) =>
  tokenIn((await context.mailsTo(email, 'claimPurchase', count)).at(-1))
const mailsOf = (email: string) => context.mail.mails.filter(({ to }) => to.includes(email))

const ownerOf = async (id: string) => {
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.id, id))
  return row?.userId ?? null
}
/** A response without its timestamp. */
const said = ({ status, body }: Reply) => ({ status, body: { ...Object(body), timestamp: '' } })

describe('“já comprei com outro e-mail”', { timeout: 60_000 }, () => {
  test('is proved by a mail to that address, and assigns its purchases once', async () => {
    const email = somewhere()
    const id = await makePurchase(db(), { email })
    const asked = await claim(ana, ` ${email.toUpperCase()} `)
    expect([asked.status, asked.data]).toEqual([200, { email, validMinutes: 60 }])
    const token = await mailedToken(email)
    expect(await ownerOf(id)).toBeNull()
    const [kept] = await db().select().from(purchaseClaims).where(eq(purchaseClaims.email, email))
    expect(JSON.stringify(kept)).not.toContain(token)

    const confirmed = await confirm(ana, token)
    expect(confirmed.data).toEqual({ email, planNames: [CREATOR_PLAN.displayName] })
    expect(await ownerOf(id)).toBe(ana.userId)
    // Opening the link twice gives the same answer.
    expect((await confirm(ana, token)).data).toEqual(confirmed.data)
    expect((await confirm(bia, token)).status).toBe(404)
    // Opening it again after its hour gives the same answer, not an error.
    await db()
      .update(purchaseClaims)
      .set({ expiresAt: new Date(0) })
      .where(eq(purchaseClaims.email, email))
    expect((await confirm(ana, token)).data).toEqual(confirmed.data)
    expect((await confirm(bia, token)).status).toBe(404)
    const changes = await db()
      .select()
      .from(subscriptionChanges)
      .where(eq(subscriptionChanges.subscriptionId, id))
    expect(changes).toMatchObject([{ source: 'claim', actorId: ana.userId }])

    // Later purchases under it are assigned without another claim.
    expect(await db().transaction((tx) => findBuyer(tx, { email }))).toBe(ana.userId)
    const { text } = await exported(ana)
    expect(JSON.parse(text('dados.json'))).toMatchObject({
      purchaseClaims: [{ email, provedAt: expect.any(String) }],
    })
  })

  test('A14 answers alike if there is no purchase, it belongs to another account, or the account exists', async () => {
    const [nothing, taken, bought] = [somewhere(), somewhere(), somewhere()]
    await makePurchase(db(), { email: taken, userId: bia.userId })
    await makePurchase(db(), { email: bought })
    const shown = async (email: string) => {
      const { status, headers, body } = await claim(ana, email)
      const text = JSON.stringify({ ...Object(body), timestamp: '' }).replaceAll(email, 'x')
      return { status, headers: [...headers.keys()].toSorted(), text }
    }
    const answers = []
    for (const email of [nothing, taken, bia.email, bought]) answers.push(await shown(email))
    for (const answer of answers) expect(answer).toEqual(answers[3])
    await mailedToken(bought)
    for (const email of [nothing, taken]) expect(mailsOf(email)).toEqual([])
    expect(mailsOf(bia.email).filter(({ subject }) => subject.includes('compra'))).toEqual([])
  })

  test('A14 answers before looking for purchases, so that timing reveals nothing either', async () => {
    await db().transaction(async (tx) => {
      // Blocks every search for purchases until this transaction ends.
      await tx.execute(sql`lock table subscriptions in access exclusive mode`)
      expect((await claim(ana, somewhere())).status).toBe(200)
      const looking = sql`select from pg_locks where not granted and relation = 'subscriptions'::regclass
        and database = (select oid from pg_database where datname = current_database())`
      await eventually(async () => expect((await tx.execute(looking)).rowCount).toBe(1))
    })
  })

  test('is refused for the account’s own address', async () => {
    const { status, error } = await claim(ana, ana.email)
    expect([status, error.code, error.details?.email]).toEqual([
      400,
      'VALIDATION_ERROR',
      'Este é o e-mail desta conta. Informe o outro, o da compra.',
    ])
  })

  test('proves an address even if its purchases no longer count', async () => {
    const email = somewhere()
    await makePurchase(db(), { email, status: 'canceled' })
    await claim(ana, email)
    expect((await confirm(ana, await mailedToken(email))).data).toEqual({ email, planNames: [] })
  })
})

describe('A41 the link of a claim', { timeout: 60_000 }, () => {
  test('A41 is refused alike in another account, after it expired, and after a newer one', async () => {
    const email = somewhere()
    const id = await makePurchase(db(), { email })
    await claim(ana, email)
    const older = await mailedToken(email)
    await claim(ana, email)
    const newer = await mailedToken(email, 2)
    const refusals = [
      await confirm(bia, newer),
      await confirm(ana, older),
      await confirm(ana, 'nenhum-link-tem-este-token-aqui'),
    ]
    await db().update(purchaseClaims).set({ expiresAt: new Date() }).where(eq(purchaseClaims.email, email))
    refusals.push(await confirm(ana, newer))
    expect(refusals[0]?.status).toBe(404)
    for (const refusal of refusals) expect(said(refusal)).toEqual(refusals[0] && said(refusals[0]))
    expect((await confirm(context.app.visitor(), newer)).status).toBe(401)
    expect(await ownerOf(id)).toBeNull()
  })

  test('A41 claimed by two accounts belongs to the first that proves it; the other learns nothing', async () => {
    const email = somewhere()
    const id = await makePurchase(db(), { email })
    await claim(ana, email)
    const first = await mailedToken(email)
    await claim(bia, email)
    const second = await mailedToken(email, 2)
    expect((await confirm(ana, first)).data.planNames).toEqual([CREATOR_PLAN.displayName])
    expect((await confirm(bia, second)).data.planNames).toEqual([])
    expect(await ownerOf(id)).toBe(ana.userId)
  })
})

describe('purchase claims', { timeout: 60_000 }, () => {
  test('are deleted after a day unless proved', async () => {
    const long = new Date(Date.now() - 25 * 3_600_000)
    const row = { userId: bia.userId, expiresAt: long, createdAt: long }
    const rows = [
      { ...row, email: 'velho@exemplo.com.br', tokenHash: randomUUID() },
      { ...row, email: 'provado@exemplo.com.br', tokenHash: randomUUID(), usedAt: long },
      { ...row, email: 'novo@exemplo.com.br', tokenHash: randomUUID(), createdAt: new Date() },
    ]
    await db().insert(purchaseClaims).values(rows)
    await purgePurchaseClaims(db())
    const left = await db().select().from(purchaseClaims).where(eq(purchaseClaims.userId, bia.userId))
    const emails = left.map(({ email }) => email)
    expect(emails).toEqual(expect.arrayContaining(['provado@exemplo.com.br', 'novo@exemplo.com.br']))
    expect(emails).not.toContain('velho@exemplo.com.br')
  })

  test('are limited to five an hour per user, also when concurrent', async () => {
    const { userId } = await context.app.signUp('Caio Reis')
    const tries = Array.from({ length: 12 }, () =>
      createPurchaseClaim(db(), { userId, email: somewhere(), tokenHash: randomUUID(), isLimited: true }),
    )
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
    expect(outcomes.length - refused.length).toBe(SERVER_LIMITS.purchaseClaimsPerHour)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED' })
  })

  // Last, because it restarts the server with rate limits.
  test('report when the next is possible, and send one mailbox five mails an hour over all accounts', async () => {
    const people = [await context.app.signUp('Davi'), await context.app.signUp('Eva')]
    await context.app.restart({ RATE_LIMITS: 'on' })
    const [email, other] = [somewhere(), somewhere()]
    await makePurchase(db(), { email })
    await makePurchase(db(), { email: other })
    const statuses = []
    for (let round = 0; round < 4; round += 1) {
      for (const person of people) statuses.push((await claim(person, email)).status)
    }
    expect(statuses).toEqual(statuses.map(() => 200))
    await context.mailsTo(email, 'claimPurchase', SERVER_LIMITS.purchaseClaimsPerHour)
    const [davi] = people
    if (davi) expect((await claim(davi, other)).status).toBe(200)
    await mailedToken(other)
    expect(mailsOf(email)).toHaveLength(SERVER_LIMITS.purchaseClaimsPerHour)
    const refused = davi && (await claim(davi, other))
    expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })
})
