import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GroundingDetail, type MessageContext } from '#shared/contract/messages.ts'
import { documents, messages, offers, products } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { makeAgent } from '../../testing/factories/agents.ts'
import { makeDocument, makeOffer, makeOnboarding, makeProduct } from '../../testing/factories/business.ts'
import { newMessage } from '../../testing/factories/conversation.ts'
import { askedOf, takeApart } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { resumeReply } from './continue.service.ts'

let app: TestApp
let ana: TestClient
let agentId: string
let talk: ChatClient
let decola: string
let voa: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await makeAgent(app.server.deps.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
  decola = await makeProduct(db(), { userId: ana.userId, name: 'Decola' })
  voa = await makeProduct(db(), { userId: ana.userId, name: 'Voa' })
})

const db = () => app.server.deps.db
const NOTHING: MessageContext = { productIds: [], brandIds: [], offerIds: [], documentIds: [] }
const on = (...productIds: string[]): MessageContext => ({ ...NOTHING, productIds })

/** Names in the context of the last request to the model. */
const told = (): string[] =>
  (takeApart(askedOf(app.provider.requests.at(-1)).system).data as { nome: string }[]).map(({ nome }) => nome)

const rowsOf = (chatId = talk.chatId) =>
  db().select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq))

const rowOf = async (id: string) => (await rowsOf()).find((row) => row.id === id)

const setDeleted = (id: string, isDeleted: boolean) =>
  db()
    .update(products)
    .set({ deletedAt: isDeleted ? new Date() : null })
    .where(eq(products.id, id))

describe('the context of a message', () => {
  test('is stored with the message and its reply; the text that the model read is stored with the reply only', async () => {
    const { messageId, replyId } = await talk.say('Oi', { context: on(decola, decola) })
    const [human, reply] = await rowsOf()
    expect([human?.id, reply?.id]).toEqual([messageId, replyId])
    expect(human).toMatchObject({ context: on(decola), grounding: null })
    expect(reply).toMatchObject({ context: on(decola), grounding: [{ kind: 'product', id: decola }] })
  })

  test('carries over to the next message until the user chooses another, or none', async () => {
    await talk.say('Um', { context: on(decola) })
    await talk.say('Dois')
    expect(told()).toEqual(['Decola'])
    await talk.say('Três', { context: on(voa) })
    await talk.say('Quatro')
    expect(told()).toEqual(['Voa'])
    await talk.say('Cinco', { context: {} })
    await talk.say('Seis')
    expect(told()).toEqual([])
    const names = (await talk.list()).map(({ groundedOn }) => groundedOn.map(({ name }) => name).join())
    expect(names.filter((_, index) => index % 2 === 1)).toEqual(['Decola', 'Decola', 'Voa', 'Voa', '', ''])
    expect(names.filter((_, index) => index % 2 === 0).join('')).toBe('')
  })

  test('belongs to its branch', async () => {
    const first = await talk.say('Um', { context: on(decola) })
    await talk.say('Dois', { context: on(voa) })
    await talk.choose(first.replyId)
    // The branch continues to its newest leaf, which had another context.
    await talk.say('Três')
    expect(told()).toEqual(['Voa'])
    const again = await talk.regenerate(first.replyId)
    await again.closed
    expect(told()).toEqual(['Decola'])
    await talk.say('Quatro')
    expect(told()).toEqual(['Decola'])
  })

  test('stays when the message is edited, unless the edit chooses another', async () => {
    await talk.say('Um', { context: on(decola) })
    const second = await talk.say('Dois', { context: on(voa) })
    await talk.say('Dois, de novo', { replacesId: second.messageId })
    expect(told()).toEqual(['Voa'])
    await talk.say('Dois, sem nada', { replacesId: second.messageId, context: NOTHING })
    expect(told()).toEqual([])
    const [first] = await talk.ids()
    await talk.say('Um, de novo', { replacesId: first ?? '' })
    expect(told()).toEqual(['Decola'])
  })

  test('loses deleted items when the reply is continued or regenerated, or the message edited', async () => {
    const first = await talk.say('Um', { context: on(decola, voa) })
    await setDeleted(decola, true)
    await talk.say('Dois')
    expect(told()).toEqual(['Voa'])
    expect((await rowsOf()).at(-1)).toMatchObject({ context: on(voa) })
    const again = await talk.regenerate(first.replyId)
    await again.closed
    expect(told()).toEqual(['Voa'])
    await talk.say('Um, de novo', { replacesId: first.messageId })
    expect(told()).toEqual(['Voa'])
    // The older reply still lists its original context.
    await talk.choose(first.replyId)
    expect((await talk.list())[1]?.groundedOn.map(({ name }) => name)).toEqual(['Decola', 'Voa'])
    await setDeleted(decola, false)
    const restored = await talk.regenerate(first.replyId)
    await restored.closed
    expect(told()).toEqual(['Decola', 'Voa'])
  })

  test('includes those products and brands of an offer that are not deleted', async () => {
    const [userId, productIds] = [ana.userId, [decola, voa]]
    const offerId = await makeOffer(db(), { userId, name: 'Anual', productIds, brandIds: [] })
    await setDeleted(decola, true)
    await talk.say('Oi', { context: { offerIds: [offerId] } })
    expect(told()).toEqual(['Voa', 'Anual'])
    expect(askedOf(app.provider.requests.at(-1)).system).not.toContain('Decola')
    await db().update(offers).set({ deletedAt: new Date() }).where(eq(offers.id, offerId))
    await talk.say('E agora?')
    expect(told()).toEqual([])
  })

  test('is empty for messages stored before contexts existed', async () => {
    const { messageId, replyId } = await talk.say('Oi', { context: on(decola) })
    await db()
      .update(messages)
      .set({ context: null, grounding: null })
      .where(eq(messages.chatId, talk.chatId))
    const again = await talk.regenerate(replyId)
    await again.closed
    expect(told()).toEqual([])
    expect((await talk.list()).at(-1)?.groundedOn).toEqual([])
    // A stored context with fewer kinds is valid.
    const fewer = sql`'{"productIds":["${sql.raw(decola)}"]}'::jsonb`
    await db().update(messages).set({ context: fewer }).where(eq(messages.id, messageId))
    await (await talk.regenerate(replyId)).closed
    expect(told()).toEqual(['Decola'])
  })
})

