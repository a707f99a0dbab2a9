import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExtraMessages, ExtraMessagesPage } from '#shared/contract/extra-messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { auditEntries, extraMessages, messages, plans } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { eventually } from '../../testing/eventually.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const LIMIT = 200

let app: TestApp
let second: SecondInstance
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  admin = await app.signUp('Dona da Casa')
  agentId = await openAgentId(admin)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})

const db = () => app.server.deps.db
const pathOf = (userId: string) => `/api/v1/users/admin/${userId}/extra-messages`
const newGift = () => ({ id: uuidv7(), given: 3, until: null as string | null, reason: 'Turma piloto' })
async function give(userId: string, gift: Partial<ReturnType<typeof newGift>> = {}): Promise<string> {
  const { status, data } = await admin.call<ExtraMessages>('POST', pathOf(userId), { ...newGift(), ...gift })
  expect(status).toBe(201)
  return data.id
}
const takeBack = (userId: string, id: string) =>
  admin.call<ExtraMessages>('POST', `${pathOf(userId)}/${id}/take-back`)
const usedOf = async (id: string) => {
  const [row] = await db().select().from(extraMessages).where(eq(extraMessages.id, id))
  return row?.used
}
const extraOf = async (id: string) => {
  const [row] = await db().select().from(messages).where(eq(messages.id, id))
  return row?.extraId
}

/** A new user with a chat and a used-up month. */
async function spent(): Promise<{ eva: TestClient; talk: ChatClient }> {
  const eva = await app.signUp('Eva Lima')
  await setUsed(db(), { userId: eva.userId, used: LIMIT })
  return { eva, talk: await ChatClient.open(eva, agentId) }
}
const send = (talk: ChatClient) => talk.call('POST', '/messages', newMessage())

