import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openSocket, requestText } from '../../testing/clients/raw-request.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

const AT_ONCE = 6
const WAITING = 200
const REFUSAL = 'São pedidos demais de uma vez. Espere uns segundos e tente de novo.'

let app: TestApp
let ana: TestClient
let ben: TestClient
beforeAll(async () => {
  // The patience of production.
  app = await createTestApp({}, { passwords: quickPasswords })
  ;[ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  // The first answer to a session tells whose calls it makes.
  await Promise.all([ana, ben].map(isServed))
})
afterAll(() => app.close())

/** Makes every read of products hang until `release`. */
async function holdProducts() {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = app.server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`)
    held.resolve()
    await released.promise
  })
  await held.promise
  const release = async () => {
    released.resolve()
    await holding
  }
  onTestFinished(release)
  return release
}

const hanging = (client: TestClient) => client.get('/products')

/** Sends calls that hang, and waits until nothing but the first ones is in progress. */
async function flood(clients: TestClient[], count: number, onRefusal = () => {}) {
  const refused: Reply[] = []
  const calls = Array.from({ length: count }, async (_, index) => {
    const reply = await hanging(clients[index % clients.length] ?? ana)
    if (reply.status === 429) {
      refused.push(reply)
      onRefusal()
    }
    return reply
  })
  await vi.waitFor(() => expect(refused).toHaveLength(count - AT_ONCE), { timeout: 20_000 })
  return { calls, refused }
}

const isServed = async (client: TestClient) => expect((await client.get('/labels')).status).toBe(200)

test('A61 two hundred parallel calls of one account occupy a few connections; the others are served at once', async () => {
  const release = await holdProducts()
  const { calls, refused } = await flood([ana], WAITING)
  for (const { error, headers } of refused) {
    expect([error.code, error.message, headers.get('retry-after')]).toEqual(['RATE_LIMITED', REFUSAL, '2'])
  }
  // With all connections taken, this would wait for five seconds and fail.
  const from = performance.now()
  await Promise.all(Array.from({ length: 10 }, () => isServed(ben)))
  expect(performance.now() - from).toBeLessThan(4_000)
  expect((await ana.get('/labels')).status).toBe(429)
  await release()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE)
  await isServed(ana)
}, 60_000)

test('A61 sessions of one account share; more than may wait are refused at once', async () => {
  const again = app.visitor()
  await again.signIn(ana)
  await isServed(again)
  const release = await holdProducts()
  const from = performance.now()
  let firstAt = 0
  const noteFirst = () => {
    firstAt ||= performance.now()
  }
  const { calls } = await flood([ana, again], WAITING + AT_ONCE + 10, noteFirst)
  expect(firstAt - from).toBeLessThan(2_000)
  await release()
  await Promise.all(calls)
}, 60_000)

test('A61 calls whose client leaves free their share, also those that wait or are pipelined', async () => {
  const release = await holdProducts()
  const request = requestText('GET', '/api/v1/products', { Cookie: ana.cookie, Connection: 'keep-alive' })
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket(app.baseUrl)))
  for (const socket of sockets) socket.write(request.repeat(4))
  await sleep(500)
  for (const socket of sockets) {
    socket.destroy()
    await once(socket, 'close')
  }
  await release()
  const replies = await Promise.all(Array.from({ length: AT_ONCE * 3 }, () => ana.get('/labels')))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const held = await holdProducts()
  const calls = Array.from({ length: AT_ONCE }, () => hanging(ana))
  const isAnswered = Promise.race(calls).then(() => true)
  // None of them has been refused, so that all slots were free.
  expect(await Promise.race([isAnswered, sleep(2_500, false)])).toBe(false)
  await held()
  await Promise.all(calls)
}, 60_000)

test('A61 open event streams are no calls', async () => {
  const { data } = await ana.get<{ items: { id: string; enableFreePlan: boolean }[] }>('/agents')
  const agentId = data.items.find(({ enableFreePlan }) => enableFreePlan)?.id
  const chat = await ana.post<{ id: string }>('/chats', { agentId })
  const message = { id: crypto.randomUUID(), content: 'Diga tudo. [[tokens=60 delay=60]]' }
  const own = await ana.open('POST', `/chats/${chat.data.id}/messages`, message)
  const tails = await Promise.all(
    Array.from({ length: AT_ONCE * 2 }, () => ana.open('GET', `/chats/${chat.data.id}/stream`)),
  )
  await isServed(ana)
  await Promise.all([own, ...tails].map((stream) => stream.rest()))
}, 60_000)