describe('a reply that is continued', () => {
  /** A reply that was interrupted in the middle. */
  async function cutReply(context: MessageContext) {
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await talk.say('Oi', { context })
    expect(await rowOf(replyId)).toMatchObject({ status: 'interrupted' })
    return replyId
  }

  test('keeps its context and lists it', async () => {
    const replyId = await cutReply(on(decola, voa))
    await db().update(products).set({ name: 'Decola 2' }).where(eq(products.id, decola))
    await setDeleted(voa, true)
    await (await talk.continue(replyId)).closed
    expect(told()).toEqual(['Decola 2'])
    // The context of the first half stays listed.
    const [, reply] = await talk.list()
    expect(reply?.groundedOn.map(({ name }) => name)).toEqual(['Decola 2', 'Voa'])
  })

  test('keeps its context when another instance takes it over', async () => {
    const replyId = await cutReply(on(decola))
    await db()
      .update(messages)
      .set({
        ...{ status: 'running', errorCode: null, grounding: null },
        ...{ leaseOwner: uuidv7(), leaseUntil: sql`now() + interval '1 hour'` },
      })
      .where(eq(messages.id, replyId))
    const generate = await resumeReply(app.server.deps, replyId)
    for await (const _part of generate?.(new AbortController().signal) ?? []);
    expect(told()).toEqual(['Decola'])
    expect((await rowOf(replyId))?.grounding).toMatchObject([{ kind: 'product', id: decola, isChosen: true }])
    const ended = { status: 'interrupted', leaseOwner: null, leaseUntil: null } as const
    await db().update(messages).set(ended).where(eq(messages.id, replyId))
  })
})

describe('the context of a reply', () => {
  const detailsOf = (messageId: string) => talk.call('GET', `/messages/${messageId}/grounding`)

  test('can be read with everything that its model read, as it was then, without the text of documents', async () => {
    const { userId } = ana
    await makeOnboarding(db(), { userId })
    const documentId = await makeDocument(db(), { userId, title: 'Página', body: 'Um segredo' })
    const context = { productIds: [decola], documentIds: [documentId] }
    const { replyId, messageId } = await talk.say('Oi', { context })
    await db().update(products).set({ name: 'Outro', mainPersona: 'Outra' }).where(eq(products.id, decola))
    await db().update(documents).set({ title: 'Outro' }).where(eq(documents.id, documentId))

    const { status, data } = await detailsOf(replyId)
    expect(status).toBe(200)
    const details = GroundingDetail.array().parse(data)
    expect(details.map(({ name }) => name)).toEqual(['Perfil do negócio', 'Decola', 'Página'])
    expect(details[1]?.fields).toContainEqual({
      label: 'Persona principal',
      value: 'Redatores com até dois anos de mercado',
    })
    expect(details[2]).toEqual({
      ...{ kind: 'document', id: documentId, name: 'Página', isChosen: true, fields: [] },
    })
    expect(JSON.stringify(await rowsOf())).not.toContain('Um segredo')
    expect((await detailsOf(messageId)).data).toEqual([])
    expect(outcomeOf(await detailsOf(randomUUID()))).toEqual([404, 'NOT_FOUND'])
    const shown = (await talk.list())[1]?.groundedOn.map(({ name }) => name)
    expect(shown).toEqual(['Perfil do negócio', 'Decola', 'Página'])
  })

  test('is as short as the text that the model read', async () => {
    const long = 'palavra '.repeat(500).trim()
    await db()
      .update(products)
      .set({ contentDetails: long, mainPersona: long })
      .where(eq(products.id, decola))
    await app.restart({ PROMPT_BUDGET_TOKENS: '4000' })
    const { replyId } = await talk.say('Oi', { context: on(decola) })
    const { system } = askedOf(app.provider.requests.at(-1))
    const details = GroundingDetail.array().parse((await detailsOf(replyId)).data)
    const content = details.at(-1)?.fields.find(({ label }) => label === 'Conteúdo')?.value ?? ''
    expect(content).toMatch(/^palavra [palvr ]+ \[…\]$/)
    expect(content.length).toBeLessThan(long.length)
    expect(system).toContain(JSON.stringify(content))
    await app.restart({ PROMPT_BUDGET_TOKENS: '' })
  })

  test('a repeated send returns the same reply, even if its context was deleted meanwhile', async () => {
    const message = { ...newMessage(), context: on(decola) }
    const path = `/chats/${talk.chatId}/messages`
    const first = await ana.open('POST', path, message)
    await first.rest()
    await setDeleted(decola, true)
    const second = await ana.open('POST', path, message)
    await second.rest()
    expect(second.messageId).toBe(first.messageId)
    expect(await rowsOf()).toHaveLength(2)
  })
})
