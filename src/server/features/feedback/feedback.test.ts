import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FeedbackDetail, FeedbackPage, type FeedbackState } from '#shared/contract/feedback.ts'
import { agents, agentVersions, auditEntries, chats, messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { makeBusiness } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { exchange, makeAgent, makeWriter } from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia Lima')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(chats)
})

const db = () => app.server.deps.db
const list = async (query = '') => {
  const { status, data } = await ana.get<FeedbackPage>(`/feedback/admin${query}`)
  expect(status).toBe(200)
  return FeedbackPage.parse(data)
}
const open = (messageId: string) => ana.get<FeedbackDetail>(`/feedback/admin/${messageId}`)
const review = (messageId: string, body: unknown) =>
  ana.call<FeedbackDetail>('PATCH', `/api/v1/feedback/admin/${messageId}`, body)
const rowOf = async (id: string) => {
  const [row] = await db().select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}

/** A chat of Bia's whose last reply she rates down. */
async function disliked(
  reason = 'Não respondeu o que eu perguntei',
): Promise<{ talk: ChatClient; replyId: string }> {
  const talk = await ChatClient.open(bia, agentId)
  const { replyId } = await talk.say('Como vendo mais?')
  await talk.rate(replyId, { rating: 'down', reason })
  return { talk, replyId }
}

describe('a reply rated down', () => {
  test('is in the queue with its reason, user and agent', async () => {
    const { talk, replyId } = await disliked()
    await talk.rate((await talk.say('E agora?')).replyId, { rating: 'up' })
    const { feedbackAt } = await rowOf(replyId)
    const { items, hasMore } = await list()
    expect(items).toEqual([
      {
        messageId: replyId,
        ...{ reason: 'Não respondeu o que eu perguntei', state: 'open', reviewedAt: null },
        feedbackAt: feedbackAt?.toISOString(),
        agent: { id: agentId, name: expect.any(String), photoUrl: expect.any(String) },
        person: { id: bia.userId, name: 'Bia Lima' },
      },
    ])
    expect(hasMore).toBe(false)
  })

  test('opens with the question, the reply and two turns before them, and no more of the chat', async () => {
    const talk = await ChatClient.open(bia, agentId)
    await talk.say('Um segredo do começo')
    await talk.say('A conversa antes')
    const { replyId } = await talk.say('A pergunta de que se trata')
    await talk.say('O que veio depois')
    await talk.rate(replyId, { rating: 'down' })
    const { data } = await open(replyId)
    const detail = FeedbackDetail.parse(data)
    const turns = await talk.list()
    expect(detail.exchange.map(({ id }) => id)).toEqual(turns.slice(2, 6).map(({ id }) => id))
    expect(detail.exchange.map(({ sender }) => sender)).toEqual(['human', 'ai', 'human', 'ai'])
    expect(detail.exchange.at(-1)).toEqual({
      ...{ id: replyId, sender: 'ai', status: 'done', content: turns[5]?.content },
      createdAt: turns[5]?.createdAt,
    })
    expect(JSON.stringify(data)).not.toMatch(/segredo do começo|veio depois|chatId/)
  })

  test('follows the branch of the reply', async () => {
    const talk = await ChatClient.open(bia, agentId)
    const { messageId } = await talk.say('Primeira versão')
    const { replyId } = await talk.say('Outra versão', { replacesId: messageId })
    await talk.rate(replyId, { rating: 'down' })
    const { data } = await open(replyId)
    expect(data.exchange.map(({ content }) => content)).toEqual(['Outra versão', expect.any(String)])
    expect(data.exchange).toHaveLength(2)
  })

  test('shows the agent’s prompt of that time, and the names in the reply’s context', async () => {
    const { productId } = await makeBusiness(db(), { userId: bia.userId })
    const talk = await ChatClient.open(bia, agentId)
    const { replyId } = await talk.say('Venda isto', { context: { productIds: [productId] } })
    const [told] = await db().select().from(agents).where(eq(agents.id, agentId))
    const number = told?.promptVersion ?? 0
    const isThat = and(eq(agentVersions.agentId, agentId), eq(agentVersions.number, number))
    expect(await db().$count(agentVersions, isThat)).toBe(1)
    // The agent's prompt has changed since.
    await db()
      .insert(agentVersions)
      .values({ agentId, number: number + 1, systemPrompt: 'Instruções de hoje.' })
    await db()
      .update(agents)
      .set({ systemPrompt: 'Instruções de hoje.', promptVersion: number + 1 })
      .where(eq(agents.id, agentId))
    await talk.rate(replyId, { rating: 'down' })
    const { data } = await open(replyId)
    expect(data.promptVersion).toEqual({ number, systemPrompt: told?.systemPrompt })
    expect(data.groundedOn).toContainEqual({ kind: 'product', name: expect.any(String) })
    expect(JSON.stringify(data.groundedOn)).not.toMatch(/fields|value/)
    expect(data.model).toMatch(/./)
    const again = await talk.say('E agora?')
    await talk.rate(again.replyId, { rating: 'down' })
    expect((await open(again.replyId)).data.promptVersion).toMatchObject({
      systemPrompt: 'Instruções de hoje.',
    })
    await db().update(messages).set({ promptVersion: null, modelName: null, grounding: null })
    expect((await open(replyId)).data).toMatchObject({ promptVersion: null, model: '', groundedOn: [] })
  })

  test('leaves the queue when the rating is withdrawn, or its message or chat deleted', async () => {
    const [back, up, message, chat] = [await disliked(), await disliked(), await disliked(), await disliked()]
    expect((await list()).items).toHaveLength(4)
    await back.talk.rate(back.replyId, { rating: null })
    await up.talk.rate(up.replyId, { rating: 'up' })
    await message.talk.remove(message.replyId)
    await bia.call('DELETE', `/api/v1/chats/${chat.talk.chatId}`)
    expect((await list()).items).toEqual([])
    for (const { replyId } of [back, up, message, chat]) {
      expect((await open(replyId)).status).toBe(404)
      expect((await review(replyId, { state: 'done' })).status).toBe(404)
    }
    const [taken, liked] = [await rowOf(back.replyId), await rowOf(up.replyId)]
    expect(taken).toMatchObject({
      feedback: null,
      feedbackReason: null,
      feedbackAt: null,
      feedbackReview: null,
    })
    expect(liked).toMatchObject({ feedback: 'up', feedbackReason: null, feedbackAt: expect.any(Date) })
  })
})

