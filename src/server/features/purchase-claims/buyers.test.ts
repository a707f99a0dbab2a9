import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normalAddress } from '#shared/email-address.ts'
import type { Db } from '../../db/connect.ts'
import { purchaseClaims, subscriptionChanges, subscriptions, users } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { opensAllAgents } from '../../testing/factories/agents.ts'
import { CREATOR_PLAN, makePurchase } from '../../testing/factories/purchases.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { attachPurchases, findBuyer } from './buyers.queries.ts'
import { findPendingPurchase } from './pending-purchases.queries.ts'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp()
  // The first account is the administrator.
  await context.app.signUp()
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const somewhere = (mailbox = randomUUID() as string) => `${mailbox}@exemplo.com.br`

const signUp = async (email: string): Promise<TestClient> => {
  const client = context.app.visitor()
  await client.signUp({ name: 'Bia Lima', email, password: 'senha-segura-1' })
  return client
}
const prove = async (client: TestClient, email: string) =>
  follow(client, linkIn((await context.mailsTo(email, 'verify'))[0]))

/** Inserts an account directly. */
async function makeAccount(email: string, emailVerified: boolean): Promise<string> {
  const id = uuidv7()
  await db().insert(users).values({ id, name: 'Bia Lima', email, emailVerified })
  return id
}
const makeProvedClaim = (userId: string, email: string, usedAt = new Date()) =>
  db().insert(purchaseClaims).values({ userId, email, tokenHash: randomUUID(), expiresAt: usedAt, usedAt })

const ownerOf = async (id: string) => {
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.id, id))
  return row?.userId ?? null
}
const changesOf = (id: string) =>
  db().select().from(subscriptionChanges).where(eq(subscriptionChanges.subscriptionId, id))

describe('a purchase without an account', { timeout: 60_000 }, () => {
  test('is pending until its buyer signs up and verifies the address', async () => {
    const email = somewhere()
    const id = await makePurchase(db(), { email })
    const bia = await signUp(email)
    const { userId } = bia
    expect(await ownerOf(id)).toBeNull()
    expect(await findPendingPurchase(db(), { userId })).toBe('verify-email')
    expect(await opensAllAgents(db(), { userId })).toBe(false)
    expect((await bia.get('/me/subscription')).data).toMatchObject({ waiting: 'verify-email' })

    expect(await prove(bia, email)).toBe('/callback')
    expect(await ownerOf(id)).toBe(userId)
    expect(await findPendingPurchase(db(), { userId })).toBeNull()
    expect(await opensAllAgents(db(), { userId })).toBe(true)
    expect((await bia.get('/me/subscription')).data).toMatchObject({
      waiting: null,
      plan: { id: CREATOR_PLAN.id },
    })
    const [change, ...more] = await changesOf(id)
    expect(change).toMatchObject({
      ...{ source: 'sign-up', actorId: userId, before: null },
      after: { status: 'active', planId: CREATOR_PLAN.id },
    })
    // Signing in checks again, and finds nothing new.
    await bia.signIn(bia)
    expect([more, await changesOf(id)]).toEqual([[], [change]])
  })

  test('is assigned at the next sign-in if the address was verified before', async () => {
    const email = somewhere()
    const bia = await signUp(email)
    await prove(bia, email)
    const id = await makePurchase(db(), { email })
    expect(await findPendingPurchase(db(), bia)).toBeNull()
    await bia.signIn(bia)
    expect(await ownerOf(id)).toBe(bia.userId)
  })

  test('that no longer counts is not reported as pending', async () => {
    const email = somewhere()
    await makePurchase(db(), { email, status: 'canceled' })
    const { userId } = await signUp(email)
    expect(await findPendingPurchase(db(), { userId })).toBeNull()
  })
})

