import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AssetDraft } from '#shared/contract/asset-drafts.ts'
import { messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
let talk: ChatClient
let replyId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia Lima')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const TEXT = '# Mentoria Decola\n\n- **Preço à vista:** R$ 997,00\n- **Público:** nutricionistas'

beforeEach(async () => {
  // Sets titles, because background title requests would take the answers scripted for drafts.
  talk = await ChatClient.open(ana, agentId)
  await talk.call('PATCH', '', { title: 'Ficha' })
  app.provider.script({ kind: 'reply', tokens: [TEXT] })
  ;({ replyId } = await talk.say())
  app.provider.clearAsides()
})

const draft = (body: unknown = { kind: 'product' }, id = replyId, who = talk) =>
  who.call('POST', `/messages/${id}/draft`, body)
const asides = () => app.provider.asides.filter(({ body }) => JSON.stringify(body).includes('fichas'))
const answer = (text: string) => app.provider.scriptAside({ kind: 'reply', tokens: [text], delayMs: 0 })

describe('an asset draft', () => {
  test('is read from a reply by the model, requested as JSON', async () => {
    const before = asides().length
    answer(
      JSON.stringify({ name: 'Mentoria Decola', practicePrice: 'R$ 997,00', mainPersona: 'nutricionistas' }),
    )
    const { status, data } = await draft()
    expect(status).toBe(200)
    expect(AssetDraft.parse(data)).toMatchObject({
      kind: 'product',
      values: {
        name: 'Mentoria Decola',
        practicePrice: 'R$ 997,00',
        mainPersona: 'nutricionistas',
        type: '',
      },
    })
    expect(asides()).toHaveLength(before + 1)
    const body = Object(asides().at(-1)?.body)
    expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } })
    expect(body).not.toHaveProperty('tools')
    const [system, asked, ...more] = body.messages
    expect(system.content).toContain('Os campos da ficha de produto')
    expect(JSON.parse(asked.content.split('\n')[1])).toEqual({ ficha: 'produto', texto: TEXT })
    expect(more).toEqual([])
  })

  test.each(['brand', 'offer'] as const)('is of a %s, too', async (kind) => {
    answer(JSON.stringify({ name: 'Decola' }))
    expect((await draft({ kind })).data).toMatchObject({ kind, values: { name: 'Decola' } })
  })

  test('is read from the selection if there is one', async () => {
    answer('{}')
    await draft({ kind: 'offer', selection: 'Só isto aqui' })
    expect(JSON.stringify(asides().at(-1)?.body)).toContain('Só isto aqui')
    expect(JSON.stringify(asides().at(-1)?.body)).not.toContain('nutricionistas')
    answer('{}')
    await draft({ kind: 'offer', selection: '  ' })
    expect(JSON.stringify(asides().at(-1)?.body)).toContain('nutricionistas')
  })

  test('is requested again by prompt alone if the server has no JSON mode, also for later drafts', async () => {
    const before = asides().length
    app.provider.scriptAside({ kind: 'status', status: 400, says: 'response_format is not supported' })
    answer('Claro!\n```json\n{"name":"Decola"}\n```')
    expect((await draft()).data).toMatchObject({ values: { name: 'Decola' } })
    answer('{"name":"Outra"}')
    expect((await draft()).data).toMatchObject({ values: { name: 'Outra' } })
    const forms = asides()
      .slice(before)
      .map(({ body }) => 'response_format' in Object(body))
    expect(forms).toEqual([true, false, false])
  })

  test.each([
    ['broken', '{"name": "Dec'],
    ['hostile', JSON.stringify({ name: { $ne: null }, website: 'javascript:alert(1)', extra: 'x' })],
    ['endless', 'a'.repeat(200_000)],
  ])('is empty if the answer is %s', async (_how, text) => {
    answer(text)
    const { status, data } = await draft({ kind: 'brand' })
    expect(status).toBe(200)
    expect(Object.values(AssetDraft.parse(data).values).join('')).toBe('')
  })

  test('stores nothing, and does not change the reply', async () => {
    const { db } = app.server.deps
    const [before] = await db.select().from(messages).where(eq(messages.id, replyId))
    answer('{"name":"Decola"}')
    await draft()
    const [after] = await db.select().from(messages).where(eq(messages.id, replyId))
    expect(after).toEqual(before)
    expect((await ana.get<{ items: unknown[] }>('/products')).data.items).toEqual([])
  })
})

