import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { admitUpload } from '../../files/arriving.ts'
import { openSocket, parseAnswer, readToEnd, requestText } from '../../testing/clients/raw-request.ts'
import { imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

let app: TestApp
let ana: TestClient
const sockets: Socket[] = []
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

const BOUNDARY = 'divisa'
const ROUTES = { pictures: '/api/v1/uploads', attachments: '/api/v1/attachments' }

const formOf = (name: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    '',
    content,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')

/** The head of an upload with this body. */
const headOf = (client: TestClient, path: string, body: string) =>
  requestText('POST', path, {
    Origin: app.appUrl,
    Cookie: client.cookie,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': String(body.length),
  })

const send = (client: TestClient) => client.call('POST', ROUTES.pictures, imageForm(TINY_PNG))

/** How many uploads a user may still start. */
async function placesOf({ userId }: TestClient): Promise<number> {
  const take = (): Promise<number> => admitUpload(userId, 0, async () => 1 + (await take())).catch(() => 0)
  return take()
}

/** An upload that starts and then pauses. */
async function begin(client: TestClient, path = ROUTES.pictures, baseUrl = app.baseUrl): Promise<Socket> {
  const before = await placesOf(client)
  const socket = await openSocket(baseUrl)
  sockets.push(socket)
  socket.on('error', () => {})
  const body = formOf('foto.png', 'a'.repeat(5_000))
  socket.write(headOf(client, path, body) + body.slice(0, 120))
  await vi.waitFor(async () => expect(await placesOf(client)).toBe(before - 1))
  return socket
}

describe('A58 dripping uploads', { timeout: 120_000 }, () => {
  test('of twenty people hold no place of those that are read', async () => {
    const people: TestClient[] = []
    while (people.length < 20) people.push(await app.signUp())
    await Promise.all(people.map((client, index) => begin(client, Object.values(ROUTES)[index % 2])))
    const replies = await Promise.all([send(ana), send(ana)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    // No dripping upload was cut for it.
    expect(new Set(await Promise.all(people.map(placesOf)))).toEqual(new Set([1]))
  })

  test('a third upload of the same user waits, and a disconnect frees its place', async () => {
    const bia = await app.signUp('Bia')
    const [first] = [await begin(bia), await begin(bia, ROUTES.attachments)]
    const reply = await send(bia)
    expect([reply.status, reply.headers.get('retry-after'), reply.error.message]).toEqual([
      429,
      '2',
      'Espere o arquivo anterior terminar de ser enviado.',
    ])
    first.destroy()
    await vi.waitFor(async () => expect((await send(bia)).status).toBe(201), { timeout: 20_000 })
  })

  test('all together arrive only up to a number and to their bytes', async () => {
    const tooMany = { status: 503, error: { code: 'UNAVAILABLE' } }
    const GIGABYTE = 1024 * 1024 * 1024
    // The uploads of other tests may still be ending.
    await vi.waitFor(() => admitUpload('stranger', GIGABYTE, async () => {}))
    const refused = await admitUpload('stranger', GIGABYTE, () => send(ana))
    expect(refused).toMatchObject(tooMany)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await send(ana)).status).toBe(201)
    const fill = async (left: number): Promise<void> =>
      left === 0
        ? expect(await send(ana)).toMatchObject(tooMany)
        : admitUpload(`stranger ${left}`, 0, () => fill(left - 1))
    await fill(200)
    expect((await send(ana)).status).toBe(201)
  })

  test.each(Object.entries(ROUTES))(
    'an honest slow upload of %s arrives, and a dripped one is told and cut',
    async (_what, path) => {
      const WINDOW_MS = 400
      await using hasty = await serveWith(app, {}, { bodyWindow: WINDOW_MS, connectionsCheckingInterval: 50 })
      const dripping = await begin(ana, path, hasty.baseUrl)
      const answer = readToEnd(dripping)
      const drip = setInterval(() => dripping.write('a'), 50)

      const socket = await openSocket(hasty.baseUrl)
      sockets.push(socket)
      // Of 0.5 Mbit/s, over many windows.
      const body = formOf('texto.txt', 'Uma linha de texto.\n'.repeat(10_000))
      socket.write(headOf(ana, path, body))
      const received = readToEnd(socket)
      for (let at = 0; at < body.length; at += 6_250) {
        socket.write(body.slice(at, at + 6_250))
        await sleep(100)
      }
      // A text is an attachment, and no picture.
      expect(parseAnswer(await received).status).toBe(path === ROUTES.attachments ? 201 : 415)

      const { status, body: told } = parseAnswer(await answer)
      clearInterval(drip)
      expect([status, JSON.parse(told).error.message]).toEqual([
        400,
        'A requisição demorou demais para chegar.',
      ])
      expect(await placesOf(ana)).toBe(2)
    },
  )
})
