import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { seedPlans } from '../../db/seed/plans.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { eventually } from '../../testing/eventually.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { validTest } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { monthAfter, monthOf } from './quota.queries.ts'

let app: TestApp
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
  agentId = await openAgentId(admin)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const planIdOf = (name: string) => seedPlans.find((plan) => plan.name === name)?.id
const givePlan = (userId: string, name: string) =>
  admin.call('PATCH', `/api/v1/users/admin/${userId}`, { planId: planIdOf(name) })
const usedBy = async (client: TestClient) => (await usageOf(client)).used
const rowOf = async (id: string) => {
  const [row] = await db().select().from(messages).where(eq(messages.id, id))
  return row
}

/** A new user with a chat. */
async function talking(): Promise<{ eva: TestClient; talk: ChatClient }> {
  const eva = await app.signUp('Eva Lima')
  return { eva, talk: await ChatClient.open(eva, agentId) }
}

describe('the month', () => {
  test.each([
    ['2026-11-30T23:59:59.999-03:00', '2026-11-01', '2026-12-01T03:00:00.000Z'],
    ['2026-12-01T00:00:00.000-03:00', '2026-12-01', '2027-01-01T03:00:00.000Z'],
    ['2026-12-01T02:59:59.999Z', '2026-11-01', '2026-12-01T03:00:00.000Z'],
    ['2027-01-01T02:00:00Z', '2026-12-01', '2027-01-01T03:00:00.000Z'],
    ['2028-02-29T23:30:00-03:00', '2028-02-01', '2028-03-01T03:00:00.000Z'],
    // During daylight saving time.
    ['2019-01-01T01:59:59Z', '2018-12-01', '2019-01-01T02:00:00.000Z'],
  ])('of %s is the one in America/Sao_Paulo', async (instant, month, next) => {
    const at = sql`${instant}::timestamptz`
    const { rows } = await db().execute<{ month: string; next: number }>(
      sql`select to_char(${monthOf(at)}, 'YYYY-MM-DD') as month, ${monthAfter(at)} as next`,
    )
    expect(rows.map((row) => [row.month, new Date(row.next).toISOString()])).toEqual([[month, next]])
  })

  test('is returned with the effective plan and its end', async () => {
    const { eva } = await talking()
    const { month, renewsAt, ...rest } = await usageOf(eva)
    expect(rest).toEqual({ used: 0, limit: 200, planName: 'Gratuito', extra: [] })
    const inSaoPaulo = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    expect(inSaoPaulo(Date.parse(renewsAt))).toMatch(/-01 00:00:00$/)
    expect(inSaoPaulo(Date.parse(renewsAt) - 1).startsWith(`${month}-`)).toBe(true)
    expect(Date.parse(renewsAt)).toBeGreaterThan(Date.now())

    await setUsed(db(), { userId: eva.userId, used: 300 })
    await givePlan(eva.userId, 'creator')
    expect(await usageOf(eva)).toMatchObject({ used: 300, limit: 2_000, planName: 'Criador' })
    // The lower limit of a smaller plan shows as used up.
    await givePlan(eva.userId, 'free')
    expect(await usageOf(eva)).toMatchObject({ used: 300, limit: 200, planName: 'Gratuito' })
  })

  test('that is over does not count towards the current one', async () => {
    const { eva, talk } = await talking()
    await db().execute(sql`insert into usage_months (user_id, month, used)
      values (${eva.userId}, (${monthOf()} - interval '1 month')::date, 200)`)
    expect(await usedBy(eva)).toBe(0)
    await talk.say()
    expect(await usedBy(eva)).toBe(1)
  })
})

