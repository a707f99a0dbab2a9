import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { credentials, mailCounts, sessions, users } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { enterByPasskey, registerPasskey, SoftwarePasskey } from '../../testing/clients/software-passkey.ts'

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
  test('is confirmed by the link of a mail, which ends at /callback', async () => {
    await using context = await opened()
    const { app } = context
    const ana = await app.signUp()
    expect(await rowOf(context, ana.email)).toMatchObject({ emailVerified: false })
    const link = linkIn((await context.mailsTo(ana.email, 'verify'))[0])
    expect(link.origin).toBe(app.appUrl)
    expect(await follow(ana, link)).toBe('/callback')
    expect(await rowOf(context, ana.email)).toMatchObject({ emailVerified: true })
    expect((await ana.get('/labels')).status).toBe(200)
    expect((await app.visitor().signIn(ana)).status).toBe(200)
    // Afterwards the link is without effect, in any browser.
    const other = app.visitor()
    expect(await follow(other, link)).toBe('/callback')
    expect(other.cookie).toBe('')
    expect((await app.visitor().signIn(ana)).status).toBe(200)
  })

  test('is proved by its owner, not by a stranger who signed up with it', async () => {
    await using context = await opened({ ADMIN_EMAIL: 'dona@exemplo.com.br' })
    const { app } = context
    const { db } = app.server.deps
    const stranger = app.visitor()
    const theirs = account({ email: 'dona@exemplo.com.br' })
    await stranger.signUp(theirs)
    await db.insert(credentials).values({
      ...{ userId: stranger.userId, name: 'Espiã', provider: 'openai', sealed: 'x', keyId: 'x' },
      ...{ lastFour: 'wxyz', status: 'verified', isActive: true },
    })
    const [key, here] = [new SoftwarePasskey(), { origin: app.appUrl }]
    expect((await registerPasskey(stranger, key, here)).status).toBe(200)
    const link = linkIn((await context.mailsTo(theirs.email, 'verify'))[0])
    const owner = app.visitor()
    const path = (await follow(owner, link)) ?? ''
    expect(path).toMatch(/^\/reset-password\?token=[\w-]+&first=true$/)
    // The stranger has no way in, and the account is the administrator's only now.
    expect((await stranger.get('/labels')).status).toBe(401)
    expect((await app.visitor().signIn(theirs)).status).toBe(401)
    expect((await enterByPasskey(app.visitor(), key, here)).status).toBe(401)
    expect(await db.$count(credentials)).toBe(0)
    expect(await rowOf(context, theirs.email)).toMatchObject({ role: 'admin', emailVerified: true })

    // A mail scanner may have followed the link first: the owner finds the way too, and once more.
    const again = (await follow(app.visitor(), link)) ?? ''
    expect(again).toMatch(/^\/reset-password\?token=/)
    const newPassword = 'Senha-da-dona-7'
    const choose = (from: string) =>
      owner.call('POST', '/api/auth/reset-password', {
        newPassword,
        token: new URLSearchParams(from.split('?')[1]).get('token'),
      })
    expect((await choose(path)).status).toBe(400)
    expect((await choose(again)).status).toBe(200)
    expect((await owner.signIn({ email: theirs.email, password: newPassword })).status).toBe(200)
    expect((await owner.get('/users/admin')).status).toBe(200)
    expect(await follow(app.visitor(), link)).toBe('/callback')
    expect((await app.visitor().signIn({ email: theirs.email, password: newPassword })).status).toBe(200)
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
    // The mail of the sign-up is the first of the five.
    for (let asked = 1; asked <= 5; asked += 1) expect((await ask()).body).toEqual({ status: true })
    await context.mailsTo(ana.email, 'verify', 5)
    // The suppressed mail counts too, after its answer.
    const { db } = app.server.deps
    await vi.waitFor(async () => expect(await db.$count(mailCounts, eq(mailCounts.count, 6))).toBe(1))
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
    expect(bia.cookie).not.toContain('session_token')
    const refused = await bia.signIn(mine)
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'EMAIL_NOT_VERIFIED' }])
    const [, again] = await context.mailsTo(mine.email, 'verify', 2)
    expect((await bia.signIn({ email: mine.email, password: 'senha-errada-9' })).status).toBe(401)
    expect(await follow(bia, linkIn(again))).toBe('/callback')
    expect((await bia.signIn(mine)).status).toBe(200)
    const user = await rowOf(context, mine.email)
    expect(await app.server.deps.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1)
  })

  test('a stranger’s password opens nothing once the owner follows the link', async () => {
    await using context = await opened({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const { app } = context
    const theirs = account()
    const stranger = app.visitor()
    await stranger.signUp(theirs)
    await stranger.signIn(theirs)
    const link = linkIn((await context.mailsTo(theirs.email, 'verify', 2))[1])
    expect(await follow(app.visitor(), link)).toMatch(/^\/reset-password\?token=[\w-]+&first=true$/)
    expect((await stranger.signIn(theirs)).status).toBe(401)
  })

  test('a forged cookie of a sign-up counts as none', async () => {
    await using context = await opened({ REQUIRE_EMAIL_VERIFICATION: 'true' })
    const { app } = context
    const [bia, mine] = [app.visitor(), account()]
    await bia.signUp(mine)
    const link = linkIn((await context.mailsTo(mine.email, 'verify'))[0])
    const other = app.visitor()
    await other.signUp(account())
    const forged = app.visitor()
    const cookie = other.cookie.replace(/=[^.]+\./, `=${(await rowOf(context, mine.email))?.id}.`)
    const answer = await forged.fetch('GET', link.pathname + link.search, undefined, { Cookie: cookie })
    expect(answer.headers.get('location')).toMatch(/^\/reset-password/)
    expect((await bia.signIn(mine)).status).toBe(401)
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
