import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GroundingDetail, type Message } from '#shared/contract/messages.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { makeOnboarding } from '../../testing/factories/business.ts'
import { CONTEXT_KINDS, makeContextAssets, setDeleted } from '../../testing/factories/context-assets.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  // The first account is the administrator, who is tested too.
  bia = await app.signUp('Bia Lima')
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const db = () => app.server.deps.db

/** A response without its timestamp. */
const said = ({ status, body }: Reply) => ({ status, body: { ...Object(body), timestamp: '' } })

const stored = async (chatId: string) => ({
  // The model sets the title in the background, at any time.
  chat: await db()
    .select({ lastSeq: chats.lastSeq, lastMessageAt: chats.lastMessageAt, leafId: chats.leafId })
    .from(chats)
    .where(eq(chats.id, chatId)),
  messages: await db().select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq)),
})

describe('A3 assets that the user may not use are no context', () => {
  test.each(CONTEXT_KINDS)(
    '%s of another account, or deleted, get the answer for a missing id',
    async (kind) => {
      const own = await makeContextAssets(db(), { userId: ana.userId, name: 'Da Ana' })
      const theirs = await makeContextAssets(db(), { userId: bia.userId, name: 'Da Bia' })
      const gone = await makeContextAssets(db(), { userId: ana.userId, name: 'Já excluído' })
      await setDeleted(db(), { kind, ids: [gone[kind]], isDeleted: true })
      const talk = await ChatClient.open(ana, agentId)
      const { messageId } = await talk.say('Oi')
      const [before, calls] = [await stored(talk.chatId), app.provider.requests.length]
      const send = (ids: string[], more = {}) =>
        ana.post(`/chats/${talk.chatId}/messages`, { ...newMessage(), context: { [kind]: ids }, ...more })

      const missing = said(await send([randomUUID()]))
      expect(missing).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
      for (const id of [theirs[kind], gone[kind]]) {
        expect(said(await send([id]))).toEqual(missing)
        // Also when mixed with own ids, and in a new version.
        expect(said(await send([own[kind], id]))).toEqual(missing)
        expect(said(await send([id], { replacesId: messageId }))).toEqual(missing)
        const rest = Object.fromEntries(CONTEXT_KINDS.map((it) => [it, [own[it]]]))
        const mixed = { ...rest, [kind]: [own[kind], id] }
        expect(said(await send([], { context: mixed }))).toEqual(missing)
      }
      // The id of an asset of another kind is refused too.
      for (const other of CONTEXT_KINDS.filter((it) => it !== kind)) {
        expect(said(await send([own[other]]))).toEqual(missing)
      }
      expect(await stored(talk.chatId)).toEqual(before)
      expect(app.provider.requests).toHaveLength(calls)
      expect(outcomeOf(await send([own[kind]]))[0]).toBe(200)
    },
  )

  test('another account’s reply is no valid origin, and its chat accepts no message', async () => {
    const [mine, theirs] = [await ChatClient.open(ana, agentId), await ChatClient.open(bia, agentId)]
    const { replyId } = await theirs.say('Meu segredo')
    const missing = said(await ana.post('/chats', { agentId, fromMessageId: randomUUID() }))
    expect(missing.status).toBe(404)
    expect(said(await ana.post('/chats', { agentId, fromMessageId: replyId }))).toEqual(missing)
    const own = (await mine.say('Oi')).replyId
    for (const path of [`${theirs.chatId}/messages/${own}`, `${mine.chatId}/messages/${replyId}`]) {
      expect(outcomeOf(await ana.get(`/chats/${path}/grounding`))).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('more ids than the limit are refused before any lookup', async () => {
    const chatId = await openChat(ana, agentId)
    const productIds = Array.from({ length: 21 }, () => randomUUID())
    const reply = await ana.post(`/chats/${chatId}/messages`, { ...newMessage(), context: { productIds } })
    expect(reply).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
  })
})

describe('A4 the stored context of a reply', () => {
  test('is readable by its owner only, not by administrators, with exactly its fields', async () => {
    const own = await makeContextAssets(db(), { userId: ana.userId, name: 'Da Ana' })
    await makeOnboarding(db(), { userId: ana.userId })
    const talk = await ChatClient.open(ana, agentId)
    const { replyId } = await talk.say('Oi', { context: { offerIds: [own.offerIds] } })
    const path = `/chats/${talk.chatId}/messages/${replyId}/grounding`
    expect(outcomeOf(await bia.get(path))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await app.visitor().get(path))).toEqual([401, 'UNAUTHORIZED'])

    const { data } = await ana.get<GroundingDetail[]>(path)
    for (const detail of data) GroundingDetail.strict().parse(detail)
    expect(data.map(({ kind, isChosen }) => [kind, isChosen])).toEqual([
      ['onboarding', false],
      ['product', false],
      ['brand', false],
      ['offer', true],
    ])
    const [, reply] = (await ana.get<Message[]>(`/chats/${talk.chatId}/messages`)).data
    expect(reply?.groundedOn).toEqual(data.map(({ fields: _fields, ...item }) => item))
    expect(JSON.stringify([data, reply])).not.toMatch(/userId|deletedAt|systemPrompt|Decimal/)
  })
})
