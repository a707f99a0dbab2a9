import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AdminReport,
  AdminReportsPage,
  Report,
  type ReportedTexts,
  ReportsPage,
} from '#shared/contract/reports.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { auditEntries, chats, messages, replyReports } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let caio: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia Lima')
  caio = await app.signUp('Caio Reis')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(chats)
  await db().delete(replyReports)
})

const db = () => app.server.deps.db
const QUESTION = 'O segredo da minha margem'

async function replied(client = bia) {
  const talk = await ChatClient.open(client, agentId)
  return { talk, ...(await talk.say(QUESTION)) }
}

const send = (client: TestClient, body: Record<string, unknown>) =>
  client.call<Report>('POST', '/api/v1/me/reports', { kind: 'dangerous', ...body })
const own = async (client: TestClient, query = '') =>
  ReportsPage.parse((await client.get<ReportsPage>(`/me/reports${query}`)).data).items
const queue = async (query = '') => {
  const { status, data } = await ana.get<AdminReportsPage>(`/reports/admin${query}`)
  expect(status).toBe(200)
  return AdminReportsPage.parse(data).items
}
const reading = (reportId: string) =>
  ana.call<ReportedTexts>('POST', `/api/v1/reports/admin/${reportId}/reading`)
const decide = (reportId: string, body: unknown) =>
  ana.call<AdminReport>('PATCH', `/api/v1/reports/admin/${reportId}`, body)
const noted = () =>
  db().select().from(auditEntries).where(eq(auditEntries.entity, 'report')).orderBy(auditEntries.id)

/** An open report of Bia's. */
async function reported(over: Record<string, unknown> = {}) {
  const reply = await replied()
  const { data } = await send(bia, { messageId: reply.replyId, ...over })
  const [shown] = await queue()
  if (!shown) throw new Error('the report is not in the queue')
  return { ...reply, report: Report.parse(data), shown }
}

describe('a report of a reply', () => {
  test('is one while it is open, is changed by its user, and counts once in the day', async () => {
    const { replyId, talk } = await replied()
    const first = await send(bia, { messageId: replyId, comment: '  Manda parar o remédio  ' })
    expect([first.status, Report.parse(first.data)]).toEqual([
      201,
      expect.objectContaining({
        ...{ kind: 'dangerous', comment: 'Manda parar o remédio', allowsReading: false, state: 'open' },
        ...{ answer: null, answeredAt: null, chatId: talk.chatId, messageId: replyId },
        agent: { id: agentId, name: expect.any(String) },
      }),
    ])
    const again = await send(bia, { messageId: replyId, kind: 'other', allowsReading: true })
    expect([again.status, again.data]).toEqual([
      200,
      expect.objectContaining({ id: first.data.id, kind: 'other', comment: '', allowsReading: true }),
    ])
    const parallel = await Promise.all([1, 2, 3].map(() => send(bia, { messageId: replyId })))
    expect(parallel.map(({ data }) => data.id)).toEqual(Array(3).fill(first.data.id))
    expect(await own(bia)).toHaveLength(1)
    expect(await own(bia, `?messageId=${randomUUID()}`)).toEqual([])
    expect(await own(caio)).toEqual([])
  })

  test('is taken back by its user alone, and leaves nothing', async () => {
    const { report } = await reported({ allowsReading: true })
    const remove = (client: TestClient) => client.call('DELETE', `/api/v1/me/reports/${report.id}`)
    expect((await remove(caio)).status).toBe(404)
    expect((await remove(ana)).status).toBe(404)
    expect((await remove(bia)).status).toBe(200)
    expect((await remove(bia)).status).toBe(404)
    expect(await db().$count(replyReports)).toBe(0)
    expect((await reading(report.id)).status).toBe(404)
  })

  test('is refused for another user’s reply, a question, and a running or deleted reply', async () => {
    const { replyId, messageId, talk } = await replied()
    const status = async (client: TestClient, id: string) => (await send(client, { messageId: id })).status
    expect(await status(caio, replyId)).toBe(404)
    expect(await status(ana, replyId)).toBe(404)
    expect(await status(bia, randomUUID())).toBe(404)
    expect(await status(bia, messageId)).toBe(409)
    const running = await talk.begin('[[tokens=400 delay=30]]')
    expect(await status(bia, running.messageId)).toBe(409)
    await talk.stop()
    await bia.call('DELETE', `/api/v1/chats/${talk.chatId}`)
    expect(await status(bia, replyId)).toBe(404)
  })

  test.each([
    ['kind', { kind: 'spam' }],
    ['kind', { kind: undefined }],
    ['comment', { comment: 'a'.repeat(LIMITS.reportCommentLength + 1) }],
    ['comment', { comment: 'a\u0000' }],
    ['allowsReading', { allowsReading: 'sim' }],
    ['messageId', { messageId: '1' }],
    ['state', { state: 'resolved' }],
  ])('is refused with a wrong %s', async (field, body) => {
    const { status, error } = await send(bia, { messageId: randomUUID(), ...body })
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })

  test('is made and read by its user, not by an administrator in their place', async () => {
    const { replyId } = await replied()
    const reason = 'Conferir uma falha no chat'
    const visitor = app.visitor()
    await visitor.signIn(ana)
    await visitor.call('POST', '/api/auth/admin/impersonate-user', { userId: bia.userId, reason })
    expect((await send(visitor, { messageId: replyId, allowsReading: true })).status).toBe(403)
    expect((await visitor.get('/me/reports')).status).toBe(403)
  })
})

