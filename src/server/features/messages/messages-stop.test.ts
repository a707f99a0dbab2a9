import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StopResult } from '#shared/contract/messages.ts'
import { messages } from '../../db/schema/index.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let ana: TestClient
/** The same user with a second session, and at another instance. */
let anaElsewhere: TestClient
let anaThere: TestClient
let agentId: string
let chatId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  ana = await app.signUp('Ana Souza')
  anaElsewhere = app.visitor()
  await anaElsewhere.signIn(ana)
  anaThere = second.as(ana)
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
})

const rowOf = async (id: string) => {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  return row
}

const stop = async (client: TestClient, id = chatId) =>
  (await client.post<StopResult>(`/chats/${id}/stop`)).data

/** A reply that pauses after its second word, with one reader. */
async function speaking() {
  app.provider.script({ kind: 'stall', after: 2, tokens: ['Um ', 'dois ', 'três.'] })
  const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
  await stream.until('dois ')
  return stream
}

const providerIsClosed = () =>
  eventually(() => expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined())

describe('F21 stop', () => {
  test.each<[string, () => TestClient]>([
    ['by its reader', () => ana],
    ['from another device of the same person', () => anaElsewhere],
    ['from another instance', () => anaThere],
  ])(
    'in the middle, %s: keeps the text, closes the provider request, and frees the chat',
    async (_who, client) => {
      const stream = await speaking()
      expect(await stop(client())).toEqual({ stopped: true })
      expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'stopped' } })
      await providerIsClosed()
      const [, reply] = await messagesOf(ana, chatId)
      expect(reply).toMatchObject({ status: 'stopped', content: 'Um dois ', errorCode: null })
      expect((await rowOf(stream.messageId))?.usedModel).toBe('openai')
      await ana.send(chatId, newMessage('E agora?'))
      expect(await messagesOf(ana, chatId)).toHaveLength(4)
    },
  )

  test.each<[string, () => TestClient]>([
    ['by its reader', () => ana],
    ['from another instance', () => anaThere],
  ])('before the first token, %s, does the same', async (_who, client) => {
    app.provider.script({ kind: 'noHeaders' })
    const calls = app.provider.requests.length
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await eventually(() => expect(app.provider.requests).toHaveLength(calls + 1))
    expect(await stop(client())).toEqual({ stopped: true })
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'stopped' } })
    await providerIsClosed()
    expect((await messagesOf(ana, chatId))[1]).toMatchObject({ status: 'stopped', content: '' })
  })

  test('changes nothing after the end, or if nothing ever ran', async () => {
    expect(await stop(ana)).toEqual({ stopped: false })
    await ana.send(chatId, newMessage())
    const before = await messagesOf(ana, chatId)
    for (const client of [ana, anaElsewhere, anaThere]) {
      expect(await stop(client)).toEqual({ stopped: false })
    }
    expect(await messagesOf(ana, chatId)).toEqual(before)
    expect(before[1]?.status).toBe('done')
  })

  test('twice, in series or at once, counts as one', async () => {
    const stream = await speaking()
    const answers = await Promise.all([ana, anaElsewhere, anaThere].map((client) => stop(client)))
    expect(answers).toContainEqual({ stopped: true })
    expect(await stop(ana)).toEqual({ stopped: false })
    const ends = (await stream.rest()).filter(({ event }) => event !== 'token')
    expect(ends).toMatchObject([{ event: 'done', data: { status: 'stopped' } }])
    expect((await rowOf(stream.messageId))?.content).toBe('Um dois ')
  })

  test('is 404 for another user on either instance, and the reply continues', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until: promise })
    const bia = await app.signUp('Bia')
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    for (const client of [bia, second.as(bia)]) {
      expect((await client.post(`/chats/${chatId}/stop`)).status).toBe(404)
      expect((await client.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(404)
    }
    release()
    expect((await stream.rest()).at(-1)?.data.status).toBe('done')
  })
})

type Race = { who: 'own' | 'device' | 'instance'; stopAfter: number; readAfter: number; directive: string }

const race = fc.record<Race>({
  who: fc.constantFrom('own', 'device', 'instance'),
  stopAfter: fc.integer({ min: 0, max: 60 }),
  readAfter: fc.integer({ min: 0, max: 60 }),
  directive: fc.constantFrom('[[tokens=6 delay=2]]', '[[tokens=1 delay=0]]', '[[cut@3 delay=2]]'),
})

/** A reply with a reader on each instance, stopped close to its end. */
async function runRace({ who, stopAfter, readAfter, directive }: Race): Promise<void> {
  const id = await openChat(ana, agentId)
  const stopper = { own: ana, device: anaElsewhere, instance: anaThere }[who]
  const response = ana.fetch('POST', `/api/v1/chats/${id}/messages`, newMessage(`Oi ${directive}`))
  const readThere = sleep(readAfter).then(() => Follower.open(anaThere, id))
  const [answer, there] = await Promise.all([sleep(stopAfter).then(() => stop(stopper, id)), readThere])
  const readers = [new Follower(await response), there].filter((reader) => reader !== undefined)
  await Promise.all(readers.map(({ closed }) => closed))
  const [, reply] = await messagesOf(ana, id)
  for (const { text, status, problems, messageId } of readers) {
    expect({ text, problems, messageId }).toEqual({
      text: reply?.content,
      problems: [],
      messageId: reply?.id,
    })
    expect(status).toBe(reply?.errorCode ?? reply?.status)
  }
  expect(answer.stopped).toBe(reply?.status === 'stopped')
}

describe('F22 stop racing the end', () => {
  test('readers, row and answer agree on one final state in 40 random races over HTTP', async () => {
    const races = fc.array(race, { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(races, async (batch) => {
        await Promise.all(batch.map(runRace))
      }),
      { numRuns: 10, endOnFailure: true },
    )
  }, 60_000)
})
