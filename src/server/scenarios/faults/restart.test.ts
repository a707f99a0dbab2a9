import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '#shared/contract/messages.ts'
import { connect } from '../../db/connect.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { readDirective } from '../../testing/doubles/provider/behaviour.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { usageOf } from '../../testing/factories/quotas.ts'
import { openChats, signUpAt, startProcess } from '../../testing/processes/process-fixture.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const LONG = '[[tokens=500 delay=20 exact=1]]'
const WHOLE = readDirective(LONG)?.behaviour.tokens?.join('').trimEnd()
/** Longer than a lease, which an external database waits for. */
const PATIENCE = { timeout: 60_000, interval: 100 }

/** Sends a message, and returns once its reply has this many words. */
async function ask(client: TestClient, chatId: string): Promise<Follower> {
  const response = await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage(`Oi ${LONG}`))
  const reader = new Follower(response)
  await vi.waitFor(() => expect(reader.text).toContain('palavra 20'), PATIENCE)
  return reader
}

/** One query on its own connection, because a start restarts the embedded database. Answers the first row. */
async function queryOnce(connectionString: string, text: string, id: string | undefined) {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return (await client.query(text, [id])).rows[0]
  } finally {
    await client.end()
  }
}

/** Reads on as the page does: after the text held, or from the beginning after another writer took over. */
async function readOn(client: TestClient, chatId: string, held: string): Promise<Follower | undefined> {
  const headers = held === '' ? {} : { 'Last-Event-ID': String(held.length) }
  const response = await client.fetch('GET', `/api/v1/chats/${chatId}/stream`, undefined, headers)
  if (response.status === 204) return undefined
  if (held !== '' && response.headers.get('x-reply-attempt') !== '1') {
    await response.body?.cancel()
    return readOn(client, chatId, '')
  }
  const reader = new Follower(response, held)
  await reader.closed
  return reader.end ? reader : readOn(client, chatId, reader.text)
}

const replyIn = async (client: TestClient, chatId: string): Promise<Message | undefined> =>
  (await messagesOf(client, chatId))[1]

const ended = (client: TestClient, chatId: string) =>
  vi.waitFor(async () => {
    const reply = await replyIn(client, chatId)
    expect(reply?.status).not.toBe('running')
    return reply
  }, PATIENCE)

test('F26 after SIGKILL, readers who reconnect get every word once, and each reply costs one message', async () => {
  const server = await startProcess()
  const ana = await signUpAt(server)
  const chatIds = await openChats(ana, 8)
  const readers = await Promise.all(chatIds.map((chatId) => ask(ana, chatId)))
  await server.stop('SIGKILL')
  await Promise.all(readers.map(({ closed }) => closed))
  await server.start()
  const again = await Promise.all(
    chatIds.map((chatId, index) => readOn(ana, chatId, readers[index]?.text ?? '')),
  )
  for (const [index, chatId] of chatIds.entries()) {
    const reply = await replyIn(ana, chatId)
    expect([reply?.status, reply?.content.trimEnd()]).toEqual(['done', WHOLE])
    expect(reply?.id).toBe(readers[index]?.messageId)
    expect(again[index]).toMatchObject({ status: 'done', problems: [], text: reply?.content })
  }
  expect((await usageOf(ana)).used).toBe(chatIds.length)
}, 300_000)

test('F26 after SIGKILL, a reply stays as it was if its user stopped it, is banned, or has no quota left', async () => {
  const server = await startProcess()
  const people = [await signUpAt(server), await signUpAt(server), await signUpAt(server)] as const
  const [stopper, banned, spent] = people
  const chatIds = await Promise.all(people.map(async (it) => (await openChats(it, 1))[0] ?? ''))
  const readers = await Promise.all(people.map((it, index) => ask(it, chatIds[index] ?? '')))
  expect((await stopper.post(`/chats/${chatIds[0]}/stop`)).data).toEqual({ stopped: true })
  await server.stop('SIGKILL')
  const query = (text: string, id: string | undefined) => queryOnce(server.databaseUrl, text, id)
  await query('update users set banned = true where id = $1', banned.userId)
  await query('update usage_months set used = 100000 where user_id = $1', spent.userId)
  const stored = (index: number) =>
    query('select status, error_code, content from messages where id = $1', readers[index]?.messageId)
  const before = [await stored(0), await stored(1), await stored(2)]
  await server.start()
  expect(await stored(0)).toEqual({ ...before[0], status: 'stopped', error_code: null })
  for (const index of [1, 2]) {
    const end = { ...before[index], status: 'interrupted', error_code: 'server_stopped' }
    await vi.waitFor(async () => expect(await stored(index)).toEqual(end), PATIENCE)
  }
}, 300_000)

test('F26 a reply that is killed twice is left to its user, who continues it', async () => {
  const server = await startProcess()
  const ana = await signUpAt(server)
  const [chatId = ''] = await openChats(ana, 1)
  const reader = await ask(ana, chatId)
  for (const share of [1, 2]) {
    await server.stop('SIGKILL')
    await server.start()
    const text = (await replyIn(ana, chatId))?.content ?? ''
    if (share === 1) {
      // Written again, and saved.
      const grown = async () =>
        expect((await replyIn(ana, chatId))?.content.length).toBeGreaterThan(text.length)
      await vi.waitFor(grown, PATIENCE)
    }
  }
  expect(await ended(ana, chatId)).toMatchObject({
    ...{ id: reader.messageId, status: 'interrupted', errorCode: 'server_stopped' },
  })
  const response = await ana.fetch('POST', `/api/v1/chats/${chatId}/messages/${reader.messageId}/continue`)
  await new Follower(response).closed
  expect((await replyIn(ana, chatId))?.content.trimEnd()).toBe(WHOLE)
}, 300_000)

test('F25 a start does not wait for the replies that it takes over', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const ana = await app.signUp('Ana Souza')
  const chatId = await openChat(ana, await openAgentId(ana))
  app.provider.script({ kind: 'stall', after: 3 })
  const reader = new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
  await vi.waitFor(() => expect(reader.text).not.toBe(''), PATIENCE)
  const other = connect({ connectionString: app.databaseUrl }, pino({ level: 'silent' }))
  onTestFinished(() => other.close())
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locks, resolve: isLocked } = Promise.withResolvers<void>()
  // A reply's prompt needs this table, and nothing else here does.
  const locked = other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table chat_summaries in access exclusive mode`)
    isLocked()
    await held
  })
  await locks
  await app.restart()
  expect(await replyIn(ana, chatId)).toMatchObject({ status: 'running', content: reader.text })
  release()
  await locked
  expect(await ended(ana, chatId)).toMatchObject({ status: 'done' })
}, 120_000)