describe('a review', () => {
  test('changes its state between open, done and ignored, audited each time', async () => {
    const { replyId } = await disliked()
    const { updatedAt } = await rowOf(replyId)
    const notedBefore = await db().$count(auditEntries, eq(auditEntries.action, 'feedback.review'))
    const states: FeedbackState[] = ['done', 'ignored', 'open', 'open', 'done']
    for (const state of states) {
      const { status, data } = await review(replyId, { state })
      expect([status, data.state, data.reviewedAt === null]).toEqual([200, state, state === 'open'])
    }
    const noted = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'feedback.review'))
      .orderBy(auditEntries.id)
    // The second, identical change added none.
    const [first] = noted.slice(notedBefore)
    expect(noted.slice(notedBefore).map(({ details }) => details)).toEqual([
      { before: { state: 'open' }, after: { state: 'done' } },
      { before: { state: 'done' }, after: { state: 'ignored' } },
      { before: { state: 'ignored' }, after: { state: 'open' } },
      { before: { state: 'open' }, after: { state: 'done' } },
    ])
    expect(first).toMatchObject({ actorName: 'Ana Souza', entity: 'feedback', entityId: replyId })
    expect(JSON.stringify(noted)).not.toContain('Não respondeu')
    // The user's timestamp is unchanged.
    expect((await rowOf(replyId)).updatedAt).toEqual(updatedAt)
  })

  test('is reset when the user changes the rating, but not when they repeat it', async () => {
    const { talk, replyId } = await disliked('Curta')
    await review(replyId, { state: 'done' })
    const { feedbackAt } = await rowOf(replyId)
    await talk.rate(replyId, { rating: 'down', reason: 'Curta' })
    expect(await rowOf(replyId)).toMatchObject({ feedbackAt, feedbackReview: 'done' })
    await talk.rate(replyId, { rating: 'down', reason: 'Curta e errada' })
    const changed = await rowOf(replyId)
    expect(changed).toMatchObject({ feedbackReview: null, feedbackReviewedAt: null })
    expect(changed.feedbackAt?.getTime()).toBeGreaterThan(feedbackAt?.getTime() ?? Number.NaN)
    expect((await list('?state=open')).items.map(({ reason }) => reason)).toEqual(['Curta e errada'])
  })

  test('is refused if the rating changed since it was read', async () => {
    const { talk, replyId } = await disliked('Curta')
    const { feedbackAt } = (await open(replyId)).data
    await talk.rate(replyId, { rating: 'down', reason: 'Longa' })
    const { status, error } = await review(replyId, { state: 'done', feedbackAt })
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    const now = (await open(replyId)).data
    expect(now).toMatchObject({ state: 'open', reason: 'Longa' })
    expect((await review(replyId, { state: 'done', feedbackAt: now.feedbackAt })).status).toBe(200)
  })

  test.each([
    [{}, 'state'],
    [{ state: 'fixed' }, 'state'],
    [{ state: null }, 'state'],
    [{ state: 'done', feedbackAt: 'ontem' }, 'feedbackAt'],
    [{ state: 'done', note: 'Combinado' }, 'note'],
  ])('refuses %j', async (body, field) => {
    const { status, error } = await review(randomUUID(), body)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  })

  test('is refused for a message without a rating down', async () => {
    const talk = await ChatClient.open(bia, agentId)
    const { messageId, replyId } = await talk.say('Olá')
    for (const id of [messageId, replyId, randomUUID()]) {
      expect((await review(id, { state: 'done' })).status).toBe(404)
    }
    expect((await ana.get('/feedback/admin/1')).status).toBe(400)
  })
})

