import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#shared/contract/audit.ts'
import type { PeopleMail, PeopleMailReach, PeopleMails } from '#shared/contract/people-mails.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { mailOptOuts, peopleMailRecipients, peopleMails, users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { readAdministration } from '../me/export-administration.queries.ts'
import { purgeMails } from './people-mails.queries.ts'
import { sendPeopleMails } from './people-mails-job.ts'
import { takeMails } from './sending.queries.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp()
  boss = await context.app.signUp('Dona')
})
afterAll(() => context.close())

/** Part of the addresses of a test's people. */
let mark: string
beforeEach(() => {
  mark = randomUUID().slice(0, 8)
})
afterEach(async () => {
  await db().delete(peopleMails)
})

const db = () => context.app.server.deps.db
const PATH = '/people-mails/admin'
const TEXT = { subject: 'Aula nova, {nome}', content: 'Olá, {nome}!\n\nVeja https://escola.com.br/aula.' }

type Over = Partial<typeof users.$inferInsert>
async function people(count: number, over: (index: number) => Over = () => ({})) {
  const rows = Array.from({ length: count }, (_none, index) => ({
    ...{ name: `Ana ${index}`, email: `p${index}@${mark}.com.br`, emailVerified: true },
    ...over(index),
  }))
  return db().insert(users).values(rows).returning()
}
const start = (over: object = {}, client = boss) =>
  client.post<PeopleMail>(PATH, { id: randomUUID(), ...TEXT, filter: { q: mark }, expected: 1, ...over })
const find = async (id: string) => {
  const { data } = await boss.get<PeopleMails>(PATH)
  const found = data.mails.find((it) => it.id === id)
  if (!found) throw new Error('no mail')
  return found
}
const ended = async (id: string) => {
  await eventually(async () => expect((await find(id)).status).not.toBe('running'))
  return find(id)
}
const received = () => context.mail.mails.filter(({ to }) => to[0]?.endsWith(`@${mark}.com.br`))
const addressesOf = () => received().flatMap(({ to }) => to)

