import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messagesOf, newMessage } from './testing/factories/conversation.ts'
import { openChats, signUpAt, startProcess } from './testing/processes/process-fixture.ts'
import { databasePid, SERVER_PROGRAM, startServerProcess } from './testing/processes/server-process.ts'
import { TestClient, textOf } from './testing/test-client.ts'

test('F26 after SIGKILL during a reply, the next start finishes it from its saved text', async () => {
  const server = await startProcess()
  const ana = await signUpAt(server)
  const [chatId = ''] = await openChats(ana, 1)
  const message = newMessage('Como vendo mais? [[tokens=150 delay=40]]')
  const stream = await ana.open('POST', `/chats/${chatId}/messages`, message)
  // At least one save has happened, so that there is partial text.
  const saved = await vi.waitFor(
    async () => {
      const content = (await messagesOf(ana, chatId))[1]?.content ?? ''
      expect(content).not.toBe('')
      return content
    },
    { timeout: 20_000 },
  )
  await server.stop('SIGKILL')
  await stream.rest().catch(() => undefined)
  await server.start()

  // Repeating the send returns the existing reply.
  const repeated = await ana.send(chatId, message)
  expect(repeated.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
  const [human, reply, ...more] = await messagesOf(ana, chatId)
  expect(human).toMatchObject({ id: message.id, content: message.content, status: 'done' })
  expect(reply).toMatchObject({ id: stream.messageId, status: 'done', content: textOf(repeated) })
  expect(reply?.content.startsWith(saved)).toBe(true)
  expect(more).toEqual([])
  expect((await ana.get('/me/usage')).data).toMatchObject({ used: 1 })
}, 300_000)

test('empty variables count as absent, and the demonstration model answers', async () => {
  const server = await startProcess({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '', GOOGLE_BASE_URL: ' ' })
  const visitor = new TestClient(() => server.url, server.url)
  expect((await visitor.get('/settings')).data).toEqual({ demo: true, google: false, contactEmail: null })
}, 180_000)

test('memory that only the start needed is given back', async () => {
  const server = await startProcess({ LOG_LEVEL: 'debug' })
  const line = await vi.waitFor(
    () => {
      const found = server.logs.join('\n').match(/.*memory of the start released.*/)?.[0]
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 20_000 },
  )
  expect(JSON.parse(line).bytes).toBeGreaterThan(1024 * 1024)
}, 180_000)

test('F25 a closed terminal, or a signal during startup, leaves no database process', async () => {
  const server = await startServerProcess()
  onTestFinished(server.close)
  await server.stop('SIGHUP')
  expect(await databasePid(server.dataDir)).toBeUndefined()
  const starting = server.start().catch(() => undefined)
  await vi.waitFor(
    async () => expect(await databasePid(server.dataDir), server.logs.slice(-5).join('\n')).toBeDefined(),
    { timeout: 90_000, interval: 10 },
  )
  await server.stop('SIGTERM')
  await starting
  await vi.waitFor(async () => expect(await databasePid(server.dataDir)).toBeUndefined(), { timeout: 90_000 })
}, 180_000)

test('invalid settings end the startup with one line each', () => {
  const { status, stderr } = spawnSync(process.execPath, [SERVER_PROGRAM], {
    env: { PORT: 'abc', RATE_LIMITS: 'talvez' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'Elenco não iniciou: PORT deve ser um número',
    'Elenco não iniciou: RATE_LIMITS deve ser on ou off',
  ])
})
