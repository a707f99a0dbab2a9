import { once } from 'node:events'
import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from '../../db/connect.ts'
import { chats } from '../../db/schema/index.ts'
import { openSocket, requestText } from '../../testing/clients/raw-request.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'
import { type Listening, serveWith } from '../../testing/web-server.ts'

const MESSAGES = 5_000
const LETTERS = 4_000

let app: TestApp
let ana: TestClient
let database: Database
let site: Listening
/** Queries and rows of the server alone. */
const asked = { questions: 0, rows: 0 }
beforeAll(async () => {
  app = await createTestApp()
  const owner = await makePerson(app, 'owner')
  const agentId = await openAgentId(owner)
  const { db, log } = app.server.deps
  const chatId = uuidv7()
  await db.insert(chats).values({
    id: chatId,
    agentId,
    userId: owner.userId,
    title: 'Longa',
    lastSeq: MESSAGES,
  })
  await db.execute(sql`
    insert into messages (id, chat_id, seq, sender, status, content)
    select gen_random_uuid(), ${chatId}, n, case when n % 2 = 1 then 'human' else 'ai' end, 'done',
      'mensagem ' || n || ' ' || repeat('ã', ${LETTERS})
    from generate_series(1, ${MESSAGES}) as n`)
  // A separate pool, so that only the export's queries are counted.
  database = connect({ connectionString: app.databaseUrl }, log)
  const query = database.pool.query.bind(database.pool)
  Object.assign(database.pool, {
    query: async (...given: Parameters<typeof query>) => {
      asked.questions += 1
      const result: unknown = await query(...given)
      asked.rows += Object(result).rows?.length ?? 0
      return result
    },
  })
  site = await serveWith(app, { db: database.db })
  ana = owner.at(site.baseUrl)
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await database.close()
  await app.close()
})

/** A client that reads the beginning, and then pauses until resumed. */
async function slowReader(client: TestClient): Promise<Socket> {
  const socket = await openSocket(site.baseUrl)
  onTestFinished(() => void socket.destroy())
  socket.write(requestText('GET', '/api/v1/me/export', { Cookie: client.cookie }))
  const [first] = await once(socket, 'data')
  socket.pause()
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /)
  return socket
}

/** Waits until no more queries arrive. */
async function settled(): Promise<void> {
  let before = -1
  await vi.waitFor(
    () => {
      const now = asked.questions
      const isQuiet = now === before
      before = now
      expect(isQuiet).toBe(true)
    },
    { interval: 500, timeout: 20_000 },
  )
}

test('5,000 messages are exported completely, once and in order', async () => {
  const response = await ana.fetch('GET', '/api/v1/me/export')
  const files = await unzip(await response.bytes())
  const names = [...files.keys()].filter((name) => name.startsWith('conversas/'))
  expect(names).toEqual(['conversas/0001 Longa.md', 'conversas/0001 Longa.jsonl'])
  const [markdown = '', lines = ''] = names.map((name) => files.get(name)?.toString())
  const [, ...rows] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const numbers = Array.from({ length: MESSAGES }, (_, index) => index + 1)
  expect(rows.map(({ seq }) => seq)).toEqual(numbers)
  expect(rows.every(({ content, seq }) => content === `mensagem ${seq} ${'ã'.repeat(LETTERS)}`)).toBe(true)
  expect([...markdown.matchAll(/^mensagem (\d+) /gm)].map(([, number]) => Number(number))).toEqual(numbers)
}, 60_000)

test('a paused reader holds neither rows in memory nor a connection, and blocks a second export', async () => {
  const from = asked.rows
  const socket = await slowReader(ana)
  await settled()
  // Two exports of 5,000 rows are 80 MB; socket buffers hold only a few.
  expect(asked.rows - from).toBeLessThan(MESSAGES)
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
  expect(database.pool.waitingCount).toBe(0)

  const second = await ana.get('/me/export')
  expect([second.status, second.error.message]).toEqual([
    429,
    'Uma cópia dos seus dados já está sendo baixada. Espere ela terminar.',
  ])
  const other = await makePerson(app, 'other')
  expect((await other.at(site.baseUrl).fetch('GET', '/api/v1/me/export')).status).toBe(200)

  socket.resume()
  await once(socket, 'close')
  expect(asked.rows - from).toBeGreaterThan(2 * MESSAGES)
  await vi.waitFor(async () => expect((await ana.fetch('HEAD', '/api/v1/me/export')).status).toBe(200))
}, 60_000)

test('a client that disconnects ends the export: reading stops, and another export may start', async () => {
  const from = asked.rows
  const socket = await slowReader(ana)
  await settled()
  socket.destroy()
  await vi.waitFor(async () => {
    const response = await ana.fetch('HEAD', '/api/v1/me/export')
    expect(response.status).toBe(200)
  })
  await settled()
  expect(asked.rows - from).toBeLessThan(MESSAGES)
}, 60_000)

test('a database failure truncates the response, so that it is not taken for complete, and reveals nothing', async () => {
  const socket = await slowReader(ana)
  await settled()
  const query = database.pool.query
  Object.assign(database.pool, { query: () => Promise.reject(new Error('segredo do banco')) })
  onTestFinished(() => void Object.assign(database.pool, { query }))
  let text = ''
  socket.setEncoding('latin1').on('data', (data) => {
    text += data.slice(-5_000)
  })
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'close')
  expect(text).not.toContain('segredo')
  // The end of a chunked response, and of a ZIP.
  expect(text.endsWith('0\r\n\r\n') || text.includes('PK\x05\x06')).toBe(false)
}, 60_000)