describe('a mail to many', { timeout: 60_000 }, () => {
  test('reaches each once, without suspended, unconfirmed and unsubscribed people, who are counted', async () => {
    const rows = await people(6, (index) => ({ banned: index === 0, emailVerified: index !== 1 }))
    await db()
      .insert(mailOptOuts)
      .values({ userId: rows[2]?.id ?? '' })
    const reach = await boss.post<PeopleMailReach>(`${PATH}/reach`, { filter: { q: mark } })
    expect(reach.data).toEqual({ recipients: 3, banned: 1, unverified: 1, unsubscribed: 1 })
    const id = randomUUID()
    expect((await start({ id, expected: 3 })).status).toBe(201)
    expect((await start({ id, expected: 3 })).status).toBe(200)
    expect(await ended(id)).toMatchObject({
      status: 'done',
      recipients: 3,
      sent: 3,
      unsubscribed: 1,
      refused: 0,
    })
    expect(addressesOf().toSorted()).toEqual([3, 4, 5].map((index) => `p${index}@${mark}.com.br`))

    const [mail] = received()
    expect(mail?.subject).toBe('Aula nova, Ana')
    expect(mail?.text).toContain('Olá, Ana!\n\nVeja https://escola.com.br/aula.')
    expect(mail?.links).toContain('https://escola.com.br/aula')
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
    const { data } = await boss.get<AuditPage>('/audit/admin?entity=people-mail')
    expect(data.items).toMatchObject([
      {
        action: 'people-mail.start',
        entityName: TEXT.subject,
        details: { recipients: 3, filter: { q: mark } },
      },
    ])
    const { mails } = await readAdministration(db(), { userId: rows[3]?.id ?? '' })
    expect(mails.received).toMatchObject([{ subject: TEXT.subject }])
  })

  test('is refused for another number of people, for none, at the limit of the day, and while one is sent', async () => {
    await people(2)
    const other = await start({ expected: 3 })
    expect([other.status, other.error.details]).toEqual([409, { people: '2' }])
    expect((await start({ filter: { q: `${mark}ninguém` } })).status).toBe(409)
    const release = context.mail.hold()
    const first = await start({ expected: 2 })
    expect((await start({ expected: 2 })).status).toBe(409)
    release()
    await ended(first.data.id)
    const done = { status: 'done', startedByName: 'Dona', recipients: 1, banned: 0, unverified: 0 } as const
    await db()
      .insert(peopleMails)
      .values(Array.from({ length: 3 }, () => ({ ...done, ...TEXT, unsubscribed: 0 })))
    expect((await boss.get<PeopleMails>(PATH)).data.leftToday).toBe(1)
    const replies = await Promise.all([start({ expected: 2 }), start({ expected: 2 })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await boss.get<PeopleMails>(PATH)).data.leftToday).toBe(0)
  })

  test('goes on after a dead process, by any instance, and nobody gets it twice', async () => {
    const second = await startSecondInstance(context.app)
    try {
      await people(30)
      const release = context.mail.hold()
      const { data } = await start({ expected: 30 })
      await eventually(async () =>
        expect(await db().$count(peopleMailRecipients, sql`taken_at is not null`)).toBeGreaterThan(0),
      )
      // As if a process took these and died.
      const lost = await takeMails(db(), { limit: 4 })
      expect(lost).toHaveLength(4)
      for (const { userId } of lost) {
        await db()
          .update(peopleMailRecipients)
          .set({ takenAt: sql`now() - interval '6 minutes'` })
          .where(eq(peopleMailRecipients.userId, userId))
      }
      release()
      const { deps } = context.app.server
      await Promise.all([deps, second.server.deps, deps].map((each) => sendPeopleMails(each)))
      await context.app.restart()
      expect(await ended(data.id)).toMatchObject({ status: 'done', sent: 26, unconfirmed: 4 })
      expect([received().length, new Set(addressesOf()).size]).toEqual([26, 26])
    } finally {
      await second.server.stop()
    }
  })

  test('tries again after a passing failure, and never after a final one', async () => {
    await people(3)
    context.mail.refuse(
      { at: 'data', code: 451, text: '4.3.0 later' },
      { at: 'data', code: 550, text: '5.1.1 no' },
    )
    const { data } = await start({ expected: 3 })
    await eventually(async () => expect((await find(data.id)).pausedUntil).not.toBeNull())
    await db().update(peopleMails).set({ pausedUntil: null })
    expect(await ended(data.id)).toMatchObject({ sent: 2, refused: 1 })
    expect(new Set(addressesOf()).size).toBe(2)
  })

  test('keeps to the rate of the house, leaves out who unsubscribes meanwhile, and is canceled', async () => {
    const rows = await people(5)
    const [first] = rows
    const release = context.mail.hold()
    const { data } = await start({ expected: 5 })
    await eventually(async () =>
      expect(await db().$count(peopleMailRecipients, sql`taken_at is not null`)).toBe(3),
    )
    const later = await db().select().from(peopleMailRecipients).where(sql`taken_at is null`)
    await db()
      .insert(mailOptOuts)
      .values({ userId: later[0]?.userId ?? '' })
    release()
    expect(await ended(data.id)).toMatchObject({ sent: 4, leftOut: 1 })

    await db().delete(mailOptOuts)
    const busy = Array.from({ length: PEOPLE_LIMITS.mailsPerMinute - 1 }, () => ({
      ...{ name: 'Cheio', email: `${randomUUID()}@cheio.com.br` },
    }))
    const full = await db().insert(users).values(busy).returning({ id: users.id })
    await db()
      .insert(peopleMailRecipients)
      .values(
        full.map(({ id }) => ({ mailId: data.id, userId: id, takenAt: new Date(), sentAt: new Date() })),
      )
    const next = await start({ expected: 5 })
    await Promise.all([1, 2, 3].map(() => sendPeopleMails(context.app.server.deps)))
    expect((await find(next.data.id)).sent).toBeLessThanOrEqual(1)
    const canceled = await boss.post<PeopleMail>(`${PATH}/${next.data.id}/cancel`)
    expect(canceled.data.status).toBe('canceled')
    expect((await boss.post(`${PATH}/${next.data.id}/cancel`)).status).toBe(409)
    await db().update(peopleMails).set({ createdAt: sql`now() - interval '31 days'` })
    await purgeMails(db())
    expect(await db().$count(peopleMailRecipients, eq(peopleMailRecipients.userId, first?.id ?? ''))).toBe(0)
  })

  test('stops when its administrator may not go on', async () => {
    const partner = await context.app.signUp('Sócia')
    await db().update(users).set({ role: 'admin' }).where(eq(users.id, partner.userId))
    await people(3)
    const release = context.mail.hold()
    const { data, status } = await start({ expected: 3 }, partner)
    expect(status).toBe(201)
    await db().update(users).set({ role: 'user' }).where(eq(users.id, partner.userId))
    await eventually(async () => expect((await find(data.id)).status).toBe('canceled'))
    release()
    expect((await start({ expected: 3 }, partner)).status).toBe(403)
  })
})