describe('extra messages', () => {
  test('are given once, listed with their giver, and taken back; the audit log has both', async () => {
    const eva = await app.signUp('Eva Lima')
    const gift = { ...newGift(), given: 40, until: '2031-11-30' }
    const first = await admin.call<ExtraMessages>('POST', pathOf(eva.userId), gift)
    expect(first.data).toMatchObject({
      ...{ id: gift.id, given: 40, used: 0, left: 40, endsAt: '2031-12-01T02:59:59.999Z' },
      ...{ reason: gift.reason, givenByName: 'Dona da Casa', takenBackAt: null, takenBackByName: null },
    })
    const again = await admin.call('POST', pathOf(eva.userId), { ...gift, given: 99 })
    expect([again.status, again.data]).toEqual([200, first.data])
    await db().update(extraMessages).set({ used: 15 }).where(eq(extraMessages.id, gift.id))
    const taken = await takeBack(eva.userId, gift.id)
    expect(taken.data).toMatchObject({ used: 15, left: 0, takenBackByName: 'Dona da Casa' })
    expect((await takeBack(eva.userId, gift.id)).data).toEqual(taken.data)
    const { data } = await admin.call<ExtraMessagesPage>('GET', pathOf(eva.userId))
    expect(data.items).toEqual([taken.data])
    expect((await usageOf(eva)).extra).toEqual([])
    const audited = await db()
      .select({ action: auditEntries.action, details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, eva.userId))
      .orderBy(auditEntries.createdAt)
    expect(audited.filter(({ action }) => action.endsWith('extra'))).toMatchObject([
      {
        action: 'user.give-extra',
        details: { after: { given: 40, endsAt: '2031-12-01T02:59:59.999Z', reason: 'Turma piloto' } },
      },
      { action: 'user.take-back-extra', details: { given: 40, used: 15, removed: 25 } },
    ])
  })

  test.each([
    ['given', 0],
    ['given', 100_001],
    ['given', 1.5],
    ['until', '2020-01-01'],
    ['until', 'amanhã'],
    ['reason', '  '],
    ['reason', 'x'.repeat(301)],
  ])('need a valid %s, not %j', async (field, value) => {
    const { status, error } = await admin.call('POST', pathOf(admin.userId), {
      ...newGift(),
      [field]: value,
    })
    expect([status, error.code, Object.keys(error.details ?? {})]).toEqual([400, 'VALIDATION_ERROR', [field]])
  })

  test('of another user cannot be taken back in this one’s name; an id belongs to one user', async () => {
    const [eva, bia] = [await app.signUp('Eva Lima'), await app.signUp('Bia Lima')]
    const id = await give(eva.userId)
    expect((await takeBack(bia.userId, id)).status).toBe(404)
    expect((await admin.call('POST', pathOf(bia.userId), { ...newGift(), id })).status).toBe(409)
    expect((await admin.call('POST', pathOf(randomUUID()), newGift())).status).toBe(404)
    expect((await usageOf(eva)).extra).toEqual([{ id, given: 3, used: 0, endsAt: null }])
  })

  test('are bounded per user while messages are left, also when given at once', async () => {
    const eva = await app.signUp('Eva Lima')
    const rows = Array.from({ length: SERVER_LIMITS.extraMessagesOpen - 1 }, () => ({
      ...{ userId: eva.userId, given: 1, reason: 'Antes' },
    }))
    await db().insert(extraMessages).values(rows)
    const both = await Promise.all([1, 2].map(() => admin.call('POST', pathOf(eva.userId), newGift())))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('a message beyond the month', () => {
  test('is taken from the extra ones with the earliest end, and leaves the month as it is', async () => {
    const { eva, talk } = await spent()
    const [endless, late, early] = [
      await give(eva.userId, { given: 1 }),
      await give(eva.userId, { given: 1, until: '2031-12-31' }),
      await give(eva.userId, { given: 2, until: '2031-11-30' }),
    ]
    const sources: unknown[] = []
    for (let sends = 0; sends < 4; sends += 1) sources.push(await extraOf((await talk.say()).replyId))
    expect(sources).toEqual([early, early, late, endless])
    expect(await usageOf(eva)).toMatchObject({ used: LIMIT, extra: [] })
    const { status, error } = await send(talk)
    expect([status, error.code]).toEqual([429, 'QUOTA_EXCEEDED'])
  })

  test('is not taken from extra ones that ended or were taken back, and the month comes first', async () => {
    const { eva, talk } = await spent()
    const id = await give(eva.userId)
    await setUsed(db(), { userId: eva.userId, used: LIMIT - 1 })
    expect(await extraOf((await talk.say()).replyId)).toBeNull()
    await db()
      .update(extraMessages)
      .set({ endsAt: new Date(0) })
      .where(eq(extraMessages.id, id))
    expect(outcomeOf(await send(talk))).toEqual([429, 'QUOTA_EXCEEDED'])
    const other = await give(eva.userId)
    await takeBack(eva.userId, other)
    expect(outcomeOf(await send(talk))).toEqual([429, 'QUOTA_EXCEEDED'])
    expect([await usedOf(id), await usedOf(other)]).toEqual([0, 0])
  })

  test('is returned to its extra messages when its reply fails, also for a continuation and a draft', async () => {
    const { eva, talk } = await spent()
    // No call for a title.
    await talk.call('PATCH', '', { title: 'Ficha' })
    const id = await give(eva.userId, { given: 20 })
    const { replyId } = await talk.say('Oi [[status=400]]')
    expect([await usedOf(id), await extraOf(replyId)]).toEqual([0, null])
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const cut = await talk.say()
    app.provider.script({ kind: 'status', status: 401 })
    const again = await talk.continue(cut.replyId)
    await again.closed
    expect([await usedOf(id), await extraOf(cut.replyId)]).toEqual([1, null])
    await (await talk.continue(cut.replyId)).closed
    expect([await usedOf(id), await extraOf(cut.replyId)]).toEqual([2, id])
    app.provider.scriptAside({ kind: 'status', status: 401 })
    const draft = await talk.call('POST', `/messages/${cut.replyId}/draft`, { kind: 'product' })
    expect(draft.status).toBe(503)
    expect([await usedOf(id), (await usageOf(eva)).used]).toEqual([2, LIMIT])
  })

  test('is returned by the same number of billed failures a month as the plan’s', async () => {
    const { eva, talk } = await spent()
    const id = await give(eva.userId, { given: 20 })
    for (let tries = 0; tries < LIMITS.returnedMessagesPerMonth + 2; tries += 1)
      await talk.say('Oi [[empty]]')
    expect(await usedOf(id)).toBe(2)
  })

  test('is finished by another server, though the month is over its limit', async () => {
    const { eva, talk } = await spent()
    const id = await give(eva.userId)
    await setUsed(db(), { userId: eva.userId, used: LIMIT + 50 })
    app.provider.script({ kind: 'hold', after: 2, until: new Promise(() => {}) })
    const reply = await talk.begin()
    await db()
      .update(messages)
      .set({ leaseOwner: uuidv7(), leaseUntil: new Date(0) })
      .where(eq(messages.id, reply.messageId))
    await second.server.deps.runs.recover({ isAlone: false })
    await eventually(async () => {
      const [row] = await db().select().from(messages).where(eq(messages.id, reply.messageId))
      expect(row).toMatchObject({ status: 'done', extraId: id })
    })
    await reply.closed
    expect(await usedOf(id)).toBe(1)
  })

  test('is spent once each under concurrent sends on two instances', async () => {
    const { eva } = await spent()
    await setUsed(db(), { userId: eva.userId, used: LIMIT - 2 })
    const ids = [
      await give(eva.userId, { given: 4, until: '2031-11-30' }),
      await give(eva.userId, { given: 5 }),
    ]
    const talks = await Promise.all(Array.from({ length: 40 }, () => ChatClient.open(eva, agentId)))
    const clients = [eva, second.as(eva)]
    const replies = await Promise.all(
      talks.map(async ({ chatId }, index) => {
        const message = newMessage()
        for (;;) {
          const path = `/api/v1/chats/${chatId}/messages`
          const reply = await (clients[index % 2] ?? eva).call('POST', path, message)
          if (reply.status !== 503) return reply
        }
      }),
    )
    const taken = replies.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(11)
    const refused = replies.filter((it) => !taken.includes(it)).map(outcomeOf)
    expect(new Set(refused.map(String))).toEqual(new Set(['429,QUOTA_EXCEEDED']))
    expect([await usedOf(ids[0] ?? ''), await usedOf(ids[1] ?? '')]).toEqual([4, 5])
    expect(await usageOf(eva)).toMatchObject({ used: LIMIT, extra: [] })
    const { rows } = await db().execute(sql`select day_used from usage_months where user_id = ${eva.userId}`)
    expect(rows).toEqual([{ day_used: 11 }])
  }, 60_000)

  test('counts towards the limit of the day, which is refused as that, and works without any of the plan', async () => {
    const { eva, talk } = await spent()
    const id = await give(eva.userId, { given: 20 })
    const limitTo = (values: Partial<typeof plans.$inferInsert>) =>
      db().update(plans).set(values).where(eq(plans.id, FREE_PLAN_ID))
    try {
      await limitTo({ dailyMessageLimit: 2 })
      expect([(await send(talk)).status, (await send(talk)).status]).toEqual([200, 200])
      expect(outcomeOf(await send(talk))).toEqual([429, 'RATE_LIMITED'])
      expect(await usedOf(id)).toBe(2)
      await limitTo({ dailyMessageLimit: null, monthlyMessageLimit: 0 })
      await db().execute(sql`delete from usage_months where user_id = ${eva.userId}`)
      const talks = await Promise.all(Array.from({ length: 6 }, () => ChatClient.open(eva, agentId)))
      expect((await Promise.all(talks.map(send))).map(({ status }) => status)).toEqual(talks.map(() => 200))
      expect([await usedOf(id), (await usageOf(eva)).used]).toEqual([8, 0])
    } finally {
      await limitTo({ dailyMessageLimit: null, monthlyMessageLimit: LIMIT })
    }
  })

  test('is in the data export with its source; the extra messages leave with the account', async () => {
    const { eva, talk } = await spent()
    const id = await give(eva.userId)
    await talk.say()
    const { names, text, lines } = await exported(eva)
    const [extra, ...others] = JSON.parse(text('dados.json')).extraMessages
    expect(others).toEqual([])
    expect(extra).toMatchObject({ id, given: 3, used: 1, endsAt: null, reason: 'Turma piloto' })
    expect(Object.keys(extra).filter((key) => /by/i.test(key))).toEqual([])
    const [, human, reply] = lines(
      names.find((name) => name.startsWith('conversas/') && name.endsWith('l')) ?? '',
    )
    expect([human.extraId, reply.extraId]).toEqual([null, id])
    expect((await admin.call('POST', '/api/auth/admin/remove-user', { userId: eva.userId })).status).toBe(200)
    expect(await usedOf(id)).toBeUndefined()
  })
})