describe('the queue', () => {
  test('is newest first, and is filtered by state, agent and words, ignoring accents', async () => {
    const lia = await makeWriter(db(), new Date(), 'Lia Prado')
    const other = await makeAgent(db(), 'Estratégia de Lançamento')
    const at = new Date('2026-03-10T12:00:00.000Z')
    const thumb = async (minute: number, over: Partial<Parameters<typeof exchange>[1]> = {}) => {
      const feedbackAt = new Date(at.getTime() + minute * 60_000)
      const given = { feedback: 'down' as const, feedbackAt, ...over }
      return (await exchange(db(), { userId: lia, agentId, at, ...given })).replyId
    }
    const oldest = await thumb(0, { feedbackReason: 'Faltou a OFERTA' })
    const done = await thumb(1, { feedbackReview: 'done', feedbackReviewedAt: at })
    const ofOther = await thumb(2, { agentId: other, feedbackReason: '100% fora do tom' })
    const mine = await thumb(3, { userId: bia.userId })
    const ids = async (query: string) => (await list(query)).items.map(({ messageId }) => messageId)
    expect(await ids('')).toEqual([mine, ofOther, done, oldest])
    expect(await ids('?state=open')).toEqual([mine, ofOther, oldest])
    expect(await ids('?state=done')).toEqual([done])
    expect(await ids('?state=ignored')).toEqual([])
    expect(await ids(`?agentId=${other}`)).toEqual([ofOther])
    expect(await ids('?q=oferta')).toEqual([oldest])
    expect(await ids('?q=LANCAMENTO')).toEqual([ofOther])
    expect(await ids('?q=bia%20lima')).toEqual([mine])
    expect(await ids('?q=0%25')).toEqual([ofOther])
    expect(await ids('?q=_')).toEqual([])
    expect(await ids('?q=prado&state=open')).toEqual([ofOther, oldest])
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`?limit=1${cursor}`)
      paged.push(...page.items.map(({ messageId }) => messageId))
      if (!page.hasMore) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(paged).toEqual([mine, ofOther, done, oldest])
  })

  test('uses the index of ratings', async () => {
    const { rows } = await db().transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(sql`explain select id from messages
        where feedback = 'down' and feedback_at is not null order by feedback_at desc, id desc limit 21`)
    })
    expect(JSON.stringify(rows)).toContain('messages_feedback_idx')
  })

  test.each(['?state=todas', '?agentId=1', '?cursor=x', `?q=${'a'.repeat(101)}`, '?q=%00', '?userId=1'])(
    'is refused with %s',
    async (query) => {
      expect((await ana.get(`/feedback/admin${query}`)).status).toBe(400)
    },
  )
})
