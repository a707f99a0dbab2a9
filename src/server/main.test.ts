import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from './testing/conversation.ts'
import { createTestDatabase } from './testing/database.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { TestClient } from './testing/test-client.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The process that ships: on its own embedded database, or on a database of the server under test. */
async function startProcess(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const copy = process.env.TEST_DATABASE_URL
    ? await createTestDatabase(inject('adminUrl'), inject('template'))
    : undefined
  if (copy) closing.push(copy.drop)
  const server = await startServerProcess({ ...(copy && { DATABASE_URL: copy.url }), ...variables })
  closing.push(server.close)
  return server
}

async function signUp(server: ServerProcess): Promise<TestClient> {
  const client = new TestClient(() => server.url, server.url)
  await client.signUp({ name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' })
  return client
}

async function openChats(client: TestClient, count: number): Promise<string[]> {
  const agentId = await openAgentId(client)
  return Promise.all(Array.from({ length: count }, () => openChat(client, agentId)))
}

const slow = (mark: string) => newMessage(`${mark} [[tokens=400 delay=40]]`)

test('SIGKILL in the middle of streams: nothing acknowledged is lost, stuck or doubled', async () => {
  const server = await startProcess()
  const ana = await signUp(server)
  const chatIds = await openChats(ana, 5)
  const sent = chatIds.map((chatId, index) => ({ chatId, message: slow(`Pergunta ${index}`) }))
  const streams = await Promise.all(
    sent.map(({ chatId, message }) => ana.open('POST', `/chats/${chatId}/messages`, message)),
  )
  const shown = await Promise.all(streams.map((stream) => stream.until(' ')))
  // At least one save has happened, so that there is partial text to keep.
  await vi.waitFor(async () => expect((await messagesOf(ana, chatIds[0] ?? ''))[1]?.content).not.toBe(''), {
    timeout: 20_000,
  })
  await server.stop('SIGKILL')
  await Promise.allSettled(streams.map((stream) => stream.rest()))
  await server.start()

  for (const [index, { chatId, message }] of sent.entries()) {
    await vi.waitFor(
      async () => {
        const [human, reply, ...more] = await messagesOf(ana, chatId)
        expect(more).toEqual([])
        expect(human).toMatchObject({ id: message.id, content: message.content, status: 'done' })
        expect(reply).toMatchObject({
          status: 'interrupted',
          errorCode: 'server_stopped',
          parentId: message.id,
        })
        expect(streams[index]?.messageId).toBe(reply?.id)
      },
      { timeout: 40_000, interval: 500 },
    )
    expect(shown[index]).not.toBe('')
  }

  // The same send again answers the reply that is there; another try writes a new one.
  const [first] = sent
  if (!first) throw new Error('nothing sent')
  const repeated = await ana.send(first.chatId, first.message)
  expect(repeated.at(-1)).toMatchObject({ event: 'error', data: { code: 'server_stopped' } })
  const [, reply] = await messagesOf(ana, first.chatId)
  const again = await ana.open('POST', `/chats/${first.chatId}/messages/${reply?.id}/regenerate`)
  await again.until(' ')
  expect((await ana.post(`/chats/${first.chatId}/stop`)).data).toEqual({ stopped: true })
  expect(await messagesOf(ana, first.chatId)).toMatchObject([{ id: first.message.id }, { status: 'stopped' }])
}, 120_000)

test('SIGTERM lets a reply end within the grace time, and marks the one that would not', async () => {
  const server = await startProcess({ SHUTDOWN_GRACE_MS: '4000' })
  const ana = await signUp(server)
  const [shortId = '', longId = ''] = await openChats(ana, 2)
  const short = await ana.open(
    'POST',
    `/chats/${shortId}/messages`,
    newMessage('Curta [[tokens=40 delay=40]]'),
  )
  const long = await ana.open(
    'POST',
    `/chats/${longId}/messages`,
    newMessage('Longa [[tokens=4000 delay=40]]'),
  )
  await Promise.all([short.until(' '), long.until(' ')])
  const stopped = server.stop('SIGTERM')
  const [shortEnd, longEnd] = await Promise.all([short.rest(), long.rest()])
  expect(shortEnd.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
  expect(longEnd.at(-1)).toMatchObject({ event: 'error', data: { code: 'server_stopped' } })
  await stopped
  await server.start()
  expect(await messagesOf(ana, shortId)).toMatchObject([{}, { status: 'done' }])
  expect(await messagesOf(ana, longId)).toMatchObject([
    {},
    { status: 'interrupted', errorCode: 'server_stopped' },
  ])
}, 120_000)

test('empty variables count as absent: the demonstration answers', async () => {
  const server = await startProcess({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '', GOOGLE_BASE_URL: ' ' })
  const visitor = new TestClient(() => server.url, server.url)
  expect((await visitor.get('/settings')).data).toEqual({ demo: true })
}, 60_000)

test('a closed terminal, or a signal in the middle of the start, leaves no database behind', async () => {
  const server = await startServerProcess()
  closing.push(server.close)
  await server.stop('SIGHUP')
  expect(databasesOf(server.dataDir)).toEqual([])
  const starting = server.start().catch(() => undefined)
  await vi.waitFor(() => expect(databasesOf(server.dataDir)).not.toEqual([]), {
    timeout: 20_000,
    interval: 10,
  })
  await server.stop('SIGTERM')
  await starting
  await vi.waitFor(() => expect(databasesOf(server.dataDir)).toEqual([]), { timeout: 20_000 })
}, 60_000)

/** Command lines of the PostgreSQL servers that run on a data folder. */
function databasesOf(dataDir: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes(`${dataDir}/pg`) && line.includes('postgres'))
}

test('a mistake in the environment ends the start with one line for each', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: { PORT: 'abc', RATE_LIMITS: 'talvez' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'Elenco não iniciou: PORT deve ser um número',
    'Elenco não iniciou: RATE_LIMITS deve ser on ou off',
  ])
})
