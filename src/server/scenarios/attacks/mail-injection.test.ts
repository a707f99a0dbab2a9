import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp()
})
afterAll(() => context.close())

const LINE_ENDS = [
  'Ana\r\nBcc: x@mal.exemplo',
  'Ana\nBcc: x@mal.exemplo',
  'Ana\rX: y',
  'Ana\u0000',
  '\u001bAna\u007f',
]

describe('A45 a user’s name in a mail', { timeout: 60_000 }, () => {
  test.each(LINE_ENDS)('%j is refused as a name, and as an email', async (text) => {
    const account = { name: text, email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
    const visitor = context.app.visitor()
    expect((await visitor.signUp(account)).status).toBe(400)
    expect((await visitor.signUp({ ...account, name: 'Ana', email: `${text}@exemplo.com.br` })).status).toBe(
      400,
    )
    const ana = await context.app.signUp()
    expect((await ana.call('POST', '/api/auth/update-user', { name: text })).status).toBe(400)
  })

  test('adds no header, markup or link, even if stored earlier', async () => {
    const ana = await context.app.signUp()
    const hostile =
      '"<img src=x onerror=alert(1)>" <b>\r\nBcc: x@mal.exemplo\r\n\r\nClique em www.mal.exemplo'
    await context.app.server.deps.db.update(users).set({ name: hostile }).where(eq(users.id, ana.userId))
    await context.resetToken(ana.email)
    const [mail] = await context.mailsTo(ana.email, 'reset')
    expect(mail?.to).toEqual([ana.email])
    expect(mail?.headers).not.toHaveProperty('bcc')
    expect(mail?.raw).not.toMatch(/^Bcc/im)
    expect(mail?.html).not.toMatch(/<img|<b>|onerror/)
    expect(`${mail?.text}${mail?.html}`).not.toContain('mal.exemplo')
  })
})
