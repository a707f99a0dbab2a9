import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, messages } from '../../db/schema/index.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { eventually } from '../../testing/eventually.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})

const clientAt = (where: Where) => (where === 'here' ? ana : second.as(ana))

const storedText = async (id: string) => {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  return row?.content ?? ''
}

type Where = 'here' | 'there'

/** A reader that starts late, with part of the text, and changes instances. */
type Journey = { after: number; holds: number; stays: number[]; from: Where }

const word = fc.oneof(
  { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('👩‍👩‍👧‍👦', 'ação ', '\r\n', '\u2028', 'data: x\n\n', '日本語') },
)
// The server holds back blank tokens at the very beginning.
const tokens = fc.array(word, { minLength: 40, maxLength: 120 }).map((words) => ['Começo ', ...words, ' fim'])
const journey = fc.record<Journey>({
  after: fc.integer({ min: 0, max: 400 }),
  holds: fc.double({ min: 0, max: 1, noNaN: true }),
  stays: fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 3 }),
  from: fc.constantFrom('here', 'there'),
})

async function travel(chatId: string, lead: Follower, { after, holds, stays, from }: Journey) {
  await sleep(after)
  let seen = lead.text.slice(0, Math.floor(holds * lead.text.length))
  let where = from
  for (const stay of [...stays, undefined]) {
    const follower = await Follower.open(clientAt(where), chatId, seen)
    if (!follower) return { seen, problems: [], status: undefined }
    if (stay === undefined) await follower.closed
    else await Promise.race([follower.closed, sleep(stay)])
    const { end, problems, status } = follower
    if (end || problems.length > 0) return { seen: follower.text, problems, status }
    await follower.leave()
    seen = follower.text
    where = where === 'here' ? 'there' : 'here'
  }
  throw new Error('a journey has an end')
}

describe('I6 a reader gets exactly the stored text', () => {
  test('from any instance and offset, over any reconnections', async () => {
    await fc.assert(
      fc.asyncProperty(tokens, fc.array(journey, { minLength: 8, maxLength: 8 }), async (words, journeys) => {
        const chatId = await openChat(ana, agentId)
        app.provider.script({ kind: 'reply', tokens: words, delayMs: 4 })
        const lead = new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
        const arrivals = await Promise.all(journeys.map((it) => travel(chatId, lead, it)))
        await lead.closed
        const stored = await storedText(lead.messageId)
        const said = words.join('').replaceAll('\u0000', '').toWellFormed()
        expect(stored).toBe(said)
        expect(lead).toMatchObject({ text: stored, status: 'done', problems: [] })
        for (const { seen, problems, status } of arrivals) {
          expect(problems).toEqual([])
          // A reader who returned after the end was told so, and has a prefix.
          if (status === undefined) expect(stored.startsWith(seen)).toBe(true)
          else expect({ seen, status }).toEqual({ seen: stored, status: 'done' })
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 60_000)

  test('also when the database is behind the text seen at the writer’s instance', async () => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'reply', tokens: Array.from({ length: 60 }, (_, n) => `${n} `), delayMs: 15 })
    const lead = new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    // Every token read here is usually not stored yet for the other instance.
    const followers: Follower[] = []
    while (!lead.end && followers.length < 20) {
      const length = lead.text.length
      await eventually(() => expect(lead.text.length > length || lead.end !== undefined).toBe(true))
      const follower = await Follower.open(clientAt('there'), chatId, lead.text)
      if (follower) followers.push(follower)
    }
    await Promise.all([lead, ...followers].map(({ closed }) => closed))
    expect(followers.length).toBeGreaterThan(0)
    for (const { text, status, problems } of followers) {
      expect({ text, status, problems }).toEqual({ text: lead.text, status: 'done', problems: [] })
    }
  })
})

describe('I4 text that was shown is stored', () => {
  const words = Array.from({ length: 400 }, (_, index) => `palavra ${index} `)

  test.each<[string, string, (chatId: string) => Promise<unknown>]>([
    ['stopped', 'stopped', (id) => ana.post(`/chats/${id}/stop`)],
    ['stopped on another instance', 'stopped', (id) => clientAt('there').post(`/chats/${id}/stop`)],
    [
      'deleted with its chat',
      'stopped',
      (id) => app.server.deps.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, id)),
    ],
  ])('when the reply is %s in the middle of a word', async (what, status, end) => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'reply', tokens: words, delayMs: 10 })
    const lead = new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    const there = await Follower.open(clientAt('there'), chatId)
    await eventually(() => expect(lead.text).toContain('palavra 20'))
    await end(chatId)
    await Promise.all([lead.closed, there?.closed])
    const stored = await storedText(lead.messageId)
    expect(words.join('').startsWith(stored)).toBe(true)
    expect(lead).toMatchObject({ text: stored, status, problems: [] })
    // A reader of a withdrawn reply at another instance is cut off at the saved text.
    expect(stored.startsWith(there?.text ?? 'nobody')).toBe(true)
    if (!what.includes('deleted')) expect(there).toMatchObject({ text: stored, status, problems: [] })
  })

  test('when the server leaves the reply in the middle of a word, and another start continues it', async () => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'reply', tokens: words, delayMs: 10 })
    app.provider.script({ kind: 'reply', tokens: ['e o fim'] })
    const lead = new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    const there = await Follower.open(clientAt('there'), chatId)
    await eventually(() => expect(lead.text).toContain('palavra 20'))
    await app.restart()
    await Promise.all([lead.closed, there?.closed])
    await eventually(async () => expect(await storedText(lead.messageId)).toBe(`${lead.text}e o fim`))
    expect(lead.text.startsWith(there?.text ?? 'nobody')).toBe(true)
    for (const reader of [lead, there]) expect(reader?.problems).toEqual(['closed without a terminal event'])
  })
})
