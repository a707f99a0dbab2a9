import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type {
  AcceptedInvitation,
  AddedPerson,
  InvitationsPage,
  OpenedInvitation,
} from '#shared/contract/invitations.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { accounts, invitations, users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { BIG_PLAN, CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sendDueInvitations } from './invitation-mails.ts'
import { createInvitations, purgeInvitations } from './invitations.queries.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  boss = await context.app.signUp('Dona')
})
afterAll(() => context.close())

const UNTIL = '2030-12-31'
const PASSWORD = 'outra-senha-boa-7'
const db = () => context.app.server.deps.db
const somewhere = () => `${randomUUID()}@exemplo.com.br`
const add = (email: string, gift: object = { planId: CREATOR_PLAN.id, planUntil: UNTIL }) =>
  boss.post<AddedPerson>('/invitations/admin', { name: 'Íris Prado', email, ...gift })
const open = (token: string) => context.app.visitor().post<OpenedInvitation>('/invitations/open', { token })
const accept = (token: string, over: object = {}, client = context.app.visitor()) =>
  client.post<AcceptedInvitation>('/invitations/accept', {
    ...{ token, name: 'Íris Prado', password: PASSWORD, termsAccepted: true },
    ...over,
  })
/** The token of the `count`th invitation to an address. */
const mailedToken = async (email: string, count = 1) => {
  const mail = (await context.mailsTo(email, 'invitation', count)).at(-1)
  const link = new URL(mail?.links.find((it) => it.includes('convite=')) ?? '')
  expect([link.origin, link.pathname]).toEqual([context.app.appUrl, '/reset-password'])
  return link.searchParams.get('convite') ?? ''
}
const signIn = async (email: string, password = PASSWORD) => {
  const client = context.app.visitor()
  return { client, status: (await client.signIn({ email, password })).status }
}
const planOf = async (userId: string) => {
  const { data } = await boss.get<AdminUser>(`/users/admin/${userId}`)
  return [data.activeSubscription?.planId, data.activeSubscription?.currentPeriodEnd]
}
const rowOf = async (email: string) => {
  const [row] = await db().select().from(invitations).where(eq(invitations.email, email))
  return row
}

