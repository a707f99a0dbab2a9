import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
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

/** The turns of the last request to the provider, as texts. */
const asked = (): string[] =>
  Object(app.provider.requests.at(-1)?.body)
    .messages.slice(1)
    .map(({ content }: { content: string }) => content)

const reply = (text: string) => app.provider.script({ kind: 'reply', tokens: [text], delayMs: 0 })

/** Sends a message and scripts the provider's answer. */
function exchange(content: string, answer: string, more?: { replacesId?: string }) {
  reply(answer)
  return talk.say(content, more)
}

const rowsOf = (chatId: string) =>
  app.server.deps.db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq))

describe('an edited message that is sent again', () => {
  test('is a new version beside the old one, answered without the turns after the old one', async () => {
    const first = await exchange('Oi', 'Olá!')
    const second = await exchange('Quero vender bolos', 'Ótimo.')
    const third = await exchange('Que preço?', 'R$ 50.')
    const edited = await exchange('Quero vender doces', 'Delícia.', { replacesId: second.messageId })

    expect(asked()).toEqual(['Oi', 'Olá!', 'Quero vender doces'])
    const list = await talk.list()
    expect(list.map(({ content }) => content)).toEqual(['Oi', 'Olá!', 'Quero vender doces', 'Delícia.'])
    expect(list.map(({ siblingIds }) => siblingIds)).toEqual([
      [first.messageId],
      [first.replyId],
      [second.messageId, edited.messageId],
      [edited.replyId],
    ])
    expect(list[2]?.parentId).toBe(first.replyId)

    // The conversation continues from the new version.
    await exchange('E agora?', 'Asse.')
    expect(asked()).toEqual(['Oi', 'Olá!', 'Quero vender doces', 'Delícia.', 'E agora?'])
    expect((await rowsOf(talk.chatId)).map(({ content }) => content)).toContain('Que preço?')
    expect(await talk.ids()).not.toContain(third.messageId)
  })

  test('may be the first of its chat, any number of times', async () => {
    const first = await exchange('Oi', 'Olá!')
    const second = await exchange('Bom dia', 'Bom dia!', { replacesId: first.messageId })
    const third = await exchange('Boa noite', 'Boa noite!', { replacesId: second.messageId })
    expect(asked()).toEqual(['Boa noite'])
    const versions = [first.messageId, second.messageId, third.messageId]
    const list = await talk.list()
    expect(list.map(({ id }) => id)).toEqual([third.messageId, third.replyId])
    expect(list[0]).toMatchObject({ parentId: null, siblingIds: versions })

    for (const { messageId, replyId } of [first, second, third]) {
      const chosen = await talk.choose(messageId)
      expect(chosen.data.map(({ id }) => id)).toEqual([messageId, replyId])
      expect(chosen.data[0]?.siblingIds).toEqual(versions)
      expect(await talk.list()).toEqual(chosen.data)
    }
  })

  test('F19 sent twice, also concurrently, is stored once and answered by one reply', async () => {
    const first = await exchange('Oi', 'Olá!')
    const edited = { ...newMessage('Oi, de novo'), replacesId: first.messageId }
    const calls = app.provider.requests.length
    const copies = await Promise.all(Array.from({ length: 5 }, () => ana.send(talk.chatId, edited)))
    copies.push(await ana.send(talk.chatId, edited))
    const ends = copies.map((events) => events.at(-1)?.data.messageId)
    expect(new Set(ends).size).toBe(1)
    expect(app.provider.requests).toHaveLength(calls + 1)
    expect(await rowsOf(talk.chatId)).toHaveLength(4)
    expect((await talk.list())[0]?.siblingIds).toEqual([first.messageId, edited.id])
  })

  test('A3 must be a message of the user, in this chat and not deleted', async () => {
    const first = await exchange('Oi', 'Olá!')
    const second = await exchange('Tudo bem?', 'Tudo.')
    await talk.remove(second.messageId)
    const other = await ChatClient.open(ana, agentId)
    const elsewhere = await other.say('Noutra conversa')
    const bia = await app.signUp('Bia')
    const stranger = await ChatClient.open(bia, agentId)
    const theirs = await stranger.say('De outra pessoa')
    const before = await rowsOf(talk.chatId)

    for (const replacesId of [elsewhere.messageId, theirs.messageId, second.messageId, randomUUID()]) {
      const refused = await ana.post(`/chats/${talk.chatId}/messages`, { ...newMessage(), replacesId })
      expect(outcomeOf(refused)).toEqual([404, 'NOT_FOUND'])
    }
    const ofReply = { ...newMessage(), replacesId: first.replyId }
    expect(outcomeOf(await ana.post(`/chats/${talk.chatId}/messages`, ofReply))).toEqual([409, 'CONFLICT'])
    const inTheirs = await bia.post(`/chats/${talk.chatId}/messages`, {
      ...newMessage(),
      replacesId: first.messageId,
    })
    expect(outcomeOf(inTheirs)).toEqual([404, 'NOT_FOUND'])
    expect(await rowsOf(talk.chatId)).toEqual(before)
    expect(await rowsOf(stranger.chatId)).toHaveLength(2)
  })
})

