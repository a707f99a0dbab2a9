import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agents, chats, messages, users } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { resumeReply } from './continue.service.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
})
afterAll(() => app.close())

const db = () => app.server.deps.db

/** A reply with this text after an earlier exchange, whose writer died without marking it. */
async function orphanWith(content: string, client = ana) {
  const own = { name: 'Clara', description: 'De teste', systemPrompt: 'Responda a {{nome_do_criador}}.' }
  const [agent] = await db()
    .insert(agents)
    .values({ ...own, enableFreePlan: true, model: 'modelo-do-agente' })
    .returning({ id: agents.id })
  const talk = await ChatClient.open(client, agent?.id ?? '')
  app.provider.script({ kind: 'reply', tokens: ['Olá!'] })
  await talk.say('Oi')
  const { replyId } = await talk.say('Conte mais')
  await db()
    .update(messages)
    .set({
      ...{ content, status: 'running', finishReason: null, nTokens: null },
      ...{ leaseOwner: uuidv7(), leaseUntil: sql`now() + interval '1 hour'` },
    })
    .where(eq(messages.id, replyId))
  return { talk, replyId, agentId: agent?.id ?? '' }
}

async function resumed(replyId: string): Promise<string | undefined> {
  const generate = await resumeReply(app.server.deps, replyId)
  if (!generate) return undefined
  let text = ''
  for await (const part of generate(new AbortController().signal)) if (part.type === 'text') text += part.text
  return text
}

const release = (replyId: string) =>
  db()
    .update(messages)
    .set({ status: 'interrupted', errorCode: 'server_stopped', leaseOwner: null, leaseUntil: null })
    .where(eq(messages.id, replyId))

test('an orphaned reply is continued with its first request plus the text already written', async () => {
  const { replyId } = await orphanWith('Primeiro, pesquise')
  app.provider.script({ kind: 'reply', tokens: [' as dores.'] })
  expect(await resumed(replyId)).toBe(' as dores.')
  const { messages: turns, model } = Object(app.provider.requests.at(-1)?.body)
  expect(model).toBe('modelo-do-agente')
  expect(turns[0].content).toContain('Responda a Ana Souza.')
  expect(turns.slice(1)).toEqual([
    { role: 'user', content: 'Oi' },
    { role: 'assistant', content: 'Olá!' },
    { role: 'user', content: 'Conte mais' },
    { role: 'assistant', content: 'Primeiro, pesquise' },
    { role: 'user', content: expect.stringContaining('Continue exatamente') },
  ])
  await release(replyId)
})

test('an orphaned reply without text is written again from the beginning', async () => {
  const { replyId } = await orphanWith('')
  app.provider.script({ kind: 'reply', tokens: ['Tudo de novo.'] })
  expect(await resumed(replyId)).toBe('Tudo de novo.')
  expect(Object(app.provider.requests.at(-1)?.body).messages.at(-1)).toEqual({
    role: 'user',
    content: 'Conte mais',
  })
  await release(replyId)
})

test('an orphaned reply is finished even if its agent was removed or locked since', async () => {
  const { replyId, agentId } = await orphanWith('Primeiro')
  await db()
    .update(agents)
    .set({ deletedAt: new Date(), enableFreePlan: false })
    .where(eq(agents.id, agentId))
  app.provider.script({ kind: 'reply', tokens: [', pesquise.'] })
  expect(await resumed(replyId)).toBe(', pesquise.')
  await release(replyId)
})

test('A37 an orphaned reply is not finished if its user’s plan no longer covers their month', async () => {
  const eva = await app.signUp('Eva Lima')
  const { replyId } = await orphanWith('Primeiro', eva)
  const { limit } = await usageOf(eva)
  // The reply itself is the last message.
  await setUsed(db(), { userId: eva.userId, used: limit })
  app.provider.script({ kind: 'reply', tokens: [', pesquise.'] })
  expect(await resumed(replyId)).toBe(', pesquise.')
  await setUsed(db(), { userId: eva.userId, used: limit + 1 })
  expect(await resumed(replyId)).toBeUndefined()
  await release(replyId)
})

test('F24 an orphaned reply is not finished if its chat is deleted, its user banned, or it has ended', async () => {
  const { replyId, talk } = await orphanWith('Primeiro')
  const deletedAt = new Date()
  await db().update(chats).set({ deletedAt }).where(eq(chats.id, talk.chatId))
  expect(await resumed(replyId)).toBeUndefined()
  await release(replyId)

  const bia = await app.signUp('Bia')
  const other = await orphanWith('Primeiro', bia)
  const ban = (banExpires: Date | null) =>
    db().update(users).set({ banned: true, banExpires }).where(eq(users.id, bia.userId))
  await ban(null)
  expect(await resumed(other.replyId)).toBeUndefined()
  await ban(new Date(Date.now() + 60_000))
  expect(await resumed(other.replyId)).toBeUndefined()
  // An expired ban does not count.
  await ban(new Date(Date.now() - 60_000))
  app.provider.script({ kind: 'reply', tokens: ['.'] })
  expect(await resumed(other.replyId)).toBe('.')
  await release(other.replyId)
  expect(await resumed(other.replyId)).toBeUndefined()
  expect(await resumed(uuidv7())).toBeUndefined()
})
