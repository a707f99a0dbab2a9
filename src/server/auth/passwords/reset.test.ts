import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions, signInFailures, verifications } from '../../db/schema/index.ts'
import { createMailedApp, follow, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp()
})
afterAll(() => context.close())

const NEW = 'Outra-senha-2'

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, which ends at /reset-password with its token', async () => {
    const { app } = context
    const ana = await app.signUp()
    const token = await context.resetToken(ana.email)
    const link = linkIn((await context.mailsTo(ana.email, 'reset')).at(-1))
    expect(link.origin).toBe(app.appUrl)
    const visitor = app.visitor()
    expect(await follow(visitor, link)).toBe(`${app.appUrl}/reset-password?token=${token}`)
    const reply = await visitor.call('POST', '/api/auth/reset-password', { token, newPassword: NEW })
    expect(reply.body).toEqual({ status: true })
    await context.mailsTo(ana.email, 'changed')
    // All sessions end, and only the new password works.
    expect((await ana.get('/labels')).status).toBe(401)
    expect((await visitor.signIn(ana)).status).toBe(401)
    expect((await visitor.signIn({ email: ana.email, password: NEW })).status).toBe(200)
    expect(await follow(visitor, link)).toBe(`${app.appUrl}/reset-password?error=INVALID_TOKEN`)
  })

  test('a reset lifts the delay of failed sign-ins', async () => {
    const ana = await context.app.signUp()
    const { db } = context.app.server.deps
    const before = await db.$count(signInFailures)
    await context.app.restart({ RATE_LIMITS: 'on' })
    for (let index = 0; index < 6; index += 1) {
      await context.app.visitor().signIn({ email: ana.email, password: `errada-${index}` })
    }
    expect((await context.app.visitor().signIn(ana)).status).toBe(429)
    const token = await context.resetToken(ana.email)
    const visitor = context.app.visitor()
    await visitor.call('POST', '/api/auth/reset-password', { token, newPassword: NEW })
    expect((await visitor.signIn({ email: ana.email, password: NEW })).status).toBe(200)
    expect(await context.app.server.deps.db.$count(signInFailures)).toBe(before)
    await context.app.restart({ RATE_LIMITS: 'off' })
  })

  test.each([
    ['Aa1bcde', 'A senha deve ter no mínimo 8 caracteres'],
    ['minuscula-1', 'A senha deve conter pelo menos uma letra maiúscula'],
    ['MAIUSCULA-1', 'A senha deve conter pelo menos uma letra minúscula'],
    ['Sem-numeros', 'A senha deve conter pelo menos um número'],
  ])('the new one %s is refused with its text, and the link still works', async (newPassword, text) => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    const visitor = context.app.visitor()
    const refused = await visitor.call('POST', '/api/auth/reset-password', { token, newPassword })
    expect([refused.status, refused.body]).toMatchObject([400, { details: { newPassword: text } }])
    const reply = await visitor.call('POST', '/api/auth/reset-password', { token, newPassword: NEW })
    expect(reply.status).toBe(200)
  })

  test('the sixth mail within an hour is not sent, and the link of the fifth still works', async () => {
    await context.app.restart({ RATE_LIMITS: 'on' })
    const ana = await context.app.signUp()
    for (let index = 0; index < 4; index += 1) await context.resetToken(ana.email)
    const token = await context.resetToken(ana.email)
    const { db } = context.app.server.deps
    const asked = await context.app
      .visitor()
      .call('POST', '/api/auth/request-password-reset', { email: ana.email })
    expect(asked.status).toBe(200)
    await context.app.restart({ RATE_LIMITS: 'off' })
    const stored = () => context.app.server.deps.db.$count(verifications, eq(verifications.value, ana.userId))
    await eventually(async () => expect(await stored()).toBe(1))
    expect(db).toBeDefined()
    expect(await context.mailsTo(ana.email, 'reset')).toHaveLength(5)
    const body = { token, newPassword: NEW }
    expect((await context.app.visitor().call('POST', '/api/auth/reset-password', body)).status).toBe(200)
  })
})

describe('a changed password', () => {
  const change = (currentPassword: string, newPassword: string = NEW) => ({ currentPassword, newPassword })

  test('asks for the current one, ends the other sessions, renews this one and sends a mail', async () => {
    const ana = await context.app.signUp()
    const elsewhere = context.app.visitor()
    await elsewhere.signIn(ana)
    const { cookie } = ana
    const wrong = await ana.call('POST', '/api/auth/change-password', change('nao-e-esta-7'))
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
    const reply = await ana.call('POST', '/api/auth/change-password', change(ana.password))
    expect([reply.status, reply.body]).toMatchObject([200, { token: null, user: { id: ana.userId } }])
    await context.mailsTo(ana.email, 'changed')
    expect((await ana.get('/labels')).status).toBe(200)
    expect(ana.cookie).not.toBe(cookie)
    expect((await elsewhere.get('/labels')).status).toBe(401)
    const { db } = context.app.server.deps
    expect(await db.$count(sessions, eq(sessions.userId, ana.userId))).toBe(1)
  })

  test('guesses in an open session are limited', async () => {
    await context.app.restart({ RATE_LIMITS: 'on' })
    const ana = await context.app.signUp()
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      const body = change(`nao-e-esta-${index}`)
      statuses.push((await ana.call('POST', '/api/auth/change-password', body)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    // The owner can still sign in.
    expect((await context.app.visitor().signIn(ana)).status).toBe(200)
    await context.app.restart({ RATE_LIMITS: 'off' })
  })
})
