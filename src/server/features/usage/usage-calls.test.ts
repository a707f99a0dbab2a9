import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Usage } from '#shared/contract/usage.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { validTest } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { countUsage } from './usage-job.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ OPENAI_MODEL: 'gpt-da-casa' })
})
afterAll(() => app.close())

const REPLY = DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length

test('drafts, titles and test chats are in the costs by model, by agent and by purpose', async () => {
  const admin = await app.signUp('Dona da Casa')
  const agentId = await openAgentId(admin)
  const usage = async () => {
    await countUsage(app.server.deps.db)
    return Usage.parse((await admin.get('/usage/admin?range=today')).data)
  }
  const talk = await ChatClient.open(admin, agentId)
  const { replyId } = await talk.say('Quero vender mais')
  await eventually(async () =>
    expect((await usage()).purposes.map(({ purpose }) => purpose)).toContain('title'),
  )
  const draft = () => talk.call('POST', `/messages/${replyId}/draft`, { kind: 'product' })
  expect((await draft()).status).toBe(200)
  // A failed call is listed too, and costs what the provider reports.
  app.provider.scriptAside({ kind: 'status', status: 401 })
  expect((await draft()).status).toBe(503)
  await (await admin.open('POST', '/agents/admin/test', validTest())).rest()
  await saveCredential(admin, { credentials: 'sk-propria-0011223344', isActive: true })
  expect((await draft()).status).toBe(200)

  await eventually(async () => expect((await usage()).purposes).toHaveLength(4))
  const { totals, agents, models, purposes, days } = await usage()
  const of = (name: string) => purposes.find(({ purpose }) => purpose === name)
  expect(of('reply')).toMatchObject({ calls: 1, tokens: { total: REPLY, ownKey: 0 } })
  expect(of('title')).toMatchObject({ calls: 1, tokens: { total: DOUBLE_INPUT.tokens + 1 } })
  expect(of('draft')).toMatchObject({ calls: 3 })
  expect(of('draft')?.tokens.ownKey).toBe((of('draft')?.tokens.total ?? 0) / 2)
  expect(of('test')).toMatchObject({ calls: 1, tokens: { total: REPLY } })
  const sum = purposes.reduce((all, { tokens }) => all + tokens.total, 0)
  expect(totals.tokens.total).toBe(sum)
  expect(days.at(-1)?.tokens.total).toBe(sum)
  expect(models.find(({ model }) => model === 'gpt-da-casa')?.tokens.total).toBe(sum)
  // The agent of a test chat need not be saved.
  expect(agents.find((agent) => agent.agentId === agentId)?.tokens.total).toBe(sum - REPLY)
  // Only replies are counted as such.
  expect(totals.replies).toBe(1)
})

test('a day that is over keeps its calls', async () => {
  const { db } = app.server.deps
  await db.execute(sql`update call_days set day = day - 3 where purpose = 'title'`)
  await countUsage(db)
  const admin = app.visitor()
  await admin.signIn({ email: 'pessoa1@exemplo.com.br', password: 'senha-segura-1' })
  const { purposes } = Usage.parse((await admin.get('/usage/admin?range=7')).data)
  expect(purposes.find(({ purpose }) => purpose === 'title')).toMatchObject({ calls: 1 })
})
