import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { mailCounts, sessions, users } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'

const account = (over: Record<string, unknown> = {}) => ({
  name: 'Bia Lima',
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
  ...over,
})

const rowOf = async ({ app }: MailedApp, email: string) => {
  const [row] = await app.server.deps.db.select().from(users).where(eq(users.email, email))
  return row
}

const opened = async (variables: Record<string, string> = {}) => {
  const mailed = await createMailedApp(variables)
  return { ...mailed, [Symbol.asyncDispose]: mailed.close }
}

describe('the address of an account', { timeout: 120_000 }, () => {
  test('is confirmed by the link of a mail, which ends at /callback, signed in or not', async () => {
    await using context = await opened()
    const { app } = context
    const ana = await app.signUp()
    expect(await rowOf(context, ana.email)).toMatchObject({ emailVerified: false })
    const link = linkIn((await context.mailsTo(ana.email, 'verify'))[0])
    expect(link.origin).toBe(app.appUrl)
    const stranger = app.visitor()
    expect(await follow(stranger, link)).toBe('/callback')
    expect(await rowOf(context, ana.email)).toMatchObject({ emailVerified: true })
    // The link confirms; it does not open a session.
    expect(stranger.cookie).toBe('')
    expect((await ana.get('/labels')).status).toBe(200)
    expect(await follow(ana, link)).toBe('/callback')
  })

  test('an invalid link reports an error at /callback', async () => {
    await using context = await opened()
    const link = new URL(`${context.app.appUrl}/api/auth/verify-email?token=x.y.z`)
    expect(await follow(context.app.visitor(), link)).toBe('/callback?error=INVALID_TOKEN')
  })

  test('another mail can be requested five times an hour, with the same response beyond', async () => {
    await using context = await opened({ RATE_LIMITS: 'on' })
    const { app, mail } = context
    const ana = await app.signUp()
    await context.mailsTo(ana.email, 'verify')
    const ask = () => ana.call('POST', '/api/auth/send-verification-email', { email: ana.email })
    for (let asked = 1; asked < 8; asked += 1) expect((await ask()).body).toEqual({ status: true })
    await context.mailsTo(ana.email, 'verify', 5)
    // Suppressed mails also count; afterwards none is pending.
    const { db } = app.server.deps
    await db.update(mailCounts).set({ windowStart: new Date(Date.now() - 3_601_000) })
    await ask()
    expect(await context.mailsTo(ana.email, 'verify', 6)).toHaveLength(6)
    expect(mail.mails).toHaveLength(6)
  })

  test('ADMIN_EMAIL becomes administrator, for later sessions', async () => {
    await using context = await opened({ ADMIN_EMAIL: 'dona@exemplo.com.br' })
    const { app } = context
    const dona = app.visitor()
    await dona.signUp(account({ email: 'dona@exemplo.com.br' }) as never)
    const link = linkIn((await context.mailsTo('dona@exemplo.com.br', 'verify'))[0])
    expect(await follow(dona, link)).toBe('/callback')
    expect(await rowOf(context, 'dona@exemplo.com.br')).toMatchObject({ role: 'admin', emailVerified: true })
    // An earlier session does not get the new role (A12).
    expect((await dona.get('/labels')).status).toBe(401)
    expect((await dona.signIn(dona)).status).toBe(200)
  })
})

describe('REQUIRE_EMAIL_VERIFICATION', { timeout: 120_000 }, () => {
  test('sign-in is refused before; the correct password sends the mail again', async () => {
    await using context = await opened({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const { app } = context
    const bia = app.visitor()
    const mine = account()
    expect((await bia.signUp(mine)).body).toMatchObject({ token: null })
    expect(bia.cookie).toBe('')
    const refused = await bia.signIn(mine)
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'EMAIL_NOT_VERIFIED' }])
    const [, again] = await context.mailsTo(mine.email, 'verify', 2)
    expect((await bia.signIn({ email: mine.email, password: 'senha-errada-9' })).status).toBe(401)
    expect(await follow(bia, linkIn(again))).toBe('/callback')
    expect((await bia.signIn(mine)).status).toBe(200)
    const user = await rowOf(context, mine.email)
    expect(await app.server.deps.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1)
  })

  test('sign-up answers alike for an address that has an account; its owner gets a mail', async () => {
    await using context = await opened({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const mine = account()
    const theirs = { ...mine, name: 'Outra Pessoa', password: 'senha-dela-22' }
    const first = await context.app.visitor().signUp({ ...theirs, email: `${randomUUID()}@exemplo.com.br` })
    await context.app.visitor().signUp(mine)
    const second = await context.app.visitor().signUp(theirs)
    // Equal except for generated values.
    const shown = ({ body }: { body: unknown }) =>
      JSON.stringify(body, (name, value) =>
        /^(id|email|createdAt|updatedAt)$/.test(name) ? typeof value : value,
      )
    expect(shown(second)).toBe(shown(first))
    expect(second.status).toBe(first.status)
    expect(Object(second.body).user).toMatchObject({ name: 'Outra Pessoa', email: mine.email, role: 'user' })
    const [letter] = await context.mailsTo(mine.email, 'accountExists')
    expect(letter?.text).toContain('Olá, Bia. ')
    expect(await rowOf(context, mine.email)).toMatchObject({ name: 'Bia Lima' })
  })
})
