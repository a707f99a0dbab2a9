import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agents, chats, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let ana: TestClient
let agentId: string
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
})

const TOKENS = ['Um ', 'dois ', 'três ', 'quatro.']

async function rowOf(id: string) {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}

/** A reply that ended after its first two words, in each of the ways that allow continuing. */
const ENDS: Record<string, () => Promise<string>> = {
  async stopped() {
    app.provider.script({ kind: 'stall', after: 2, tokens: TOKENS })
    const reply = await talk.begin()
    await eventually(() => expect(reply.text).toBe('Um dois '))
    await talk.stop()
    await reply.closed
    return reply.messageId
  },
  async interrupted() {
    app.provider.script({ kind: 'cut', after: 2, how: 'end', tokens: TOKENS })
    return (await talk.say()).replyId
  },
  async 'at the limit'() {
    app.provider.script({ kind: 'length', after: 2, tokens: TOKENS })
    return (await talk.say()).replyId
  },
}

describe('F13 an interrupted reply', () => {
  test.each(Object.entries(ENDS))('continues in its own message: %s', async (_how, end) => {
    const replyId = await end()
    const before = await rowOf(replyId)
    expect(before.content).toBe('Um dois ')
    app.provider.script({ kind: 'reply', tokens: ['três ', 'quatro.'] })
    const reply = await talk.continue(replyId)
    expect(reply.messageId).toBe(replyId)
    await reply.closed
    expect(reply).toMatchObject({ text: 'Um dois três quatro.', status: 'done', problems: [] })

    const after = await rowOf(replyId)
    expect(after).toMatchObject({
      ...{ content: 'Um dois três quatro.', status: 'done', finishReason: 'stop', errorCode: null },
      ...{ seq: before.seq, parentId: before.parentId, attempt: 2, leaseOwner: null, usedModel: 'openai' },
    })
    expect(after.firstTokenMs).toBe(before.firstTokenMs)
    // I7: the cost of the second part is added to the first, where that is known.
    expect(after.nTokens).toBe((before.nTokens ?? 0) + DOUBLE_INPUT.tokens + 2)
    const list = await talk.list()
    expect(list).toHaveLength(2)
    expect(list[1]).toMatchObject({ id: replyId, siblingIds: [replyId] })

    const turns = Object(app.provider.requests.at(-1)?.body).messages.slice(1)
    expect(turns).toEqual([
      { role: 'user', content: 'Como vendo mais?' },
      { role: 'assistant', content: 'Um dois ' },
      { role: 'user', content: expect.stringContaining('Continue exatamente do ponto em que parou') },
    ])
  })

  test('counts both parts where the provider said what each cost', async () => {
    const replyId = await ENDS['at the limit']?.()
    app.provider.script({ kind: 'length', after: 2, tokens: ['a ', 'b ', 'c'] })
    await (await talk.continue(replyId ?? '')).closed
    app.provider.script({ kind: 'reply', tokens: ['c'] })
    await (await talk.continue(replyId ?? '')).closed
    expect(await rowOf(replyId ?? '')).toMatchObject({
      content: 'Um dois a b c',
      attempt: 3,
      nTokens: 3 * DOUBLE_INPUT.tokens + 5,
      nCachedTokens: 3 * DOUBLE_INPUT.cached,
      nOutputTokens: 5,
    })
  })

  test('starts with one event that holds the existing text, for the caller and for readers of another instance', async () => {
    const replyId = await ENDS.interrupted?.()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until: promise, tokens: ['três ', 'quatro.'] })
    const stream = await ana.open('POST', `/chats/${talk.chatId}/messages/${replyId}/continue`)
    expect(await stream.next()).toMatchObject({ id: 8, event: 'token', data: { token: 'Um dois ' } })
    const there = await Follower.open(second.as(ana), talk.chatId)
    await eventually(() => expect(there?.text).toBe('Um dois três '))
    release()
    await Promise.all([stream.rest(), there?.closed])
    expect(there).toMatchObject({ text: 'Um dois três quatro.', status: 'done', problems: [] })
  })

  test('omits words that the model repeats', async () => {
    app.provider.script({
      kind: 'length',
      after: 3,
      tokens: ['A promessa da ', 'sua mentoria ', 'é clara', '.'],
    })
    const { replyId } = await talk.say()
    app.provider.script({ kind: 'reply', tokens: ['da sua ', 'mentoria é clara', ' e curta.'] })
    const reply = await talk.continue(replyId)
    await reply.closed
    expect(reply).toMatchObject({ text: 'A promessa da sua mentoria é clara e curta.', problems: [] })
  })

  test('keeps both parts when stopped or interrupted again', async () => {
    const replyId = (await ENDS.stopped?.()) ?? ''
    app.provider.script({ kind: 'stall', after: 1, tokens: ['três ', 'quatro.'] })
    const again = await talk.continue(replyId)
    await eventually(() => expect(again.text).toBe('Um dois três '))
    expect((await talk.stop()).data).toEqual({ stopped: true })
    await again.closed
    expect(await rowOf(replyId)).toMatchObject({ status: 'stopped', content: 'Um dois três ', attempt: 2 })
    app.provider.script({ kind: 'status', status: 401 })
    await (await talk.continue(replyId)).closed
    expect(await rowOf(replyId)).toMatchObject({
      ...{ status: 'interrupted', errorCode: 'provider_auth' },
      ...{ content: 'Um dois três ', attempt: 3 },
    })
  })

  test('F19 continues once when requested several times at once, on two instances', async () => {
    const replyId = (await ENDS.interrupted?.()) ?? ''
    const calls = app.provider.requests.length
    const { promise, resolve: release } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until: promise, tokens: ['três ', 'quatro.'] })
    const path = `/api/v1/chats/${talk.chatId}/messages/${replyId}/continue`
    const clients = [ana, second.as(ana), ana, second.as(ana), ana]
    const answers = await Promise.all(clients.map((client) => client.fetch('POST', path)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const taken = answers.find(({ status }) => status === 200)
    if (!taken) throw new Error('nobody')
    release()
    const reply = new Follower(taken)
    await reply.closed
    expect(reply).toMatchObject({ text: 'Um dois três quatro.', status: 'done', problems: [] })
    expect(app.provider.requests).toHaveLength(calls + 1)
    expect(await rowOf(replyId)).toMatchObject({ attempt: 2, content: 'Um dois três quatro.' })
  })

  test('becomes unread again when it ends', async () => {
    const isUnread = async () => Object((await ana.get(`/chats/${talk.chatId}`)).data).isUnread
    const replyId = (await ENDS.interrupted?.()) ?? ''
    await talk.read()
    expect(await isUnread()).toBe(false)
    app.provider.script({ kind: 'reply', tokens: ['três'] })
    await (await talk.continue(replyId)).closed
    expect(await isUnread()).toBe(true)
  })
})

