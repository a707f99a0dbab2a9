import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { attachments, chats } from '../../db/schema/index.ts'
import type { Files } from '../../files/files.ts'
import { openSocket, parseAnswer, requestText } from '../../testing/clients/raw-request.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Listening, serveWith } from '../../testing/web-server.ts'

const MEGABYTE = 1024 * 1024
const SIZE = 30 * MEGABYTE
/** More than the buffers of two sockets hold, so that the server has to wait. */
const IN_BUFFERS = 16 * MEGABYTE
const MESSAGES = 100
const READER_TIMEOUT_MS = 2_000

let app: TestApp
let site: Listening
let ana: TestClient
let content: Buffer
let paths: Record<'attachment' | 'export' | 'page', string>
/** Bytes of stored files that the server has read. */
let taken = 0

/** The store, which counts the bytes that are read. */
const counting = (files: Files): Files => ({
  ...files,
  async stream(name, signal) {
    const chunks = await files.stream(name, signal)
    return chunks && count(chunks)
  },
})

async function* count(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    taken += chunk.length
    yield chunk
  }
}

/** A stored file, larger than people may send, so that it exceeds the buffers of the system. */
async function storeFile(
  { userId }: TestClient,
  kind: 'pdf' | 'image' = 'pdf',
  bytes = SIZE,
): Promise<string> {
  const { db, files } = app.server.deps
  const [id, key] = [uuidv7(), `${randomBytes(16).toString('hex')}.attachment`]
  await files.write(key, content.subarray(0, bytes))
  const file = { name: 'grande', kind, mediaType: 'application/pdf', bytes, content: '' } as const
  await db.insert(attachments).values({ ...file, id, userId, key })
  return `/api/v1/attachments/${id}/file`
}

async function storeChat(client: TestClient): Promise<string> {
  const { db } = app.server.deps
  const id = uuidv7()
  const agentId = await openAgentId(client)
  await db.insert(chats).values({ id, agentId, userId: client.userId, title: 'Longa', lastSeq: MESSAGES })
  await db.execute(sql`
    insert into messages (id, chat_id, seq, parent_id, sender, status, content)
    select md5(${id} || n)::uuid, ${id}, n, case when n > 1 then md5(${id} || n - 1)::uuid end,
      case when n % 2 = 1 then 'human' else 'ai' end, 'done', repeat(n || ' palavras ', 25000)
    from generate_series(1, ${MESSAGES}) as n`)
  return id
}

beforeAll(async () => {
  content = randomBytes(SIZE)
  app = await createTestApp()
  const owner = await app.signUp('Ana')
  const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 200 }
  const files = counting(app.server.deps.files)
  site = await serveWith(app, { files }, { ...timeouts, readerTimeout: READER_TIMEOUT_MS })
  ana = owner.at(site.baseUrl)
  const chatId = await storeChat(ana)
  paths = {
    attachment: await storeFile(ana),
    export: `/api/v1/chats/${chatId}/export?format=md`,
    page: `/api/v1/chats/${chatId}/messages?limit=100`,
  }
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await app.close()
})

/** A client that reads the head of an answer, and then nothing until it is resumed. */
async function stuckReader(client: TestClient, path: string): Promise<Socket & { status: number }> {
  const socket = await openSocket(site.baseUrl)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(requestText('GET', path, { Cookie: client.cookie }))
  const [head] = await once(socket, 'data')
  socket.pause()
  return Object.assign(socket, { status: parseAnswer(String(head)).status })
}

/** Whether the server has closed a socket that is read no further: it answers nothing to a write but a reset. */
async function isCut(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return true
  socket.write('\r\n')
  await sleep(100)
  return socket.destroyed
}

const isFree = (path: string) =>
  vi.waitFor(async () => expect((await ana.fetch('HEAD', path)).status).toBe(200), { timeout: 20_000 })

describe('A57 readers who never read', () => {
  test.each(['attachment', 'export', 'page'] as const)(
    'are cut: %s',
    async (kind) => {
      const socket = await stuckReader(ana, paths[kind])
      expect(socket.status).toBe(200)
      const from = performance.now()
      await sleep(READER_TIMEOUT_MS / 2)
      expect(await isCut(socket)).toBe(false)
      await vi.waitFor(async () => expect(await isCut(socket)).toBe(true), { timeout: 20_000 })
      expect(performance.now() - from).toBeGreaterThan(READER_TIMEOUT_MS)
      await isFree(paths[kind])
    },
    60_000,
  )

  test('are not cut while they read a little, and get every byte', async () => {
    const socket = await stuckReader(ana, paths.attachment)
    const chunks: Buffer[] = []
    let length = 0
    for (let turn = 1; !socket.closed; turn += 1) {
      const isDone = once(socket, 'close')
      // As much as it takes until the system asks for more.
      const isAhead = new Promise<void>((resolve) => {
        socket.on('data', (chunk) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > turn * 4 * MEGABYTE) resolve(void socket.pause().removeAllListeners('data'))
        })
      })
      socket.resume()
      await Promise.race([isAhead, isDone])
      await sleep(READER_TIMEOUT_MS / 2)
    }
    expect(
      Buffer.concat(chunks)
        .subarray(-SIZE + MEGABYTE)
        .equals(content.subarray(MEGABYTE)),
    ).toBe(true)
  }, 60_000)

  test('cost no memory: a file is read as far as its reader has come', async () => {
    taken = 0
    const readers = await Promise.all([1, 2, 3].map(() => stuckReader(ana, paths.attachment)))
    await sleep(1_000)
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(taken).toBeLessThan(3 * IN_BUFFERS)
    for (const socket of readers) socket.destroy()
    await isFree(paths.attachment)
  }, 60_000)

  test('are three at once per person; the fourth is told so, also for an export', async () => {
    await Promise.all([1, 2, 3].map(() => stuckReader(ana, paths.attachment)))
    for (const path of [paths.attachment, paths.export, '/api/v1/me/export']) {
      const { status, headers, error } = await ana.call('GET', path)
      expect([status, headers.get('retry-after'), error]).toEqual([
        429,
        '10',
        {
          code: 'RATE_LIMITED',
          message: 'Você já está baixando três arquivos. Espere um deles terminar e tente de novo.',
        },
      ])
    }
    const ben = (await app.signUp('Ben')).at(site.baseUrl)
    expect((await ben.fetch('HEAD', await storeFile(ben))).status).toBe(200)
    await isFree(paths.attachment)
  }, 60_000)

  test('leave the pictures of a page alone, of which a browser requests many at once', async () => {
    await Promise.all([1, 2, 3].map(() => stuckReader(ana, paths.attachment)))
    const picture = await storeFile(ana, 'image', MEGABYTE)
    const lengths = await Promise.all(
      Array.from({ length: 12 }, async () => (await (await ana.fetch('GET', picture)).bytes()).length),
    )
    expect(lengths).toEqual(lengths.map(() => MEGABYTE))
    await isFree(paths.attachment)
  }, 60_000)
})
