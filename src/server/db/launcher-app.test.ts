import { renameSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from '../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { type OpenStream, type TestClient, textOf } from '../testing/test-client.ts'
import { postmasterOf, startHopelessly, temporaryDataDir, until } from './launcher-fixture.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

/** The whole app on its embedded database, with a signed-in user and an agent. */
async function openApp(variables: Record<string, string> = {}) {
  const dataDir = await temporaryDataDir()
  const app = await createTestApp({ DATABASE_URL: '', DATA_DIR: dataDir, ...variables })
  onTestFinished(() => app.close())
  const ana = await app.signUp()
  return { app, dataDir, ana, agentId: await openAgentId(ana) }
}

const statusOf = async (app: TestApp, path: string) => (await app.visitor().call('GET', path)).status

const indexOf = (logs: string[], text: string) => logs.findIndex((line) => line.includes(text))

test('launcher 5 a stop refuses new work, lets the reply end, closes the pool, then stops the database', async () => {
  const { app, ana, agentId } = await openApp({ SHUTDOWN_GRACE_MS: '60000' })
  const [chatId, otherId] = [await openChat(ana, agentId), await openChat(ana, agentId)]
  const release = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after: 1, until: release.promise, tokens: ['Um ', 'dois.'] })
  const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
  await stream.until('Um ')
  const calls = app.provider.requests.length

  const stopped = app.server.stop()
  expect(await statusOf(app, '/api/ready')).toBe(503)
  expect(await ana.post(`/chats/${otherId}/messages`, newMessage())).toMatchObject({
    status: 503,
    error: { code: 'UNAVAILABLE' },
  })
  expect(app.provider.requests).toHaveLength(calls)
  expect(await messagesOf(ana, otherId)).toEqual([])
  expect(indexOf(app.logs, 'fast shutdown')).toBe(-1)
  release.resolve()
  expect((await stream.rest()).at(-1)?.data.status).toBe('done')
  await stopped

  await expect(statusOf(app, '/api/health')).rejects.toThrow()
  const order = ['stopping', 'received fast shutdown request', 'database system is shut down']
  const places = order.map((text) => indexOf(app.logs, text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  // The database would log connections that it had to cut.
  expect(app.logs.filter((line) => /57P01|terminating connection/.test(line))).toEqual([])
  await app.restart()
  expect((await messagesOf(ana, chatId))[1]).toMatchObject({ status: 'done', content: 'Um dois.' })
})

test('launcher 7 (F28, F29) killing the database under live replies: the app stays up, no text is lost', async () => {
  const { app, dataDir, ana, agentId } = await openApp()
  const chatIds = await Promise.all(Array.from({ length: 5 }, () => openChat(ana, agentId)))
  const replies = await Promise.all(
    chatIds.map(async (chatId, index) => {
      const message = newMessage(`Pergunta ${index} [[tokens=20000 delay=50]]`)
      const stream = await ana.open('POST', `/chats/${chatId}/messages`, message)
      return { chatId, stream, shown: await stream.until(' ') }
    }),
  )
  const idleChat = await openChat(ana, agentId)
  const calls = app.provider.requests.length
  const pgDir = join(dataDir, 'pg')

  // Removed before the restart, so that the database stays away during this part.
  process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL')
  renameSync(pgDir, `${pgDir}.away`)
  await until(async () => (await statusOf(app, '/api/ready')) === 503)
  const refused = newMessage()
  expect((await ana.post(`/chats/${idleChat}/messages`, refused)).status).toBe(503)
  await readOn(replies, () => indexOf(app.logs, 'partial replies could not be saved') >= 0)
  await readOn(replies, () => restartDelays(app).length >= 3)
  expect(restartDelays(app).slice(0, 3)).toEqual([100, 200, 400])
  expect(await statusOf(app, '/api/health')).toBe(200)
  expect(app.provider.requests).toHaveLength(calls)

  renameSync(`${pgDir}.away`, pgDir)
  await until(async () => (await statusOf(app, '/api/ready')) === 200)
  await expectSaved(ana, replies)

  const second = await postmasterOf(dataDir)
  process.kill(second ?? 0, 'SIGINT')
  await until(async () => ![undefined, second].includes(await postmasterOf(dataDir)))
  await until(async () => (await statusOf(app, '/api/ready')) === 200)
  expect(indexOf(app.logs, 'terminating connection due to administrator command')).toBeGreaterThan(0)
  await readOn(replies, () => true)
  await expectSaved(ana, replies)

  for (const { chatId, stream, shown } of replies) {
    await ana.post(`/chats/${chatId}/stop`)
    const content = shown + textOf(await stream.rest())
    expect((await messagesOf(ana, chatId))[1]).toMatchObject({ status: 'stopped', content })
  }
  expect((await ana.send(idleChat, refused)).at(-1)?.data.status).toBe('done')
  expect(await messagesOf(ana, idleChat)).toHaveLength(2)
})

/** Delays of the database's restarts, in milliseconds. */
const restartDelays = ({ logs }: TestApp) =>
  logs.flatMap((line) => (line.includes('database server ended') ? [JSON.parse(line).delayMs] : []))

type Reply = { chatId: string; stream: OpenStream; shown: string }

/** Reads one more token of every reply until a condition holds. */
async function readOn(replies: Reply[], condition: () => boolean): Promise<void> {
  do {
    for (const reply of replies) {
      const event = await reply.stream.next()
      if (event?.event !== 'token') throw new Error(`ended: ${JSON.stringify(event)}`)
      reply.shown += event.data.token
    }
  } while (!condition())
}

/** Waits until the database holds the shown text of each running reply. */
async function expectSaved(client: TestClient, replies: Reply[]): Promise<void> {
  for (const { chatId, shown } of replies) {
    await until(async () => (await messagesOf(client, chatId))[1]?.content.startsWith(shown))
    expect((await messagesOf(client, chatId))[1]?.status).toBe('running')
  }
}

test('launcher 11 on a platform without programs Elenco exits with one line and stores nothing', async () => {
  const dataDir = await temporaryDataDir()
  const elsewhere = `data:text/javascript,Object.defineProperty(process, 'arch', { value: 'pdp11' })`
  const { status, lines } = startHopelessly(dataDir, '--import', elsewhere)
  expect(status).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^Elenco não iniciou: Não há PostgreSQL embutido .*-pdp11\).*DATABASE_URL/),
  ])
  expect(await readdir(dataDir)).toEqual([])
})
