import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangedEmail, EmailChange, RestoredEmail } from '#shared/contract/email-changes.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { emailChanges, passkeys, sessions, twoFactors, users } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { CREATOR_PLAN, makePurchase } from '../../testing/factories/purchases.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeEmailChanges } from './email-changes.queries.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  boss = await context.app.signUp('Dona')
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const somewhere = () => `${randomUUID()}@exemplo.com.br`
const PASSWORD = 'senha-segura-1'

/** A person whose address is proved. */
async function person(email = somewhere(), mails = 1): Promise<TestClient> {
  const client = context.app.visitor()
  await client.signUp({ name: 'Bia Lima', email, password: PASSWORD })
  await follow(client, linkIn((await context.mailsTo(email, 'verify', mails)).at(-1)))
  return client
}
const ask = (client: TestClient, email: string) => client.post<EmailChange>('/me/email-changes', { email })
const confirm = (token: string, client = context.app.visitor()) =>
  client.post<ChangedEmail>('/email-changes/confirm', { token })
const undo = (token: string) => context.app.visitor().post<RestoredEmail>('/email-changes/undo', { token })

type Kind = 'confirmAddress' | 'addressChanged'
async function tokenTo(email: string, kind: Kind, count = 1): Promise<string> {
  const mail = (await context.mailsTo(email, kind, count)).at(-1)
  const link = new URL(mail?.links.find((it) => it.includes('/callback#')) ?? '')
  expect(link.origin + link.pathname + link.search).toBe(`${context.app.appUrl}/callback`)
  return new URLSearchParams(link.hash.slice(1)).get(kind === 'confirmAddress' ? 'novo' : 'volta') ?? ''
}
/** The whole change; returns the token of the link on the old address. */
async function change(client: TestClient, from: string, to: string): Promise<string> {
  expect((await ask(client, to)).status).toBe(200)
  expect((await confirm(await tokenTo(to, 'confirmAddress'))).data).toEqual({ email: to })
  return tokenTo(from, 'addressChanged')
}
const stored = async (userId: string) => (await db().select().from(users).where(eq(users.id, userId)))[0]
const elsewhere = async (email: string): Promise<TestClient> => {
  const client = context.app.visitor()
  await client.signIn({ email, password: PASSWORD })
  return client
}
const isIn = async (client: TestClient) => (await client.get('/me')).status === 200
/** A set-up authenticator app. */
const addFactor = (userId: string) =>
  db().insert(twoFactors).values({ userId, secret: 's', backupCodes: '[]', verified: true })
const factorsOf = (userId: string) => db().$count(twoFactors, eq(twoFactors.userId, userId))
const age = (userId: string, values: Partial<Record<'expiresAt' | 'undoExpiresAt', Date>>) =>
  db().update(emailChanges).set(values).where(eq(emailChanges.userId, userId))