describe('an invitation', { timeout: 60_000 }, () => {
  test('opens an account with its plan and a confirmed address, by a link that works once', async () => {
    const email = somewhere()
    const added = await add(` ${email.toUpperCase()} `)
    expect([added.status, added.data.result]).toEqual([200, 'invited'])
    expect(added.data.invitation).toMatchObject({ email, status: 'sending', planUntil: UNTIL })
    const token = await mailedToken(email)
    expect(JSON.stringify(await rowOf(email))).not.toContain(token)
    expect((await open(token)).data).toEqual({
      ...{ email, name: 'Íris Prado', planName: CREATOR_PLAN.displayName },
      ...{ planUntil: UNTIL, hasAccount: false },
    })

    const accepted = await accept(token)
    expect(accepted.data).toEqual({ email, planName: CREATOR_PLAN.displayName })
    const { client, status } = await signIn(email)
    expect(status).toBe(200)
    expect(await planOf(client.userId)).toEqual([CREATOR_PLAN.id, '2031-01-01T02:59:59.999Z'])
    const [account] = await db().select().from(users).where(eq(users.email, email))
    expect(account).toMatchObject({ emailVerified: true, role: 'user' })
    expect(account?.termsAcceptedAt).not.toBeNull()
    for (const again of [await open(token), await accept(token, { password: 'senha-de-outro-9' })]) {
      expect([again.status, again.error.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect((await signIn(email)).status).toBe(200)
    const list = await boss.get<InvitationsPage>('/invitations/admin?state=accepted')
    expect(list.data.items[0]).toMatchObject({ email, status: 'accepted', userId: client.userId })
  })

  test('is used by one of several calls at once', async () => {
    const email = somewhere()
    await add(email)
    const token = await mailedToken(email)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((at) => accept(token, { password: `senha-boa-${at}x` })),
    )
    expect(replies.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await db().$count(users, eq(users.email, email))).toBe(1)
  })

  test('a second invitation and a resend replace plan and link; a cancel ends both', async () => {
    const email = somewhere()
    await add(email)
    const first = await mailedToken(email)
    const second = await add(email, { planId: BIG_PLAN.id })
    expect(second.data).toMatchObject({ result: 'renewed', invitation: { planUntil: null } })
    const newer = await mailedToken(email, 2)
    expect((await open(first)).status).toBe(404)
    expect((await open(newer)).data.planName).toBe(BIG_PLAN.displayName)

    const path = `/invitations/admin/${second.data.invitation?.id}`
    expect((await boss.post(`${path}/resend`)).status).toBe(200)
    const newest = await mailedToken(email, 3)
    expect((await open(newer)).status).toBe(404)
    expect((await boss.post(`${path}/cancel`)).data).toMatchObject({ status: 'canceled' })
    expect((await open(newest)).status).toBe(404)
    expect((await accept(newest)).status).toBe(404)
    for (const call of ['resend', 'cancel']) expect((await boss.post(`${path}/${call}`)).status).toBe(409)
    expect(await db().$count(users, eq(users.email, email))).toBe(0)
    const { data } = await boss.get<AuditPage>('/audit/admin?entity=invitation&limit=4')
    const actions = ['invitation.cancel', 'invitation.resend', 'invitation.update', 'invitation.create']
    expect(data.items.map(({ action }) => action)).toEqual(actions)
    expect(JSON.stringify(data)).not.toContain(email)
  })

  test('ends after 72 hours, and another mail renews it', async () => {
    const email = somewhere()
    const { data } = await add(email)
    const token = await mailedToken(email)
    const row = await rowOf(email)
    expect(Number(row?.expiresAt) - Number(row?.mailedAt)).toBe(72 * 3_600_000)
    await db().update(invitations).set({ expiresAt: sql`now()` }).where(eq(invitations.email, email))
    expect((await open(token)).status).toBe(404)
    expect((await accept(token)).status).toBe(404)
    const list = await boss.get<InvitationsPage>('/invitations/admin')
    expect(list.data.items.find((it) => it.email === email)?.status).toBe('expired')
    await boss.post(`/invitations/admin/${data.invitation?.id}/resend`)
    expect((await accept(await mailedToken(email, 2))).status).toBe(200)
  })

  test('refuses an easily guessed password and missing consent, and then still works', async () => {
    const email = somewhere()
    await add(email)
    const token = await mailedToken(email)
    const weak = await accept(token, { password: 'senha123456' })
    expect([weak.status, Object.keys(weak.error.details ?? {})]).toEqual([400, ['password']])
    expect((await accept(token, { termsAccepted: false })).status).toBe(400)
    expect((await accept(token)).status).toBe(200)
  })
})

describe('an address that has an account', { timeout: 60_000 }, () => {
  test('gets the plan at once when it is confirmed, keeps its password, and gets no mail', async () => {
    const ana = await context.app.signUp('Ana')
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, ana.userId))
    const added = await add(ana.email)
    expect(added.data).toEqual({ result: 'account-plan', invitation: null, userId: ana.userId })
    expect((await planOf(ana.userId))[0]).toBe(CREATOR_PLAN.id)
    expect((await add(ana.email)).data.result).toBe('account')
    expect(await rowOf(ana.email)).toBeUndefined()
    expect((await signIn(ana.email, ana.password)).status).toBe(200)
  })

  test('gets the plan by the link when it is not confirmed: a stranger who signed it up gets nothing', async () => {
    const stranger = await context.app.signUp('Quem Chegou Antes')
    expect((await add(stranger.email)).data.result).toBe('invited')
    const token = await mailedToken(stranger.email)
    expect((await planOf(stranger.userId))[0]).not.toBe(CREATOR_PLAN.id)
    expect((await open(token)).data.hasAccount).toBe(true)
    const taken = await accept(token)
    expect([taken.status, taken.error.code]).toEqual([409, 'CONFLICT'])
    expect((await signIn(stranger.email, stranger.password)).status).toBe(200)

    const other = await context.app.signUp('Outra Conta')
    expect((await other.post('/invitations/confirm', { token })).status).toBe(409)
    expect((await stranger.post('/invitations/confirm', { token })).status).toBe(200)
    expect((await planOf(stranger.userId))[0]).toBe(CREATOR_PLAN.id)
    expect((await stranger.post('/invitations/confirm', { token })).status).toBe(404)
  })

  test('signed up after the invitation: the plan follows the proof, and the link sets no password', async () => {
    const email = somewhere()
    await add(email)
    const token = await mailedToken(email)
    const client = context.app.visitor()
    await client.signUp({ name: 'Íris', email, password: 'senha-segura-1' })
    expect((await accept(token)).status).toBe(409)
    const [{ count } = { count: 0 }] = await db()
      .select({ count: sql<number>`count(*)::int` })
      .from(accounts)
      .where(eq(accounts.userId, client.userId))
    expect([count, (await signIn(email, 'senha-segura-1')).status]).toEqual([1, 200])
    await db().update(users).set({ emailVerified: true }).where(eq(users.email, email))
    // Each sign-in of a confirmed account honours what waits for it.
    await signIn(email, 'senha-segura-1')
    expect((await planOf(client.userId))[0]).toBe(CREATOR_PLAN.id)
    expect((await open(token)).status).toBe(404)
  })

  test('whose address changed: the link is for the invited address only', async () => {
    const email = somewhere()
    await add(email)
    const token = await mailedToken(email)
    const client = context.app.visitor()
    await client.signUp({ name: 'Íris', email, password: 'senha-segura-1' })
    await db().update(users).set({ email: somewhere() }).where(eq(users.email, email))
    expect((await client.post('/invitations/confirm', { token })).status).toBe(409)
    expect((await planOf(client.userId))[0]).not.toBe(CREATOR_PLAN.id)
  })

  test('that is deleted takes its invitation along; old ones are purged', async () => {
    const gone = await context.app.signUp('Vai Embora')
    await add(gone.email)
    await gone.call('POST', '/api/auth/delete-user', { password: gone.password })
    expect(await rowOf(gone.email)).toBeUndefined()
    const [kept, old] = [somewhere(), somewhere()]
    for (const email of [kept, old]) await add(email)
    await db()
      .update(invitations)
      .set({ canceledAt: sql`now() - interval '31 days'`, mailDueAt: null })
      .where(eq(invitations.email, old))
    await purgeInvitations(db())
    expect([(await rowOf(kept))?.email, await rowOf(old)]).toEqual([kept, undefined])
  })
})

