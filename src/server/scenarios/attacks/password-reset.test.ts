import { createEmailVerificationToken } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users, verifications } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { eventually } from '../../testing/eventually.ts'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp({ SECRET })
})
afterAll(() => context.close())

const NEW = 'Outra-senha-2'
const SECRET = 'um-segredo-de-teste-com-mais-de-32-letras'

const use = (token: string, newPassword = NEW) =>
  context.app.visitor().call('POST', '/api/auth/reset-password', { token, newPassword })

const linkTo = (token: string) => new URL(`${context.app.appUrl}/api/auth/reset-password/${token}`)

/** Asserts that a reset link is invalid: its page says so, and its token changes nothing. */
async function expectDead(token: string): Promise<void> {
  expect(await follow(context.app.visitor(), linkTo(token))).toBe(
    `${context.app.appUrl}/reset-password?error=INVALID_TOKEN`,
  )
  const reply = await use(token)
  expect([reply.status, reply.body]).toMatchObject([400, { code: 'INVALID_TOKEN' }])
}

describe('A20 the password reset link', { timeout: 120_000 }, () => {
  test('works once, also when used four times concurrently', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    const replies = await Promise.all([1, 2, 3, 4].map((index) => use(token, `${NEW}${index}`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    await expectDead(token)
  })

  test('works for an hour', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    const { db } = context.app.server.deps
    const [row] = await db.select().from(verifications).where(eq(verifications.value, ana.userId))
    const lasts = (row?.expiresAt.getTime() ?? 0) - Date.now()
    expect(lasts).toBeLessThanOrEqual(3_600_000)
    expect(lasts).toBeGreaterThan(3_500_000)
    await db.update(verifications).set({ expiresAt: new Date(Date.now() - 1_000) })
    await expectDead(token)
    expect((await ana.get('/labels')).status).toBe(200)
  })

  test('is invalid once a newer one is requested, and all are once one is used', async () => {
    const ana = await context.app.signUp()
    const older = await context.resetToken(ana.email)
    const newer = await context.resetToken(ana.email)
    expect(newer).not.toBe(older)
    await expectDead(older)
    expect((await use(newer)).status).toBe(200)
    expect((await ana.get('/labels')).status).toBe(401)
    await expectDead(newer)
  })

  test('is invalid once the account’s email has changed', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    // No call of the app changes an email; better-auth itself does, for a link signed with our secret.
    const to = 'nova.morada@exemplo.com.br'
    const requestType = 'change-email-verification'
    const payload = { requestType, userId: ana.userId }
    const signed = await createEmailVerificationToken(SECRET, ana.email, to, 3_600, payload)
    const link = new URL(`${context.app.appUrl}/api/auth/verify-email?token=${signed}`)
    expect(await follow(ana, link)).toBe('/callback')
    const { db } = context.app.server.deps
    const [row] = await db.select().from(users).where(eq(users.id, ana.userId))
    expect(row).toMatchObject({ email: to })
    await expectDead(token)
  })

  test('works for its own account only, and is not a session', async () => {
    const [ana, bia] = [await context.app.signUp(), await context.app.signUp()]
    const token = await context.resetToken(ana.email)
    expect((await use(token)).status).toBe(200)
    expect((await bia.get('/labels')).status).toBe(200)
    expect((await context.app.visitor().signIn(bia)).status).toBe(200)
    expect((await context.app.visitor().signIn({ email: ana.email, password: NEW })).status).toBe(200)
  })

  test('is stored as a hash, which opens nothing', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    const { db } = context.app.server.deps
    const [row] = await db.select().from(verifications).where(eq(verifications.value, ana.userId))
    expect(JSON.stringify(row)).not.toContain(token)
    for (const stolen of [row?.identifier ?? '', row?.id ?? '', `reset-password:${row?.identifier}`]) {
      expect((await use(stolen)).status).toBe(400)
    }
    expect((await use(token)).status).toBe(200)
  })

  test('is in no log, and in no Referer', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    // The secrets that closing the test app searches for in the log.
    context.app.secrets.add(token)
    const visitor = context.app.visitor()
    const link = linkIn((await context.mailsTo(ana.email, 'reset')).at(-1))
    const response = await visitor.fetch('GET', link.pathname + link.search)
    expect(response.status).toBe(302)
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    expect(response.headers.get('cache-control')).toBe('no-store')
    await visitor.fetch('GET', `/reset-password?token=${token}`)
    await use(token)
    await eventually(() => expect(context.app.logs.join('')).toContain('/api/auth/reset-password'))
    expect(context.app.logs.join('')).not.toContain(token)
  })
})

describe('A21 a foreign Host header', { timeout: 120_000 }, () => {
  const EVIL: Record<string, string>[] = [
    { Host: 'mal.exemplo' },
    { Host: 'localhost:3000', 'X-Forwarded-Host': 'mal.exemplo', 'X-Forwarded-Proto': 'https' },
    { Host: 'localhost', Forwarded: 'host=mal.exemplo;proto=https' },
    { Host: 'mal.exemplo', 'X-Original-Host': 'mal.exemplo', 'X-Host': 'mal.exemplo' },
    { Host: 'localhost:3000@mal.exemplo' },
  ]

  test.each(EVIL)('%o is in no mail', async (headers) => {
    const { app } = context
    const ana = await app.signUp()
    const body = JSON.stringify({ email: ana.email, redirectTo: '/reset-password' })
    const ask = (path: string) =>
      sendRaw(app.baseUrl, requestText('POST', `/api/auth${path}`, { Origin: app.appUrl, ...headers }, body))
    const answers = [await ask('/request-password-reset'), await ask('/send-verification-email')]
    // An invalid Host is refused before any action; for all others the configured address is used.
    if (answers.some(({ status }) => status !== 200)) {
      expect(answers.map(({ status }) => status)).toEqual([400, 400])
      return
    }
    const mails = [
      ...(await context.mailsTo(ana.email, 'reset')),
      ...(await context.mailsTo(ana.email, 'verify', 2)),
    ]
    for (const { raw, links } of mails) {
      expect(raw).not.toContain('mal.exemplo')
      for (const link of links) expect(new URL(link).origin).toBe(app.appUrl)
    }
  })

  test('is in no mail either when it comes with the first request', async () => {
    await context.app.restart()
    const { app } = context
    await sendRaw(app.baseUrl, requestText('GET', '/api/auth/get-session', { Host: 'mal.exemplo' }))
    const ana = await app.signUp()
    const link = linkIn((await context.mailsTo(ana.email, 'verify'))[0])
    expect(link.origin).toBe(app.appUrl)
  })
})
