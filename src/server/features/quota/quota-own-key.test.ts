import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { resumeReply } from '../messages/continue.service.ts'

const OWN = 'sk-propria-da-eva-0011223344'
const REVOKED = 'sk-que-foi-revogada-5566[[revoked]]'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Dona da Casa'))
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const usedBy = async (client: TestClient) => (await usageOf(client)).used
const rowOf = async (id: string) => {
  const [row] = await db().select().from(messages).where(eq(messages.id, id))
  return row
}

/** A user with their own key, and a chat. */
async function talking(
  credentials: string,
  allowsFallback = false,
): Promise<{ eva: TestClient; talk: ChatClient }> {
  const eva = await app.signUp('Eva Lima')
  await saveCredential(eva, { credentials, allowsFallback, isActive: true })
  return { eva, talk: await ChatClient.open(eva, agentId) }
}

/** Number of requests with these words paid by the operator's key. */
const housePaid = (words: string) =>
  app.provider.requests.filter(
    ({ body, headers }) =>
      JSON.stringify(body).includes(words) && headers.authorization === 'Bearer sk-canario-da-openai',
  ).length

describe('a reply with the user’s own key', () => {
  test('does not count towards the month, even when that is used up', async () => {
    const { eva, talk } = await talking(OWN)
    const { replyId } = await talk.say()
    expect(await usedBy(eva)).toBe(0)
    await setUsed(db(), { userId: eva.userId, used: 200 })
    const again = await talk.regenerate(replyId)
    await again.closed
    expect(await rowOf(again.messageId)).toMatchObject({ status: 'done', ownKey: true, quotaMonth: null })
    expect(await usedBy(eva)).toBe(200)
  })

  test('costs one message if the operator’s key takes over, returned if that writes nothing either', async () => {
    const { eva, talk } = await talking(REVOKED, true)
    const { replyId } = await talk.say()
    expect(await rowOf(replyId)).toMatchObject({ status: 'done', ownKey: false })
    expect((await rowOf(replyId))?.quotaMonth).not.toBeNull()
    expect(await usedBy(eva)).toBe(1)
    const failed = await talk.say('E agora? [[status=400]]')
    expect(await rowOf(failed.replyId)).toMatchObject({ status: 'error', quotaMonth: null })
    expect(await usedBy(eva)).toBe(1)
  })

  test('A37 is not written with the operator’s key when the month is used up: an invalid key bypasses no quota', async () => {
    const { eva, talk } = await talking(REVOKED, true)
    await setUsed(db(), { userId: eva.userId, used: 199 })
    const words = ['A última que sobrou', 'Uma a mais']
    const answers = [await talk.say(words[0]), await talk.say(words[1])]
    expect(answers.map(({ events }) => events.at(-1)?.data.status ?? events.at(-1)?.data.code)).toEqual([
      'done',
      'own_key_refused',
    ])
    expect(words.map(housePaid)).toEqual([1, 0])
    expect(await rowOf(answers[1]?.replyId ?? '')).toMatchObject({ status: 'error', quotaMonth: null })
    expect(await usedBy(eva)).toBe(200)
  })

  test('costs one message when another instance continues it after the key is gone, once; none left ends it', async () => {
    const { eva, talk } = await talking(OWN)
    const { replyId } = await talk.say()
    await db().execute(sql`delete from credentials where user_id = ${eva.userId}`)
    const running = { status: 'running', ownKey: true, leaseOwner: uuidv7() } as const
    const end = { status: 'interrupted', errorCode: 'server_stopped' } as const
    const resume = async () => {
      const lease = { finishReason: null, leaseUntil: sql`now() + interval '1 hour'` }
      await db()
        .update(messages)
        .set({ ...running, ...lease })
        .where(eq(messages.id, replyId))
      const generate = await resumeReply(app.server.deps, replyId)
      await db()
        .update(messages)
        .set({ ...end, leaseOwner: null, leaseUntil: null })
        .where(eq(messages.id, replyId))
      return generate !== undefined
    }
    expect([await resume(), await usedBy(eva)]).toEqual([true, 1])
    expect([await resume(), await usedBy(eva)]).toEqual([true, 1])
    await db().update(messages).set({ quotaMonth: null }).where(eq(messages.id, replyId))
    await setUsed(db(), { userId: eva.userId, used: 200 })
    expect([await resume(), await usedBy(eva)]).toEqual([false, 200])
  })
})