describe('administrators', () => {
  test('see kind, comment, agent, model and day, not the user, the chat or its text', async () => {
    const { report, talk, replyId } = await reported({ comment: 'Perigoso', kind: 'copied' })
    const { data } = await ana.get('/reports/admin')
    expect(await queue()).toEqual([
      {
        ...{ id: report.id, kind: 'copied', comment: 'Perigoso', allowsReading: false, isReadable: false },
        ...{ state: 'open', answer: null, answeredAt: null, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        model: expect.stringMatching(/./),
        agent: { id: agentId, name: expect.any(String), photoUrl: expect.any(String) },
        version: expect.any(String),
      },
    ])
    for (const secret of [QUESTION, 'Bia', bia.userId, talk.chatId, replyId]) {
      expect(JSON.stringify(data)).not.toContain(secret)
    }
    const { status, error } = await reading(report.id)
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    expect(await noted()).toEqual([])
  })

  test('read reply and question with consent, audited each time without the text', async () => {
    const { report, messageId, replyId } = await reported({ allowsReading: true })
    const [reply] = await db().select().from(messages).where(eq(messages.id, replyId))
    for (let times = 0; times < 2; times += 1) {
      const { status, data } = await reading(report.id)
      expect([status, data]).toEqual([200, { question: QUESTION, reply: reply?.content }])
    }
    const entries = await noted()
    expect(entries.map(({ action, entityId, actorName }) => [action, entityId, actorName])).toEqual(
      Array(2).fill(['report.read', report.id, 'Ana Souza']),
    )
    expect(JSON.stringify(entries)).not.toContain(QUESTION)
    expect(JSON.stringify(entries)).not.toContain(messageId)
    // The consent can be withdrawn alone.
    await send(bia, { messageId: replyId, allowsReading: false })
    expect((await reading(report.id)).status).toBe(409)
    expect((await bia.call('POST', `/api/v1/reports/admin/${report.id}/reading`)).status).toBe(403)
  })

  test.each(['message', 'chat'] as const)('read nothing once the %s is deleted', async (what) => {
    const { report, talk, replyId } = await reported({ allowsReading: true })
    if (what === 'message') await talk.remove(replyId)
    else await bia.call('DELETE', `/api/v1/chats/${talk.chatId}`)
    expect((await reading(report.id)).status).toBe(409)
    expect(await queue()).toMatchObject([{ id: report.id, allowsReading: true, isReadable: false }])
    expect(await own(bia)).toMatchObject([{ id: report.id, chatId: null, messageId: null }])
    await db().delete(chats)
    expect(await queue()).toMatchObject([{ id: report.id, isReadable: false }])
  })

  test('close a report with an answer that its user reads, and open it again', async () => {
    const { shown, replyId } = await reported()
    const answer = 'Mudamos as instruções do agente.'
    const closed = await decide(shown.id, { state: 'resolved', answer, version: shown.version })
    expect([closed.status, AdminReport.parse(closed.data)]).toEqual([
      200,
      expect.objectContaining({ state: 'resolved', answer, answeredAt: expect.any(String) }),
    ])
    expect(await own(bia)).toMatchObject([{ state: 'resolved', answer }])
    expect(await queue('?state=open')).toEqual([])
    const stale = await decide(shown.id, { state: 'open', version: shown.version })
    expect([stale.status, stale.error.code]).toEqual([409, 'CONFLICT'])
    const { version } = closed.data
    const opened = await decide(shown.id, { state: 'open', version })
    expect(opened.data).toMatchObject({ state: 'open', answer: null, answeredAt: null })
    const decisions = (await noted()).filter(
      ({ action, entityId }) => action === 'report.decide' && entityId === shown.id,
    )
    expect(decisions.map(({ details }) => details)).toEqual([
      { before: { state: 'open', answer: null }, after: { state: 'resolved', answer } },
      { before: { state: 'resolved', answer }, after: { state: 'open', answer: null } },
    ])
    // A user may report a reply again; two reports of it are never open.
    const { data } = await decide(shown.id, { state: 'dismissed', answer, version: opened.data.version })
    expect((await send(bia, { messageId: replyId })).status).toBe(201)
    const refused = await decide(shown.id, { state: 'open', version: data.version })
    expect(refused.error.code).toBe('CONFLICT')
  })

  test.each([
    ['answer', { state: 'resolved' }],
    ['answer', { state: 'dismissed', answer: '   ' }],
    ['answer', { state: 'resolved', answer: 'a'.repeat(LIMITS.reportAnswerLength + 1) }],
    ['state', { state: 'done', answer: 'a' }],
    ['note', { state: 'resolved', answer: 'a', note: 'b' }],
  ])('decide nothing with a wrong %s', async (field, body) => {
    const { status, error } = await decide(randomUUID(), { version: '1', ...body })
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })

  test('filter the queue by state, kind and agent, and page through it', async () => {
    const ids: string[] = []
    for (const kind of ['other', 'copied', 'other']) {
      const { replyId } = await replied()
      ids.unshift((await send(bia, { messageId: replyId, kind })).data.id)
    }
    const found = async (query: string) => (await queue(query)).map(({ id }) => id)
    expect(await found('')).toEqual(ids)
    expect(await found('?kind=copied')).toEqual([ids[1]])
    expect(await found('?state=dismissed')).toEqual([])
    expect(await found(`?agentId=${randomUUID()}`)).toEqual([])
    const { data } = await ana.get<AdminReportsPage>('/reports/admin?limit=2')
    expect(await found(`?limit=2&cursor=${data.nextCursor}`)).toEqual([ids[2]])
    for (const query of ['?state=todas', '?kind=x', '?cursor=x', '?userId=1']) {
      expect((await ana.get(`/reports/admin${query}`)).status).toBe(400)
    }
  })
})

test('reports are in the copy of one’s data, and go with the account', async () => {
  const { replyId } = await replied(caio)
  await send(caio, { messageId: replyId, comment: 'Meu comentário' })
  const { text } = await exported(caio)
  expect(JSON.parse(text('dados.json')).reports).toEqual([
    expect.objectContaining({ messageId: replyId, kind: 'dangerous', comment: 'Meu comentário' }),
  ])
  const removed = await ana.call('POST', '/api/auth/admin/remove-user', { userId: caio.userId })
  expect([removed.status, await db().$count(replyReports)]).toEqual([200, 0])
})

test('new reports are limited by day, also when they are taken back', async () => {
  await app.restart({ RATE_LIMITS: 'on' })
  const { replyId } = await replied()
  const reportIds: string[] = []
  for (let sent = 0; sent < SERVER_LIMITS.reportsPerDay; sent += 1) {
    const { status, data } = await send(bia, { messageId: replyId })
    expect(status).toBe(201)
    reportIds.push(data.id)
    await bia.call('DELETE', `/api/v1/me/reports/${data.id}`)
  }
  expect(new Set(reportIds).size).toBe(SERVER_LIMITS.reportsPerDay)
  expect((await send(bia, { messageId: replyId })).status).toBe(429)
})