describe('the active branch', () => {
  test('is the chosen one down to its newest message, also after a restart, until a new message is sent', async () => {
    const first = await exchange('Oi', 'Olá!')
    const old = await exchange('Bolos', 'Sim.')
    const deep = await exchange('E o preço?', 'R$ 50.')
    const edited = await exchange('Doces', 'Claro.', { replacesId: old.messageId })

    const chosen = await talk.choose(old.messageId)
    const branch = [first.messageId, first.replyId, old.messageId, old.replyId, deep.messageId, deep.replyId]
    expect(chosen.status).toBe(200)
    expect(chosen.data.map(({ id }) => id)).toEqual(branch)
    expect(chosen.data[2]?.siblingIds).toEqual([old.messageId, edited.messageId])
    await app.restart()
    expect(await talk.ids()).toEqual(branch)
    // Paging upwards stays on the branch.
    expect((await talk.list(`?limit=2&before=${deep.messageId}`)).map(({ id }) => id)).toEqual([
      old.messageId,
      old.replyId,
    ])

    const next = await exchange('E a entrega?', 'Amanhã.')
    expect(asked()).toEqual(['Oi', 'Olá!', 'Bolos', 'Sim.', 'E o preço?', 'R$ 50.', 'E a entrega?'])
    expect(await talk.ids()).toEqual([...branch, next.messageId, next.replyId])
    // Any message on a branch selects it down to its newest message.
    await talk.choose(edited.replyId)
    expect((await talk.ids()).at(-1)).toBe(edited.replyId)
    await talk.choose(first.messageId)
    expect((await talk.ids()).at(-1)).toBe(next.replyId)
  })

  test('continues from the regenerated reply that is shown', async () => {
    const said = await exchange('Oi', 'Primeira')
    reply('Segunda')
    const again = await talk.regenerate(said.replyId)
    await again.closed
    const tries = [said.replyId, again.messageId]
    expect((await talk.list()).at(-1)).toMatchObject({ id: again.messageId, siblingIds: tries })
    await talk.choose(said.replyId)
    expect((await talk.list()).at(-1)).toMatchObject({ id: said.replyId, siblingIds: tries })
    // Regenerating on an old branch makes it the newest again.
    reply('Terceira')
    const third = await talk.regenerate(said.replyId)
    await third.closed
    expect((await talk.list()).at(-1)).toMatchObject({
      id: third.messageId,
      siblingIds: [...tries, third.messageId],
    })
    await talk.choose(again.messageId)
    await exchange('Segue', 'Sigo.')
    expect(asked()).toEqual(['Oi', 'Segunda', 'Segue'])
  })

  test('A2 A3 can be chosen by its owner only, by a message of this chat', async () => {
    const said = await exchange('Oi', 'Olá!')
    const other = await ChatClient.open(ana, agentId)
    const elsewhere = await other.say()
    const bia = await app.signUp('Bia')
    expect(outcomeOf(await talk.as(bia).choose(said.messageId))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await talk.choose(elsewhere.messageId))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await talk.choose(randomUUID()))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await talk.call('PUT', '/branch', {}))).toEqual([400, 'VALIDATION_ERROR'])
  })
})

test('F20 F23 editing, choosing, deleting, regenerating and continuing are refused while a reply runs', async () => {
  const said = await exchange('Oi', 'Olá!')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after: 1, until: promise })
  const running = await talk.begin('Conta mais')
  const before = await rowsOf(talk.chatId)
  const refusals = await Promise.all([
    talk.call('POST', '/messages', newMessage()),
    talk.call('POST', '/messages', { ...newMessage(), replacesId: said.messageId }),
    talk.choose(said.replyId),
    talk.remove(said.replyId),
    talk.remove(running.messageId),
    talk.call('POST', `/messages/${said.replyId}/regenerate`),
    talk.call('POST', `/messages/${said.replyId}/continue`),
    talk.call('POST', `/messages/${running.messageId}/continue`),
    talk.rate(running.messageId, { rating: 'up' }),
  ])
  for (const refused of refusals) expect(outcomeOf(refused)).toEqual([409, 'CONFLICT'])
  expect((await rowsOf(talk.chatId)).map(({ id, deletedAt }) => [id, deletedAt])).toEqual(
    before.map(({ id }) => [id, null]),
  )
  release()
  await running.closed
  expect(running).toMatchObject({ status: 'done', problems: [] })
  expect(await talk.ids()).toHaveLength(4)
})
