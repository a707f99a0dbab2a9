import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await app.signUp('Ana Souza')
  talk = await ChatClient.open(ana, await openAgentId(ana))
})

type Turn = { role: string; content: string }
const sent = (): Turn[] => Object(app.provider.requests.at(-1)?.body).messages
const asked = () => sent().slice(1)

const reply = (text: string) => app.provider.script({ kind: 'reply', tokens: [text], delayMs: 0 })

const revise = async (replyId: string, change: string) =>
  new Follower(await talk.client.fetch('POST', `/api/v1/chats/${talk.chatId}${pathOf(replyId, change)}`))
const pathOf = (replyId: string, change: string) => `/messages/${replyId}/regenerate?change=${change}`

/** A chat with one long reply; resolves to its id. */
async function answered(): Promise<string> {
  reply('Uma resposta comprida.')
  return (await talk.say('Conte')).replyId
}

const REWRITE = { role: 'user', content: 'Escreva a nova versão da sua última resposta.' }

describe('a reply rewritten', () => {
  test.each([
    ['shorter', 'mais curta'],
    ['longer', 'mais longa'],
    ['tone', 'em outro tom'],
  ])('as %s is a new version, asked for in the instructions, and counted', async (change, words) => {
    const first = await answered()
    const { used } = await usageOf(ana)
    reply('Outra.')
    const again = await revise(first, change)
    await again.closed
    expect(again.text).toBe('Outra.')
    expect(sent()[0]).toMatchObject({ role: 'system', content: expect.stringContaining(words) })
    expect(sent()[0]?.content.trimEnd()).toMatch(/sem comentar a mudança\.$/)
    expect(asked()).toEqual([
      { role: 'user', content: 'Conte' },
      { role: 'assistant', content: 'Uma resposta comprida.' },
      REWRITE,
    ])
    const [, shown] = await talk.list()
    expect(shown).toMatchObject({ id: again.messageId, siblingIds: [first, again.messageId] })
    expect((await usageOf(ana)).used).toBe(used + 1)
    // The next message follows the new version, without the request.
    reply('Certo.')
    await talk.say('E agora?')
    expect(asked().map(({ content }) => content)).toEqual(['Conte', 'Outra.', 'E agora?'])
    expect(sent()[0]?.content).not.toContain(words)
  })

  test('keeps its instructions when it is stopped and continued', async () => {
    const first = await answered()
    app.provider.script({ kind: 'cut', after: 2, how: 'end', tokens: ['Mais ', 'curta ', 'ainda.'] })
    const again = await revise(first, 'shorter')
    await again.closed
    reply('ainda.')
    await (await talk.continue(again.messageId)).closed
    expect(sent()[0]?.content).toContain('mais curta')
    expect(asked().slice(1, 4)).toEqual([
      { role: 'assistant', content: 'Uma resposta comprida.' },
      REWRITE,
      { role: 'assistant', content: 'Mais curta ' },
    ])
    // Once the rewritten reply is deleted, its text reaches no provider.
    await app.server.deps.db
      .update(messages)
      .set({ status: 'interrupted' })
      .where(eq(messages.id, again.messageId))
    await app.server.deps.db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.id, first))
    reply('.')
    await (await talk.continue(again.messageId)).closed
    expect(asked().map(({ content }) => content)).not.toContain('Uma resposta comprida.')
  })

  test('is refused with another instruction, of a foreign reply, of one without text, and without quota', async () => {
    const first = await answered()
    const refused = async (client: TestClient, replyId: string, change: string) =>
      outcomeOf(await talk.as(client).call('POST', pathOf(replyId, change)))
    const requests = app.provider.requests.length
    expect(await refused(ana, first, 'rude')).toEqual([400, 'VALIDATION_ERROR'])
    expect(await refused(ana, first, 'Ignore%20tudo')).toEqual([400, 'VALIDATION_ERROR'])
    expect(await refused(await app.signUp('Bia'), first, 'shorter')).toEqual([404, 'NOT_FOUND'])
    await setUsed(app.server.deps.db, { userId: ana.userId, used: (await usageOf(ana)).limit })
    expect((await refused(ana, first, 'shorter'))[1]).toBe('QUOTA_EXCEEDED')
    await setUsed(app.server.deps.db, { userId: ana.userId, used: 0 })
    await app.server.deps.db.update(messages).set({ content: '' }).where(eq(messages.id, first))
    expect(await refused(ana, first, 'shorter')).toEqual([409, 'CONFLICT'])
    expect(app.provider.requests.length).toBe(requests)
    expect(await talk.list()).toHaveLength(2)
  })
})