describe('a message of the month', () => {
  test('is spent by each reply: sent, regenerated and continued', async () => {
    const { eva, talk } = await talking()
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await talk.say()
    expect(await usedBy(eva)).toBe(1)
    await (await talk.continue(replyId)).closed
    expect(await usedBy(eva)).toBe(2)
    const again = await talk.regenerate(replyId)
    await again.closed
    expect(await usedBy(eva)).toBe(3)
    expect((await rowOf(again.messageId))?.quotaMonth).toBe((await rowOf(replyId))?.quotaMonth)
    expect((await rowOf(replyId))?.quotaMonth).toMatch(/^\d{4}-\d{2}-01$/)
  })

  test('is reserved before the provider is asked, and counts while the reply runs', async () => {
    const { eva, talk } = await talking()
    const held = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 0, until: held.promise })
    const reply = await talk.begin()
    expect(await usedBy(eva)).toBe(1)
    held.resolve()
    await reply.closed
    expect([reply.status, await usedBy(eva)]).toEqual(['done', 1])
  })

  test.each(['[[status=400]]', '[[empty]]', '[[filter@0]]'])('is given back after %s', async (directive) => {
    const { eva, talk } = await talking()
    const { replyId } = await talk.say(`Oi ${directive}`)
    expect(await rowOf(replyId)).toMatchObject({ status: 'error', content: '', quotaMonth: null })
    expect(await usedBy(eva)).toBe(0)
  })

  test('is returned if continuing adds no text; the first part stays counted', async () => {
    const { eva, talk } = await talking()
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await talk.say()
    app.provider.script({ kind: 'status', status: 401 })
    await (await talk.continue(replyId)).closed
    expect(await rowOf(replyId)).toMatchObject({ status: 'interrupted', errorCode: 'provider_auth' })
    expect(await usedBy(eva)).toBe(1)
  })

  test('is spent when a reply is stopped before its first word, because the provider was asked', async () => {
    const { eva, talk } = await talking()
    const reply = await talk.begin('Deixe estar [[none]]')
    await eventually(() =>
      expect(JSON.stringify(app.provider.requests.at(-1)?.body)).toContain('Deixe estar'),
    )
    await talk.stop()
    await reply.closed
    expect(await rowOf(reply.messageId)).toMatchObject({ status: 'stopped', content: '' })
    expect(await usedBy(eva)).toBe(1)
  })

  test('is not spent by test chats or impersonating administrators', async () => {
    const { eva } = await talking()
    await (await admin.open('POST', '/agents/admin/test', validTest())).rest()
    expect(await usedBy(admin)).toBe(0)
    const boss = await makePerson(app, 'admin')
    await boss.call('POST', '/api/auth/admin/impersonate-user', {
      userId: eva.userId,
      reason: 'Pedido de ajuda',
    })
    const { replyId } = await (await ChatClient.open(boss, agentId)).say()
    expect(await rowOf(replyId)).toMatchObject({ status: 'done', quotaMonth: null })
    expect(await usedBy(eva)).toBe(0)
  })
})

test('the data export has the count of each month, and the month of each reply', async () => {
  const { eva, talk } = await talking()
  await talk.say()
  const { names, text, lines } = await exported(eva)
  const [{ month }] = JSON.parse(text('dados.json')).planUsageByMonth
  expect(JSON.parse(text('dados.json')).planUsageByMonth).toEqual([{ month: expect.any(String), used: 1 }])
  const [, human, reply] = lines(
    names.find((name) => name.startsWith('conversas/') && name.endsWith('l')) ?? '',
  )
  expect([human.quotaMonth, reply.quotaMonth]).toEqual([null, month])
  expect(month).toBe(`${(await usageOf(eva)).month}-01`)
})

describe('A37 a used-up month', () => {
  test('A37 refuses new replies, also without rate limits; existing ones stay readable', async () => {
    const { eva, talk } = await talking()
    const first = newMessage()
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    await eva.send(talk.chatId, first)
    const list = await talk.list()
    const replyId = list.at(-1)?.id
    await setUsed(db(), { userId: eva.userId, used: 200 })
    const { renewsAt } = await usageOf(eva)
    const calls = app.provider.requests.length
    const path = '/messages'
    for (const [where, body] of [
      [path, newMessage()],
      [`${path}/${replyId}/regenerate`, undefined],
      [`${path}/${replyId}/continue`, undefined],
    ] as const) {
      const { status, error, headers } = await talk.call('POST', where, body)
      expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'QUOTA_EXCEEDED', null])
      expect(error.details).toEqual({ limit: '200', used: '200', renewsAt })
      expect(error.message).toMatch(
        /mensagens deste mês do plano Gratuito\. Elas renovam em 1º de \p{L}+\.$/u,
      )
    }
    expect(app.provider.requests).toHaveLength(calls)
    expect(await talk.list()).toEqual(list)
    expect((await rowOf(replyId ?? ''))?.status).toBe('interrupted')
    // Repeating a send that was accepted before still succeeds.
    expect((await eva.send(talk.chatId, first)).at(-1)?.event).toBe('error')
    expect(await usedBy(eva)).toBe(200)
    await givePlan(eva.userId, 'creator')
    expect((await talk.say()).events.at(-1)?.data.status).toBe('done')
  })
})
