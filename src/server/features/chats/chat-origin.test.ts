import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Chat, type ChatsPage } from '#shared/contract/chats.ts'
import { attachments, chats, messageAttachments, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { makeAgent } from '../../testing/factories/agents.ts'
import { makeProduct } from '../../testing/factories/business.ts'
import { makeAttachment } from '../../testing/factories/people.ts'
import { askedOf, takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'

let app: TestApp
let ana: TestClient
let ines: string
let clara: string
let talk: ChatClient
let replyId: string
let productIds: string[]
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  ines = await makeAgent(db(), { name: 'Inês' })
  clara = await makeAgent(db())
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, ines)
  productIds = [await makeProduct(db(), { userId: ana.userId, name: 'Decola' })]
  app.provider.script({ kind: 'reply', tokens: ['Redatores de primeira viagem.'], delayMs: 0 })
  replyId = (await talk.say('Quem compra de mim?', { context: { productIds } })).replyId
})

const db = () => app.server.deps.db
const open = (fromMessageId: string, more: { id?: string; agentId?: string } = {}, client = ana) =>
  client.post<Chat>('/chats', { agentId: clara, fromMessageId, ...more })

const rowOf = async (id: string) => {
  const [row] = await db().select().from(chats).where(eq(chats.id, id))
  return row
}

describe('a chat that starts from a reply', () => {
  test('shows the origin’s agent and context; its texts are stored for the model', async () => {
    const { status, data } = await open(replyId)
    expect(status).toBe(201)
    const context = { productIds, brandIds: [], offerIds: [], documentIds: [] }
    const shown = { chatId: talk.chatId, messageId: replyId, agentId: ines, agentName: 'Inês', context }
    expect(Chat.strict().parse(data)).toMatchObject({ agentId: clara, title: 'Nova conversa', origin: shown })
    expect(data.origin).toEqual(shown)
    const texts = { question: 'Quem compra de mim?', reply: 'Redatores de primeira viagem.' }
    expect((await rowOf(data.id))?.origin).toEqual({ ...shown, ...texts })

    const following = new ChatClient(ana, data.id)
    await following.say('Escreva a página')
    const { items } = (await ana.get<ChatsPage>('/chats')).data
    // Its title comes from its own first message, as in any chat.
    expect(items.find(({ id }) => id === data.id)).toMatchObject({ title: 'Escreva a página', origin: shown })
    expect(JSON.stringify(items)).not.toContain('primeira viagem')
    expect((await talk.list()).at(-1)?.groundedOn).toHaveLength(1)
    expect((await following.list()).at(-1)?.groundedOn.map(({ name }) => name)).toEqual(['Decola'])
  })

  test('keeps the origin as it was, whatever happens to the reply and its chat', async () => {
    const { data } = await open(replyId)
    await db().update(messages).set({ content: 'Outra coisa' }).where(eq(messages.id, replyId))
    await ana.call('DELETE', `/api/v1/chats/${talk.chatId}`)
    await new ChatClient(ana, data.id).say('Vamos')
    const { data: blocks } = takeApart(askedOf(app.provider.requests.at(-1)).system)
    expect(blocks.at(-1)).toEqual({
      tipo: 'resposta de outro agente',
      agente: 'Inês',
      pedido: 'Quem compra de mim?',
      resposta: 'Redatores de primeira viagem.',
    })
  })

  test('names the attachments of the question', async () => {
    const [message] = await talk.list()
    const attachmentId = await makeAttachment(app.server.deps, ana.userId)
    await db()
      .insert(messageAttachments)
      .values({ messageId: message?.id ?? '', attachmentId, position: 0 })
    const { data } = await open(replyId)
    expect((await rowOf(data.id))?.origin?.question).toBe('Quem compra de mim? (anexos: reservado.txt)')
    await db().delete(attachments).where(eq(attachments.id, attachmentId))
  })

  test('is returned again for its id, and no other chat is opened', async () => {
    const id = randomUUID()
    const first = await open(replyId, { id })
    const again = await open(replyId, { id })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.data).toEqual(first.data)

    const another = (await talk.say('E quem não compra?')).replyId
    expect(outcomeOf(await open(another, { id }))).toEqual([409, 'CONFLICT'])
    expect(outcomeOf(await ana.post('/chats', { id, agentId: clara }))).toEqual([409, 'CONFLICT'])
    expect(outcomeOf(await open(replyId, { id, agentId: ines }))).toEqual([409, 'CONFLICT'])
    const plain = randomUUID()
    await ana.post('/chats', { id: plain, agentId: clara })
    expect(outcomeOf(await open(replyId, { id: plain }))).toEqual([409, 'CONFLICT'])

    // A lost response can be requested again even if the reply is deleted.
    await talk.remove(replyId)
    expect((await open(replyId, { id })).data).toEqual(first.data)
    expect(outcomeOf(await open(replyId))).toEqual([404, 'NOT_FOUND'])
  })

  test('is one chat when opened several times at once with one id', async () => {
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => open(replyId, { id })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    for (const { data } of all) expect(data.origin?.messageId).toBe(replyId)
  })

  test('can’t be opened from a reply that is running or empty', async () => {
    const [human] = await talk.list()
    const stranger = await app.signUp('Bia Lima')
    const refused = async (id: string, client = ana) => {
      expect(outcomeOf(await open(id, {}, client))).toEqual([404, 'NOT_FOUND'])
    }
    await refused(human?.id ?? '')
    await refused(randomUUID())
    await refused(replyId, stranger)
    for (const change of [{ content: ' \n' }, { deletedAt: new Date() }]) {
      await db().update(messages).set(change).where(eq(messages.id, replyId))
      await refused(replyId)
      const back = { content: 'Redatores.', deletedAt: null }
      await db().update(messages).set(back).where(eq(messages.id, replyId))
    }
    app.provider.script({ kind: 'stall', after: 3 })
    const running = await talk.begin('Mais')
    await refused(running.messageId)
    await eventually(() => expect(running.text).not.toBe(''))
    await talk.stop()
    await running.closed
    // A stopped reply with text qualifies.
    expect((await open(running.messageId)).status).toBe(201)
    await ana.call('DELETE', `/api/v1/chats/${talk.chatId}`)
    await refused(replyId)
  })

  test('is exported with its origin', async () => {
    const { data } = await open(replyId)
    const following = new ChatClient(ana, data.id)
    await following.say('Uma página de origem')
    const file = await ana.fetch('GET', `/api/v1/chats/${data.id}/export?format=md`)
    expect(await file.text()).toContain('- Agente: Clara\n- Continua uma resposta de: Inês\n- Início: ')

    const copy = await unzip(await (await ana.fetch('GET', '/api/v1/me/export')).bytes())
    const name = [...copy.keys()].find((it) => it.endsWith('Uma página de origem.jsonl')) ?? ''
    const [chat, , reply] = (copy.get(name)?.toString() ?? '')
      .split('\n')
      .map((line) => line && JSON.parse(line))
    expect(chat.origin).toMatchObject({ agentName: 'Inês', reply: 'Redatores de primeira viagem.' })
    expect(reply.grounding).toMatchObject([{ kind: 'product', name: 'Decola' }])
  })
})
