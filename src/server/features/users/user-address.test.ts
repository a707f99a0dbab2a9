import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { sessions } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { CREATOR_PLAN, makePurchase } from '../../testing/factories/purchases.ts'
import type { TestClient } from '../../testing/test-client.ts'

const OWNER = 'dona-da-casa@exemplo.com.br'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp({ ADMIN_EMAIL: OWNER })
  boss = context.app.visitor()
  await boss.signUp({ name: 'Dona', email: OWNER, password: 'senha-segura-1' })
  await follow(boss, linkIn((await context.mailsTo(OWNER, 'verify'))[0]))
  await boss.signIn(boss)
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const somewhere = () => `${randomUUID()}@exemplo.com.br`
const signUp = async (email = somewhere()): Promise<TestClient> => {
  const client = context.app.visitor()
  await client.signUp({ name: 'Bia Lima', email, password: 'senha-segura-1' })
  return client
}
const pathOf = ({ userId }: { userId: string }, call: string) => `/users/admin/${userId}/${call}`
const confirm = (who: { userId: string }, by = boss) => by.post<AdminUser>(pathOf(who, 'confirm-email'), {})
const move = (who: { userId: string }, email: string, by = boss) =>
  by.call<AdminUser>('PUT', `/api/v1${pathOf(who, 'email')}`, { email })
const sendLink = (who: { userId: string }, by = boss) => by.post<AdminUser>(pathOf(who, 'password-link'), {})
const lastEntry = async () => (await boss.get<AuditPage>('/audit/admin?limit=1')).data.items[0]
const isIn = async (client: TestClient) => (await client.get('/me')).status === 200
const withOldProof = async (work: () => Promise<unknown>) => {
  const [row] = await db().select().from(sessions).where(eq(sessions.userId, boss.userId))
  const proof = { provedAt: row?.provedAt ?? null }
  await db()
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, boss.userId))
  await work()
  await db().update(sessions).set(proof).where(eq(sessions.userId, boss.userId))
}

describe('an administrator confirms an address', { timeout: 60_000 }, () => {
  test('brings the purchases that waited, ends the sessions, tells the address, and is audited once', async () => {
    const bia = await signUp()
    await makePurchase(db(), { email: bia.email })
    await withOldProof(async () => expect((await confirm(bia)).error.code).toBe('STEP_UP_REQUIRED'))
    const { status, data } = await confirm(bia)
    expect([status, data.emailVerified]).toEqual([200, true])
    expect(data.activeSubscription?.plan.id).toBe(CREATOR_PLAN.id)
    expect(await isIn(bia)).toBe(false)
    await context.mailsTo(bia.email, 'addressConfirmed')
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'user.confirm-email', subjectId: bia.userId })
    await bia.signIn(bia)
    expect((await confirm(bia)).status).toBe(200)
    expect([await isIn(bia), (await lastEntry())?.id]).toEqual([true, entry?.id])
    expect((await confirm(boss)).status).toBe(409)
    expect((await confirm({ userId: randomUUID() })).status).toBe(404)
  })
})

describe('an administrator changes an address', { timeout: 60_000 }, () => {
  test('at once: sessions and links end, both addresses know, purchases come, and it is audited', async () => {
    const bia = await signUp()
    const to = somewhere()
    await makePurchase(db(), { email: to })
    const reset = await context.resetToken(bia.email)
    await withOldProof(async () => expect((await move(bia, to)).error.code).toBe('STEP_UP_REQUIRED'))
    const { data } = await move(bia, ` ${to.toUpperCase()}`)
    expect(data).toMatchObject({ email: to, emailVerified: true })
    expect(data.activeSubscription?.plan.id).toBe(CREATOR_PLAN.id)
    expect(await isIn(bia)).toBe(false)
    const body = { token: reset, newPassword: 'Outra-senha-2' }
    expect((await bia.call('POST', '/api/auth/reset-password', body)).status).toBe(400)
    const [told] = await context.mailsTo(bia.email, 'addressChanged')
    expect(told?.links.some((link) => link.includes('#'))).toBe(false)
    expect(told?.text).not.toContain(to)
    await context.mailsTo(to, 'addressGiven')
    expect(await lastEntry()).toMatchObject({
      ...{ action: 'user.change-email', subjectId: bia.userId },
      ...{ before: { email: bia.email }, after: { email: to } },
    })
    await bia.signIn({ email: to, password: bia.password })
    expect(await isIn(bia)).toBe(true)
  })

  test('is refused for the same, a taken and ADMIN_EMAIL’s address, and for administrators', async () => {
    const [bia, caio] = [await signUp(), await signUp()]
    const taken = await move(bia, caio.email)
    expect([taken.status, taken.error.details?.email]).toEqual([409, 'Este e-mail já tem uma conta.'])
    expect((await move(bia, bia.email)).status).toBe(400)
    expect((await move(boss, somewhere())).status).toBe(409)
    // Whoever proves that address becomes an administrator.
    await context.app.restart({ ADMIN_EMAIL: 'vaga@exemplo.com.br' })
    expect((await move(bia, 'vaga@exemplo.com.br')).status).toBe(403)
    const claimer = await signUp('vaga@exemplo.com.br')
    expect((await confirm(claimer)).status).toBe(403)
    await boss.call('POST', '/api/auth/admin/set-role', { userId: caio.userId, role: 'admin' })
    const other = await move(caio, somewhere())
    expect([other.status, other.error.message]).toEqual([
      403,
      expect.stringContaining('só muda pela própria'),
    ])
  })
})

describe('an administrator sends a password link', { timeout: 60_000 }, () => {
  test('that opens the account once, audited, five an hour, and not to a suspended account', async () => {
    const bia = await signUp()
    expect((await sendLink(bia)).status).toBe(200)
    const [mail] = await context.mailsTo(bia.email, 'reset')
    const link = new URL(mail?.links.find((it) => it.includes('/reset-password?')) ?? '')
    const body = { token: link.searchParams.get('token'), newPassword: 'Outra-senha-2' }
    expect(await lastEntry()).toMatchObject({ action: 'user.password-link', subjectId: bia.userId })
    expect((await bia.call('POST', '/api/auth/reset-password', body)).status).toBe(200)
    expect((await bia.call('POST', '/api/auth/reset-password', body)).status).toBe(400)
    await boss.post(pathOf(bia, 'ban'), {})
    expect((await sendLink(bia)).status).toBe(409)
    expect((await sendLink(bia, await signUp())).status).toBe(403)

    const caio = await signUp()
    await context.app.restart({ RATE_LIMITS: 'on' })
    const statuses = []
    for (let round = 0; round < 6; round += 1) statuses.push((await sendLink(caio)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})
