import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailChoice, PeopleMail, PeopleMails } from '#shared/contract/people-mails.ts'
import { users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import type { TestClient } from '../../testing/test-client.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  boss = await context.app.signUp('Dona')
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db
const PATH = '/people-mails/admin'
const start = (selection: object) => {
  const text = { subject: 'Aula nova', content: 'Olá, {nome}!' }
  return boss.post<PeopleMail>(PATH, { id: randomUUID(), ...text, ...selection, expected: 1 })
}
const ended = (id: string) =>
  eventually(async () => {
    const { data } = await boss.get<PeopleMails>(PATH)
    expect(data.mails.find((it) => it.id === id)?.status).toBe('done')
  })
const tokenIn = (header = '') => new URL(/<(.*)>/.exec(header)?.[1] ?? '').searchParams.get('token') ?? ''

describe('the way out', { timeout: 60_000 }, () => {
  test('is one press or one POST of a mail program, is honoured by later mails, and leads back', async () => {
    const ana = await context.app.signUp('Ana')
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, ana.userId))
    const toAna = { userIds: [ana.userId] }
    const mailTo = async () => {
      const { data } = await start(toAna)
      await ended(data.id)
      return context.mail.mails.findLast(({ to }) => to.includes(ana.email))
    }
    const mail = await mailTo()
    const url = new URL(/<(.*)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '')
    const token = tokenIn(mail?.headers['list-unsubscribe'])
    expect(mail?.links.some((link) => link.includes(`/callback#avisos=${ana.userId}`))).toBe(true)
    const visitor = context.app.visitor()

    // A scanner that opens the links changes nothing.
    const opened = await visitor.fetch('GET', url.pathname + url.search)
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `http://localhost:3000/callback#${new URLSearchParams({ avisos: token })}`,
    ])
    expect((await ana.get<MailChoice>('/me/mails')).data.isSubscribed).toBe(true)

    // From another site, without a session, as a form.
    const posted = await visitor.fetch('POST', url.pathname + url.search, 'List-Unsubscribe=One-Click', {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://mail.exemplo',
    })
    expect(posted.status).toBe(200)
    const choice = await ana.get<MailChoice>('/me/mails')
    expect([choice.data.isSubscribed, choice.data.since]).toEqual([false, expect.any(String)])
    expect((await start(toAna)).status).toBe(409)

    await ana.call('PUT', '/api/v1/me/mails', { isSubscribed: true })
    expect((await mailTo())?.to).toEqual([ana.email])
    expect((await visitor.post('/mail-opt-outs', { token })).status).toBe(200)
    expect((await visitor.post('/mail-opt-outs', { token })).status).toBe(200)
    expect((await start(toAna)).status).toBe(409)
  })

  test('takes no forged token', async () => {
    const [ana, bia] = [await context.app.signUp('Ana'), await context.app.signUp('Bia')]
    const { optOutTokens } = context.app.server.deps
    const [, signature] = optOutTokens.sign(bia.userId).split('.')
    const visitor = context.app.visitor()
    for (const token of [`${ana.userId}.${signature}`, ana.userId, 'x', `${ana.userId}.${'A'.repeat(43)}`]) {
      expect((await visitor.post('/mail-opt-outs', { token })).status).toBe(404)
      expect((await visitor.fetch('POST', `/unsubscribe?${new URLSearchParams({ token })}`)).status).toBe(404)
    }
    expect((await ana.get<MailChoice>('/me/mails')).data.isSubscribed).toBe(true)
  })
})
