import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agents, chats } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
})

async function chatRow() {
  const [chat] = await app.server.deps.db.select().from(chats).where(eq(chats.id, talk.chatId))
  if (!chat) throw new Error('no chat')
  return chat
}

const titled = (title: string, titledBy = 'model') =>
  eventually(async () => expect(await chatRow()).toMatchObject({ title, titledBy }))

/** Log entries of this chat once its title request was answered or failed. */
const noted = (message: string) =>
  app.logs.filter((line) => line.includes(talk.chatId) && line.includes(`"msg":"${message}"`))

const answer = (text: string) => app.provider.scriptTitle({ kind: 'reply', tokens: [text], delayMs: 0 })

/** Takes nine tenths of this process, in which the server runs too, until the returned function is called. */
function takeTime(): () => void {
  const timer = setInterval(() => {
    for (const end = performance.now() + 18; performance.now() < end; );
  }, 20)
  return () => clearInterval(timer)
}

describe('the title of a chat', () => {
  test('waits while the process has no time to spare', async () => {
    const calls = app.provider.asides.length
    const giveBack = takeTime()
    try {
      answer('Bolos em tempo de sobra')
      await talk.say('Como vendo bolos? [[tokens=60 delay=20]]')
      await sleep(1_500)
      expect(app.provider.asides).toHaveLength(calls)
    } finally {
      giveBack()
    }
    await titled('Bolos em tempo de sobra')
  })

  test('is written by the model after the first exchange, from both sides', async () => {
    const calls = app.provider.asides.length
    answer('"**Venda de bolos** por encomenda."')
    await talk.say('Como vendo mais bolos? [[tokens=3 delay=0]]')
    await titled('Venda de bolos por encomenda')
    expect((await ana.get(`/chats/${talk.chatId}`)).data).toMatchObject({
      title: 'Venda de bolos por encomenda',
      isTitleProvisional: false,
    })
    const [request] = app.provider.asides.slice(calls)
    const { messages, model, max_tokens } = Object(request?.body)
    expect(messages[0].content).toMatch(/^Você dá títulos a conversas/)
    expect(messages[1].content).toBe(
      '<dados>\n{"mensagem":"Como vendo mais bolos? [[tokens=3 delay=0]]","resposta":"## Plano de"}\n</dados>',
    )
    expect({ model, max_tokens }).toEqual({
      model: Object(app.provider.requests.at(-1)?.body).model,
      max_tokens: 500,
    })
    expect(JSON.parse(noted('title asked for')[0] ?? '{}')).toMatchObject({
      ...{ provider: 'openai', isTitled: true },
      ...{ nTokens: DOUBLE_INPUT.tokens + 1, nCachedTokens: DOUBLE_INPUT.cached },
    })
    // The title stays: later replies request no other.
    await talk.say('E doces?')
    await talk.say('E tortas?')
    expect(app.provider.asides).toHaveLength(calls + 1)
  })

  test('is written also when the reply was stopped, even before its first word', async () => {
    app.provider.script({ kind: 'noTokens' })
    answer('Parada no começo')
    const reply = await talk.begin('Como vendo mais?')
    await eventually(async () => expect((await talk.list())[1]?.status).toBe('running'))
    await talk.stop()
    await reply.closed
    await titled('Parada no começo')
  })

  test('set by the user is final, also over a title request in flight', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const calls = app.provider.asides.length
    app.provider.scriptTitle({ kind: 'hold', after: 0, until: promise, tokens: ['Do modelo'] })
    await talk.say('Oi')
    await eventually(() => expect(app.provider.asides.length).toBe(calls + 1))
    const { db } = app.server.deps
    await db
      .update(chats)
      .set({ title: 'Minha conversa', titledBy: 'person' })
      .where(eq(chats.id, talk.chatId))
    release()
    await eventually(() => expect(noted('title asked for')).toHaveLength(1))
    expect(noted('title asked for')[0]).toContain('"isTitled":false')
    await titled('Minha conversa', 'person')
    await talk.say('E mais?')
    expect(app.provider.asides).toHaveLength(calls + 1)
  })

  test('is requested again after a failure, three times in all', async () => {
    const calls = app.provider.asides.length
    for (const [round, behaviour] of [
      { kind: 'status', status: 400 } as const,
      { kind: 'reply', tokens: ['""'], delayMs: 0 } as const,
      { kind: 'filter', after: 1 } as const,
    ].entries()) {
      app.provider.scriptTitle(behaviour)
      await talk.say(`Como vendo mais? ${round}`)
      await eventually(() =>
        expect([...noted('title asked for'), ...noted('no title')]).toHaveLength(round + 1),
      )
      await titled('Como vendo mais? 0', 'message')
    }
    await talk.say('E mais?')
    await talk.say('E mais ainda?')
    expect(app.provider.asides).toHaveLength(calls + 3)
    expect(noted('no title')[0]).toContain('"code":"provider_refused"')
    await titled('Como vendo mais? 0', 'message')
  })

  test('is not requested from a model that failed to reply, but after the next reply', async () => {
    const calls = app.provider.asides.length
    for (let failures = 0; failures < 4; failures += 1) {
      app.provider.script({ kind: 'status', status: 401 })
      await talk.say('Oi')
    }
    answer('Enfim um título')
    await talk.say('Como vendo mais?')
    await titled('Enfim um título')
    expect(app.provider.asides).toHaveLength(calls + 1)
  })

  test('is made from the first message as edited, by the agent’s own model', async () => {
    const { db } = app.server.deps
    const own = {
      name: 'Própria',
      description: 'Com modelo',
      systemPrompt: 'Responda.',
      enableFreePlan: true,
    }
    const [agent] = await db
      .insert(agents)
      .values({ ...own, model: 'modelo-do-agente' })
      .returning({ id: agents.id })
    talk = await ChatClient.open(ana, agent?.id ?? '')
    app.provider.scriptTitle({ kind: 'status', status: 400 })
    const first = await talk.say('Bolos')
    await eventually(() => expect(noted('no title')).toHaveLength(1))
    answer('Doces finos')
    await talk.say('Doces', { replacesId: first.messageId })
    await titled('Doces finos')
    const body = Object(app.provider.asides.at(-1)?.body)
    expect(body.model).toBe('modelo-do-agente')
    expect(body.messages[1].content).toContain('"mensagem":"Doces"')
  })

  test('is cut from the beginning of an answer that does not end', async () => {
    const calls = app.provider.asides.length
    const tokens = Array.from({ length: 2_000 }, () => 'um título sem fim ')
    app.provider.scriptTitle({ kind: 'stall', after: 1_000, tokens, delayMs: 0 })
    await talk.say('Como vendo mais?')
    await titled('um título sem fim um título sem fim um título sem fim um')
    await eventually(() => expect(app.provider.asides[calls]?.closedByClientAt).toBeDefined())
  })

  test('does not delay a shutdown while it is requested', async () => {
    const calls = app.provider.asides.length
    app.provider.scriptTitle({ kind: 'noTokens' })
    await talk.say('Oi, tudo bem?')
    await eventually(() => expect(app.provider.asides.length).toBe(calls + 1))
    await app.restart()
    await eventually(() => expect(app.provider.asides.at(-1)?.closedByClientAt).toBeDefined())
    await titled('Oi, tudo bem?', 'message')
    answer('Depois do reinício')
    await talk.say('E agora?')
    await titled('Depois do reinício')
  })
})

test('the demonstration model is not asked for titles', async () => {
  const demo = await createTestApp({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  try {
    const bia = await demo.signUp('Bia')
    const chat = await ChatClient.open(bia, await openAgentId(bia))
    const reply = await chat.begin('Como vendo mais?')
    await eventually(() => expect(reply.text).not.toBe(''))
    await chat.stop()
    await reply.closed
    // A title request would have completed before this reply ends.
    await chat.say('E mais?')
    expect((await bia.get(`/chats/${chat.chatId}`)).data).toMatchObject({
      title: 'Como vendo mais?',
      isTitleProvisional: true,
    })
    expect(demo.logs.join('')).not.toContain('title')
  } finally {
    await demo.close()
  }
})