describe('hostile mails', { timeout: 60_000 }, () => {
  test.each<[object, string]>([
    [{ subject: 'Oi\r\nBcc: x@mal.exemplo' }, 'subject'],
    [{ subject: 'Oi\u2028X: y' }, 'subject'],
    [{ subject: ' ' }, 'subject'],
    [{ subject: 'x'.repeat(PEOPLE_LIMITS.mailSubjectLength + 1) }, 'subject'],
    [{ content: '' }, 'content'],
    [{ content: 'x'.repeat(PEOPLE_LIMITS.mailTextLength + 1) }, 'content'],
    [{ content: 'a\u0000' }, 'content'],
    [{ expected: PEOPLE_LIMITS.mailPeople + 1 }, 'expected'],
    [{ userIds: [randomUUID()] }, 'userIds'],
  ])('%# are refused', async (over, field) => {
    const { status, error } = await start(over)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })

  test('a name or a text adds no header and no markup', async () => {
    const name = '"<img src=x>" {nome}\r\nBcc: x@mal.exemplo'
    await people(1, () => ({ name }))
    const content = '<script>alert(1)</script> {nome} https://ok.com/"onmouseover="x javascript:alert(1)'
    const { data } = await start({ subject: '<b>{nome}</b> & mais', content })
    await ended(data.id)
    const [mail] = received()
    expect(mail?.to).toEqual([`p0@${mark}.com.br`])
    expect(mail?.raw).not.toMatch(/^(Bcc|X):/im)
    expect(mail?.html).not.toMatch(/<script|<img src=x|<b>|"onmouseover|href="javascript/)
    expect(mail?.links).toContain('https://ok.com/')
  })

  test('only administrators send, test or read them', async () => {
    const person = await context.app.signUp('Aluno')
    const calls = [
      person.get(PATH),
      start({}, person),
      person.post(`${PATH}/test`, TEXT),
      person.post(`${PATH}/reach`, { filter: {} }),
      person.post(`${PATH}/${randomUUID()}/cancel`),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await boss.post(`${PATH}/${randomUUID()}/cancel`)).status).toBe(404)
  })

  test('a test goes to its administrator, five times an hour', async () => {
    const { data } = await boss.post<{ email: string }>(`${PATH}/test`, TEXT)
    expect(data.email).toBe(boss.email)
    await eventually(() =>
      expect(
        context.mail.mails.some(({ to, subject }) => to[0] === boss.email && subject === 'Aula nova, Dona'),
      ).toBe(true),
    )
  })
})