describe('A41 an account of another user', { timeout: 60_000 }, () => {
  test('A41 letter case and blanks are ignored in addresses, and plus tags are not', async () => {
    const mailbox = randomUUID()
    const typed = normalAddress(`  ${mailbox.toUpperCase()}@Exemplo.COM.br `) ?? ''
    const own = await makePurchase(db(), { email: typed })
    const tagged = await makePurchase(db(), { email: somewhere(`${mailbox}+loja`) })
    const bia = await signUp(`${mailbox.toUpperCase()}@exemplo.com.br`)
    await prove(bia, somewhere(mailbox))
    expect([await ownerOf(own), await ownerOf(tagged)]).toEqual([bia.userId, null])
  })

  test('A41 gets nothing through a look-alike of the buyer’s address, even if verified', async () => {
    const mailbox = `ana${randomUUID()}`
    // Full-width letters: another mailbox, whose compatibility form is the buyer's.
    const alike = somewhere(mailbox.replace('a', '\uff41'))
    expect(normalAddress(alike)).toBe(somewhere(mailbox))
    const thief = await makeAccount(alike, true)
    const id = await makePurchase(db(), { email: somewhere(mailbox) })
    await attachPurchases(db(), { userId: thief, source: 'sign-up' })
    expect(await ownerOf(id)).toBeNull()
    expect(await db().transaction((tx) => findBuyer(tx, { email: somewhere(mailbox) }))).toBeUndefined()
  })

  test('A41 keeps its purchases and its role', async () => {
    const email = somewhere()
    const first = await makeAccount(somewhere(), true)
    const taken = await makePurchase(db(), { email, userId: first })
    const open = await makePurchase(db(), { email })
    const bia = await signUp(email)
    await prove(bia, email)
    expect([await ownerOf(taken), await ownerOf(open)]).toEqual([first, bia.userId])
    const [row] = await db().select().from(users).where(eq(users.id, bia.userId))
    expect(row).toMatchObject({ role: 'user', emailVerified: true })
  })
})

describe('the account for a purchase', () => {
  /** Resolves once a transaction waits for a lock on the address. */
  const someoneWaits = (tx: Db) =>
    eventually(async () => {
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      expect((await tx.execute(waiting)).rowCount).toBe(1)
    })
  const buyerOf = (email: string) => db().transaction((tx) => findBuyer(tx, { email }))

  test('is the one with this verified email, else the one that proved it last by a purchase claim', async () => {
    const email = somewhere()
    const own = await makeAccount(email, false)
    expect(await buyerOf(email)).toBeUndefined()
    const [earlier, later] = [await makeAccount(somewhere(), true), await makeAccount(somewhere(), true)]
    await makeProvedClaim(later, email, new Date(Date.now() - 1_000))
    await makeProvedClaim(earlier, email, new Date(Date.now() - 60_000))
    expect(await buyerOf(email)).toBe(later)
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, own))
    expect(await buyerOf(email)).toBe(own)
  })

  test('is found by a purchase that arrives while the address is being proved', async () => {
    const email = somewhere()
    const userId = await makeAccount(email, false)
    const prove = async () => {
      await db().update(users).set({ emailVerified: true }).where(eq(users.id, userId))
      await attachPurchases(db(), { userId, source: 'sign-up' })
      return 'proved'
    }
    const { id, proof } = await db().transaction(async (tx) => {
      expect(await findBuyer(tx, { email })).toBeUndefined()
      const proof = prove()
      // The proof waits, and looks for purchases after this one is committed.
      expect(await Promise.race([proof, someoneWaits(tx)])).not.toBe('proved')
      return { id: await makePurchase(tx, { email }), proof }
    })
    await proof
    expect(await ownerOf(id)).toBe(userId)
  })

  test('is found by a purchase that arrives right after the address was proved', async () => {
    const email = somewhere()
    const userId = await makeAccount(email, false)
    const { arrival } = await db().transaction(async (tx) => {
      await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
      await attachPurchases(tx, { userId, source: 'sign-up' })
      const arrival = buyerOf(email)
      await Promise.race([arrival, someoneWaits(tx)])
      return { arrival }
    })
    expect(await arrival).toBe(userId)
  })
})