describe('an asset draft is refused', () => {
  test('A3 A4 for a reply of another user or chat, or a missing one, all alike', async () => {
    const other = await ChatClient.open(ana, agentId)
    const before = asides().length
    for (const [who, id] of [
      [talk.as(bia), replyId],
      [other, replyId],
      [talk, randomUUID()],
    ] as const) {
      expect(outcomeOf(await draft(undefined, id, who))).toEqual([404, 'NOT_FOUND'])
    }
    expect(asides()).toHaveLength(before)
  })

  test('for a message that is not a reply, is running, or is empty', async () => {
    const [human] = await talk.list()
    expect(outcomeOf(await draft(undefined, human?.id))).toEqual([409, 'CONFLICT'])
    app.provider.script({ kind: 'stall', after: 1 })
    const running = await talk.begin()
    expect(outcomeOf(await draft(undefined, running.messageId))).toEqual([409, 'CONFLICT'])
    await talk.stop()
    await running.closed
    const { db } = app.server.deps
    const id = uuidv7()
    const [last] = await db.select().from(messages).where(eq(messages.id, running.messageId))
    await db.insert(messages).values({
      ...{ id, chatId: talk.chatId, sender: 'ai', content: ' ', status: 'error', errorCode: 'empty' },
      ...{ seq: 90, parentId: last?.parentId },
    })
    expect(outcomeOf(await draft(undefined, id))).toEqual([409, 'CONFLICT'])
  })

  test.each([
    {},
    { kind: 'document' },
    { kind: 'product', selection: 1 },
    { kind: 'product', selection: 'a'.repeat(16_001) },
    { kind: 'product', id: 'x' },
  ])('for the invalid body %j', async (body) =>
    expect(outcomeOf(await draft(body))).toEqual([400, 'VALIDATION_ERROR']),
  )

  test('while another one of the same user is made, but not for other users', async () => {
    const gate = Promise.withResolvers<void>()
    app.provider.scriptAside({ kind: 'hold', after: 0, until: gate.promise, tokens: ['{"name":"Primeira"}'] })
    const before = asides().length
    const first = draft()
    await eventually(() => expect(asides()).toHaveLength(before + 1))
    expect(outcomeOf(await draft())).toEqual([429, 'RATE_LIMITED'])
    const there = await ChatClient.open(bia, agentId)
    await there.call('PATCH', '', { title: 'Ficha' })
    const { replyId: hers } = await there.say()
    expect((await draft(undefined, hers, there)).status).toBe(200)
    gate.resolve()
    expect((await first).data).toMatchObject({ values: { name: 'Primeira' } })
    expect((await draft()).status).toBe(200)
  })

  test.each([401, 429])(
    'F1 F2 when the provider answers %i, in Portuguese, and the next request succeeds',
    async (status) => {
      const refusal = { kind: 'status', status } as const
      app.provider.scriptAside(refusal, ...(status === 429 ? [refusal, refusal] : []))
      const { error, ...reply } = await draft()
      expect([reply.status, error.code]).toEqual([503, 'UNAVAILABLE'])
      expect(error.message).toContain('A IA não conseguiu preencher agora')
      expect((await draft()).status).toBe(200)
    },
  )

  test('I5 when the client disconnects: the provider’s socket is closed, and the next request succeeds', async () => {
    app.provider.scriptAside({ kind: 'noTokens' })
    const before = asides().length
    const abort = new AbortController()
    const url = `${app.baseUrl}/api/v1/chats/${talk.chatId}/messages/${replyId}/draft`
    const headers = { Origin: app.appUrl, Cookie: ana.cookie, 'Content-Type': 'application/json' }
    const asking = fetch(url, { method: 'POST', headers, body: '{"kind":"product"}', signal: abort.signal })
    await eventually(() => expect(asides()).toHaveLength(before + 1))
    abort.abort()
    await expect(asking).rejects.toThrow()
    await eventually(() => expect(asides()[before]?.closedByClientAt).toBeDefined())
    await eventually(async () => expect((await draft()).status).toBe(200))
  })
})

test('without a provider, a draft is read from the text’s headings and labels', async () => {
  const demo = await createTestApp({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  try {
    const eva = await demo.signUp('Eva')
    const chat = await ChatClient.open(eva, await openAgentId(eva))
    const { replyId: id } = await chat.say()
    const { status, data } = await draft({ kind: 'product', selection: TEXT }, id, chat)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      values: {
        name: 'Mentoria Decola',
        practicePrice: 'R$ 997,00',
        mainPersona: 'nutricionistas',
        type: '',
      },
    })
  } finally {
    await demo.close()
  }
})
