import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { messages } from '../../db/schema/index.ts'
import { settleReply } from '../../runs/settle.queries.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Dona da Casa'))
})
afterAll(() => app.close())

const { returnedMessagesPerMonth: MAX } = LIMITS
const usedBy = async (client: TestClient) => (await usageOf(client)).used
const rowOf = async (id: string) => {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  return row
}

/** Ends a reply that waits for its first token as its writer would. */
async function failWaiting(eva: TestClient, errorCode: ReplyErrorCode): Promise<void> {
  const talk = await ChatClient.open(eva, agentId)
  const reply = await talk.begin('Espere [[none]]')
  const row = await rowOf(reply.messageId)
  const end = { status: 'error', errorCode, finishReason: null } as const
  const written = {
    id: reply.messageId,
    attempt: 1,
    steps: [],
    text: '',
    usage: undefined,
    firstTokenMs: undefined,
  }
  const by = { provider: null, model: undefined, isOwnKey: undefined }
  const { db } = app.server.deps
  expect(await settleReply(db, row?.leaseOwner ?? '', { ...end, ...written, ...by })).toBe(true)
  await talk.stop()
  await reply.closed
}

test.each(['[[empty]]', '[[filter@0]]'])(
  'billed replies %s are returned ten times a month, then count',
  async (directive) => {
    const eva = await app.signUp('Eva Lima')
    const talk = await ChatClient.open(eva, agentId)
    let last = ''
    for (let tries = 0; tries < MAX + 3; tries += 1) last = (await talk.say(`Oi ${directive}`)).replyId
    expect(await usedBy(eva)).toBe(3)
    expect((await rowOf(last))?.quotaMonth).not.toBeNull()
    // A provider that refuses the call bills nothing.
    const { replyId } = await talk.say('Oi [[status=401]]')
    expect((await rowOf(replyId))?.quotaMonth).toBeNull()
    expect(await usedBy(eva)).toBe(3)
  },
)

test.each(['first_token_timeout', 'stall'] as const)(
  'a %s is returned ten times a month, then counts',
  async (errorCode) => {
    const eva = await app.signUp('Eva Lima')
    for (let tries = 0; tries < MAX + 2; tries += 1) await failWaiting(eva, errorCode)
    expect(await usedBy(eva)).toBe(2)
    await failWaiting(eva, 'provider_down')
    expect(await usedBy(eva)).toBe(2)
  },
)

test('parallel failures are returned ten times together', async () => {
  const eva = await app.signUp('Eva Lima')
  const talks = await Promise.all(Array.from({ length: MAX + 6 }, () => ChatClient.open(eva, agentId)))
  await Promise.all(talks.map((talk) => talk.say('Oi [[empty]]')))
  expect(await usedBy(eva)).toBe(6)
})