describe('continuing is refused', () => {
  const refused = (messageId: string, chat = talk) =>
    chat.call('POST', `/messages/${messageId}/continue`).then(outcomeOf)

  test('for a complete reply, one without text, a message of the user, and one that is not the last', async () => {
    const whole = await talk.say()
    expect(await refused(whole.replyId)).toEqual([409, 'CONFLICT'])
    expect(await refused(whole.messageId)).toEqual([409, 'CONFLICT'])
    app.provider.script({ kind: 'empty' })
    const empty = await talk.say()
    expect(await rowOf(empty.replyId)).toMatchObject({ status: 'error', content: '' })
    expect(await refused(empty.replyId)).toEqual([409, 'CONFLICT'])
    const cut = (await ENDS.interrupted?.()) ?? ''
    const next = await talk.say()
    expect(await refused(cut)).toEqual([409, 'CONFLICT'])
    // It may be continued once nothing follows it.
    await talk.remove(next.messageId)
    await (await talk.continue(cut)).closed
    expect(await rowOf(cut)).toMatchObject({ status: 'done', attempt: 2 })
  })

  test('A2 A3 for a reply of another user or chat, a deleted one, and one in a deleted chat', async () => {
    const cut = (await ENDS.interrupted?.()) ?? ''
    const bia = await app.signUp('Bia')
    const other = await ChatClient.open(ana, agentId)
    expect(await refused(cut, talk.as(bia))).toEqual([404, 'NOT_FOUND'])
    expect(await refused(cut, other)).toEqual([404, 'NOT_FOUND'])
    expect(await refused(randomUUID())).toEqual([404, 'NOT_FOUND'])
    await talk.remove(cut)
    expect(await refused(cut)).toEqual([404, 'NOT_FOUND'])
    const gone = (await ENDS.interrupted?.()) ?? ''
    await app.server.deps.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, talk.chatId))
    expect(await refused(gone)).toEqual([404, 'NOT_FOUND'])
    expect(await rowOf(gone)).toMatchObject({ status: 'interrupted', attempt: 1 })
  })

  test('for a reply whose agent was removed, with the error of sending to that agent', async () => {
    const own = {
      name: 'De passagem',
      description: 'Sai logo',
      systemPrompt: 'Responda.',
      enableFreePlan: true,
    }
    const [agent] = await app.server.deps.db.insert(agents).values(own).returning({ id: agents.id })
    talk = await ChatClient.open(ana, agent?.id ?? '')
    const cut = (await ENDS.interrupted?.()) ?? ''
    await app.server.deps.db
      .update(agents)
      .set({ deletedAt: new Date() })
      .where(eq(agents.id, agent?.id ?? ''))
    expect(await refused(cut)).toEqual([409, 'CONFLICT'])
  })
})

test('F22 concurrent continuations and stops leave one final state and the text that was shown', async () => {
  const replyId = (await ENDS.interrupted?.()) ?? ''
  app.provider.setDefault({ kind: 'stall', after: 1, tokens: ['e ', 'mais '] })
  for (let round = 0; round < 20; round += 1) {
    const path = `/api/v1/chats/${talk.chatId}`
    const answers = await Promise.all([
      ana.fetch('POST', `${path}/messages/${replyId}/continue`),
      second.as(ana).fetch('POST', `${path}/messages/${replyId}/continue`),
    ])
    const [taken, refusedOne] = answers.toSorted((a, b) => a.status - b.status)
    expect([taken?.status, refusedOne?.status]).toEqual([200, 409])
    if (!taken) throw new Error('nobody')
    const reply = new Follower(taken)
    await Promise.all([talk.stop(), talk.as(second.as(ana)).stop(), talk.stop()])
    await reply.closed
    const row = await rowOf(replyId)
    expect(row).toMatchObject({ status: 'stopped', attempt: round + 2, leaseOwner: null })
    expect({ text: reply.text, problems: reply.problems }).toEqual({ text: row.content, problems: [] })
  }
  app.provider.setDefault({ kind: 'reply' })
})