describe('a change of the own address', { timeout: 60_000 }, () => {
  test('waits for the link on the new one, keeps this session and ends the others', async () => {
    const [from, to] = [somewhere(), somewhere()]
    const bia = await person(from)
    const phone = await elsewhere(from)
    await makePurchase(db(), { email: to })
    const key = {
      name: 'Celular',
      publicKey: 'x',
      credentialID: to,
      counter: 0,
      deviceType: 'x',
      backedUp: true,
    }
    await db()
      .insert(passkeys)
      .values({ ...key, userId: bia.userId })
    const asked = await ask(bia, ` ${to.toUpperCase()} `)
    await addFactor(bia.userId)
    expect(asked.data).toEqual({ email: to, expiresAt: expect.any(String) })
    expect((await bia.get('/me/email-changes')).data).toEqual(asked.data)
    expect(await stored(bia.userId)).toMatchObject({ email: from })
    const token = await tokenTo(to, 'confirmAddress')
    const [row] = await db().select().from(emailChanges).where(eq(emailChanges.userId, bia.userId))
    expect(JSON.stringify(row)).not.toContain(token)

    // On a device without a session.
    expect((await confirm(token)).data).toEqual({ email: to })
    expect(await stored(bia.userId)).toMatchObject({ email: to, emailVerified: true })
    expect([await isIn(bia), await isIn(phone)]).toEqual([true, false])
    expect((await bia.get('/me/email-changes')).data).toBeNull()
    expect((await bia.get('/me/subscription')).data).toMatchObject({ plan: { id: CREATOR_PLAN.id } })
    expect(await db().$count(passkeys, eq(passkeys.userId, bia.userId))).toBe(1)
    expect(await factorsOf(bia.userId)).toBe(1)
    expect(await isIn(await elsewhere(to))).toBe(true)
    // Once.
    expect((await confirm(token)).status).toBe(404)
    const [told] = await context.mailsTo(from, 'addressChanged')
    expect(told?.text).toContain('72 horas')
    expect(told?.text).not.toContain(to)
  })

  test('needs a recent proof of identity', async () => {
    const bia = await person()
    await db()
      .update(sessions)
      .set({ provedAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.userId, bia.userId))
    const to = somewhere()
    expect((await ask(bia, to)).error.code).toBe('STEP_UP_REQUIRED')
    expect((await bia.post('/me/proof', { password: 'errada-mesmo-1' })).status).toBe(400)
    await bia.post('/me/proof', { password: PASSWORD })
    expect((await ask(bia, to)).status).toBe(200)
  })

  test('is refused while an administrator is in their place', async () => {
    const bia = await person()
    const inside = context.app.visitor()
    await inside.signIn(boss)
    const entered = await inside.call('POST', '/api/auth/admin/impersonate-user', {
      userId: bia.userId,
      reason: 'Pedido de ajuda',
    })
    expect(entered.status).toBe(200)
    expect((await ask(inside, somewhere())).status).toBe(403)
    expect((await inside.get('/me/email-changes')).status).toBe(403)
  })

  test('A14 answers alike for a taken address, whose mailbox alone learns it', async () => {
    const [bia, other] = [await person(), await person()]
    const shown = async (email: string) => {
      const { status, headers, body } = await ask(bia, email)
      const text = JSON.stringify({ ...Object(body), timestamp: '' }).replaceAll(email, 'x')
      return { status, names: [...headers.keys()].toSorted(), text: text.replace(/\d{4}-[^"]+/, '') }
    }
    const [free, taken] = [await shown(somewhere()), await shown(other.email)]
    expect(taken).toEqual(free)
    expect((await bia.get('/me/email-changes')).data).toMatchObject({ email: other.email })
    const [told] = await context.mailsTo(other.email, 'addressInUse')
    expect(told?.links.some((link) => link.includes('#'))).toBe(false)
    const own = await ask(bia, bia.email)
    expect([own.status, own.error.details?.email]).toEqual([400, 'Este já é o e-mail da sua conta.'])
  })

  test('A20 counts only the newest link, within its hour, and none after it was given up', async () => {
    const bia = await person()
    const [first, second] = [somewhere(), somewhere()]
    await ask(bia, first)
    const older = await tokenTo(first, 'confirmAddress')
    await ask(bia, second)
    const newer = await tokenTo(second, 'confirmAddress')
    expect((await confirm(older)).status).toBe(404)
    await bia.call('DELETE', '/api/v1/me/email-changes')
    expect((await confirm(newer)).status).toBe(404)
    await ask(bia, second)
    const late = await tokenTo(second, 'confirmAddress', 2)
    await age(bia.userId, { expiresAt: new Date() })
    const refused = await confirm(late)
    expect([refused.status, refused.error.message]).toEqual([404, expect.stringContaining('já não vale')])
    expect(await stored(bia.userId)).toMatchObject({ email: bia.email })
  })

  test('is refused once somebody has the address, and ends reset links of the old one', async () => {
    const bia = await person()
    const [wanted, free] = [somewhere(), somewhere()]
    await ask(bia, wanted)
    const token = await tokenTo(wanted, 'confirmAddress')
    await person(wanted)
    expect((await confirm(token)).status).toBe(409)
    const reset = await context.resetToken(bia.email)
    await change(bia, bia.email, free)
    const used = await context.app
      .visitor()
      .call('POST', '/api/auth/reset-password', { token: reset, newPassword: 'Outra-senha-2' })
    expect(used.status).toBe(400)
  })

  test('gives no way back to an address that was never proved', async () => {
    const [from, to] = [somewhere(), somewhere()]
    const bia = context.app.visitor()
    await bia.signUp({ name: 'Bia Lima', email: from, password: PASSWORD })
    await ask(bia, to)
    await confirm(await tokenTo(to, 'confirmAddress'))
    const [told] = await context.mailsTo(from, 'addressChanged')
    expect(told?.links.some((link) => link.includes('#'))).toBe(false)
    expect(await stored(bia.userId)).toMatchObject({ email: to, emailVerified: true })
  })
})

describe('the way back on the old address', { timeout: 60_000 }, () => {
  test('returns it once, ends every session and leads to a new password', async () => {
    const [from, to] = [somewhere(), somewhere()]
    const bia = await person(from)
    const token = await change(bia, from, to)
    const passkey = {
      name: 'Celular',
      publicKey: 'key',
      credentialID: randomUUID(),
      counter: 0,
      deviceType: 'singleDevice',
    }
    await db()
      .insert(passkeys)
      .values({ ...passkey, userId: bia.userId, backedUp: false })
    await addFactor(bia.userId)
    const undone = await undo(token)
    expect(undone.data).toEqual({ email: from, passwordToken: expect.any(String) })
    expect(await stored(bia.userId)).toMatchObject({ email: from, emailVerified: true })
    expect(await isIn(bia)).toBe(false)
    // The thief knows the password, and may have added a passkey.
    expect(await isIn(await elsewhere(from))).toBe(false)
    expect(await db().$count(passkeys, eq(passkeys.userId, bia.userId))).toBe(0)
    await context.mailsTo(to, 'addressRestored')
    // The link that was used fits the account again, and counts no more.
    expect((await confirm(await tokenTo(to, 'confirmAddress'))).status).toBe(404)
    const body = { token: undone.data.passwordToken, newPassword: 'Outra-senha-2' }
    expect((await bia.call('POST', '/api/auth/reset-password', body)).status).toBe(200)
    await bia.signIn({ email: from, password: body.newPassword })
    expect(await isIn(bia)).toBe(true)
    expect((await undo(token)).status).toBe(404)
    // Only its owner, or the terminal, takes a second factor away: the old mailbox alone must not open the account.
    expect(await factorsOf(bia.userId)).toBe(1)
  })

  test('ends after 72 hours', async () => {
    const [from, to] = [somewhere(), somewhere()]
    const bia = await person(from)
    const token = await change(bia, from, to)
    const [row] = await db().select().from(emailChanges).where(eq(emailChanges.userId, bia.userId))
    const hours = ((row?.undoExpiresAt?.getTime() ?? 0) - (row?.confirmedAt?.getTime() ?? 0)) / 3_600_000
    expect(hours).toBeCloseTo(72, 3)
    await age(bia.userId, { undoExpiresAt: new Date() })
    expect((await undo(token)).status).toBe(404)
    expect(await stored(bia.userId)).toMatchObject({ email: to })
  })

  test('undoes a thief’s second change too, whose own way back ends', async () => {
    const [own, first, second] = [somewhere(), somewhere(), somewhere()]
    const bia = await person(own)
    const ours = await change(bia, own, first)
    const theirs = await change(bia, first, second)
    expect((await undo(ours)).data.email).toBe(own)
    expect((await undo(theirs)).status).toBe(404)
    expect(await stored(bia.userId)).toMatchObject({ email: own })
  })

  test('is not blocked by an unproved account with the address, and is by a proved one', async () => {
    const [own, to] = [somewhere(), somewhere()]
    const bia = await person(own)
    const token = await change(bia, own, to)
    const squatter = context.app.visitor()
    await squatter.signUp({ name: 'Caio', email: own, password: PASSWORD })
    expect((await undo(token)).data.email).toBe(own)
    expect(await isIn(squatter)).toBe(false)
    expect((await stored(squatter.userId))?.email).toContain('@endereco-devolvido.invalid')

    const [mine, later] = [somewhere(), somewhere()]
    const ana = await person(mine)
    const back = await change(ana, mine, later)
    await person(mine, 2)
    expect((await undo(back)).status).toBe(409)
  })
})

describe('email changes', { timeout: 60_000 }, () => {
  test('are deleted a month later', async () => {
    const bia = await person()
    await ask(bia, somewhere())
    const all = () => db().$count(emailChanges, eq(emailChanges.userId, bia.userId))
    await purgeEmailChanges(db())
    expect(await all()).toBe(1)
    await db()
      .update(emailChanges)
      .set({ createdAt: sql`now() - interval '31 days'` })
      .where(eq(emailChanges.userId, bia.userId))
    await purgeEmailChanges(db())
    expect(await all()).toBe(0)
  })

  // Last, because it restarts the server with rate limits.
  test('are limited to five an hour and person, and to five mails an hour and mailbox', async () => {
    const people = [await person(), await person()]
    await context.app.restart({ RATE_LIMITS: 'on' })
    const to = somewhere()
    const statuses = []
    for (const client of people) {
      for (let round = 0; round < 6; round += 1) statuses.push((await ask(client, to)).status)
    }
    const five = Array.from({ length: SERVER_LIMITS.emailChangesPerHour }, () => 200)
    expect(statuses).toEqual([...five, 429, ...five, 429])
    await context.mailsTo(to, 'confirmAddress', SERVER_LIMITS.emailChangesPerHour)
    expect(context.mail.mails.filter((it) => it.to.includes(to))).toHaveLength(
      SERVER_LIMITS.emailChangesPerHour,
    )
  })
})