test('mails leave once, whichever instance takes them, and 120 a minute at most', {
  timeout: 60_000,
}, async () => {
  const second = await startSecondInstance(context.app)
  const emails = Array.from({ length: 150 }, somewhere)
  const mails = () => context.mail.mails.filter(({ to }) => emails.includes(to[0] ?? ''))
  try {
    // As an hour ago: the mails of the tests before do not count.
    await db().update(invitations).set({ mailedAt: sql`now() - interval '1 hour'`, mailDueAt: null })
    const row = { name: 'Íris', createdBy: boss.userId, isByHand: false, isMailed: true }
    await createInvitations(
      db(),
      emails.map((email) => ({ ...row, email, planId: null, planUntil: null })),
    )
    const { deps } = context.app.server
    await eventually(async () => {
      await Promise.all([deps, second.server.deps, deps].map(sendDueInvitations))
      expect(mails()).toHaveLength(PEOPLE_LIMITS.invitationMailsPerMinute)
    })
    await sendDueInvitations(deps)
    expect(await db().$count(invitations, isNotNull(invitations.mailDueAt))).toBe(
      emails.length - PEOPLE_LIMITS.invitationMailsPerMinute,
    )
  } finally {
    await second.server.stop()
  }
  expect(new Set(mails().map(({ to }) => to[0])).size).toBe(mails().length)
})

test('five mails an hour to one address, and no stranger adds people', { timeout: 60_000 }, async () => {
  await context.app.restart({ RATE_LIMITS: 'on' })
  const email = somewhere()
  const replies = []
  for (let at = 0; at < 6; at += 1) replies.push((await add(email)).status)
  expect(replies).toEqual([200, 200, 200, 200, 200, 429])
  const visitor = context.app.visitor()
  expect((await visitor.post('/invitations/admin', { name: 'X', email })).status).toBe(401)
})
