import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { createRouter } from '../../http/context.ts'
import { streamFeed } from '../../http/event-stream.ts'
import { LiveReply } from '../../runs/reply-feed.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { NGINX_CONF, nginxPath, startNginx } from '../../testing/processes/nginx.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

if (!nginxPath)
  process.stderr.write('F37: skipped, since nginx is not installed (apt-get install nginx-light)\n')

const addressOf = (url: string) => new URL(url).host

/** Starts an HTTP server on a free port until the test ends; returns its address. */
async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!nginxPath)('behind nginx as it is deployed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ TRUST_PROXY: 'true' })
  })
  afterAll(() => app.close())

  test.each([
    ['as deployed', (conf: string) => conf],
    [
      'which compresses streams too',
      (conf: string) => conf.replace('gzip_types', 'gzip_types text/event-stream'),
    ],
  ])('F37 tokens arrive at once in spite of gzip and default buffering: %s', async (_what, edit) => {
    await using nginx = await startNginx([addressOf(app.baseUrl)], { edit })
    const client = (await app.signUp()).at(nginx.url)
    const chatId = await openChat(client, await openAgentId(client))
    // The provider goes silent after five tokens, so that unflushed tokens would be missing.
    const stream = await client.open('POST', `/chats/${chatId}/messages`, newMessage('Diga. [[stall@5]]'), {
      'Accept-Encoding': 'gzip',
    })
    expect(stream.response.headers.get('cache-control')).toContain('no-transform')
    await stream.until(DEFAULT_TOKENS[4] ?? 'never')
    await client.post(`/chats/${chatId}/stop`, {})
    expect((await stream.rest()).at(-1)?.event).toBe('done')
  })

  test('F37 comments keep an idle stream open beyond nginx’s timeout; without them it is cut', async () => {
    const feed = new LiveReply()
    const serve = async (heartbeatMs: number) => {
      const route = createRouter().get('/', (c) => {
        c.set('requestId', 'test')
        const toTerminal = () => ({ event: 'done', data: {} }) as const
        return streamFeed(c, { feed, after: 0, headers: {}, toTerminal, heartbeatMs })
      })
      const address = await listening(createAdaptorServer({ fetch: route.fetch }) as never)
      return startNginx([address], {
        edit: (conf) => conf.replace(/proxy_read_timeout \d+s/, 'proxy_read_timeout 4s'),
      })
    }
    await using beating = await serve(250)
    await using still = await serve(60_000)
    const cut = fetch(still.url)
      .then((response) => response.text())
      .catch(() => 'cut')
    const reader = (await fetch(beating.url)).body?.pipeThrough(new TextDecoderStream()).getReader()
    let comments = 0
    while (comments < 24) comments += ((await reader?.read())?.value?.match(/^: /gm) ?? []).length
    // By now nginx has certainly timed out the other one.
    expect(await cut).toBe('cut')
    feed.append('ainda')
    feed.finish({ status: 'done', errorCode: null, finishReason: 'stop' })
    let text = ''
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) text += piece.value
    expect(text).toMatch(/ainda[\s\S]*event: done/)
    expect(Number(/proxy_read_timeout (\d+)s/.exec(NGINX_CONF)?.[1])).toBeGreaterThan(60)
  })

  test('F33 requests go to the other instance when one is down, and get an error when both are', async () => {
    const second = await startSecondInstance(app)
    onTestFinished(() => second.server.stop())
    await using nginx = await startNginx([app.baseUrl, second.server.listeningUrl].map(addressOf))
    const client = (await app.signUp()).at(nginx.url)
    const agentId = await openAgentId(client)
    await second.server.stop()
    // Including POST: nothing was sent yet where no process listens.
    for (let chat = 0; chat < 6; chat += 1) await openChat(client, agentId)
    await using lonely = await startNginx([addressOf(second.server.listeningUrl)])
    const api = await fetch(`${lonely.url}/api/v1/chats`)
    expect([api.status, api.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await api.json()).toMatchObject({ success: false, error: { code: 'UNAVAILABLE' } })
    const page = await fetch(`${lonely.url}/app`)
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  })

  test('F33 an instance that returns takes every stream when the other stops', async () => {
    const open = async () => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'X-Accel-Buffering': 'no' }).flushHeaders()
      })
      return { server, address: await listening(server) }
    }
    const leave = async ({ server }: Awaited<ReturnType<typeof open>>) => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
    const [first, second] = [await open(), await open()]
    await using nginx = await startNginx([first.address, second.address])
    const statuses = () =>
      Promise.all(Array.from({ length: 10 }, async () => (await fetch(nginx.url)).status))
    await leave(first)
    expect(await statuses()).toEqual(Array(10).fill(200))
    first.server.listen(Number(first.address.split(':')[1]), '127.0.0.1')
    await once(first.server, 'listening')
    await leave(second)
    // None of them has ended, so nginx has not noticed yet that the first is back.
    expect(await statuses()).toEqual(Array(10).fill(200))
  })

  test('F37 a sent request is retried only if that is safe', async () => {
    const methods: (string | undefined)[] = []
    const hangUp = createServer(({ method, socket }) => {
      methods.push(method)
      socket.destroy()
    })
    const address = await listening(hangUp)
    await using nginx = await startNginx([address, address])
    expect((await fetch(`${nginx.url}/api/v1/chats`, { method: 'POST', body: '{}' })).status).toBe(503)
    expect(methods).toEqual(['POST'])
    await fetch(`${nginx.url}/api/v1/chats`)
    expect(methods.length).toBeGreaterThan(2)
    expect(new Set(methods.slice(1))).toEqual(new Set(['GET']))
  })

  test('F37 the visitor’s address comes last, forged hosts are refused, and the largest file passes', async () => {
    let seen: IncomingMessage['headers'] = {}
    const echo = createServer(async (request, response) => {
      seen = request.headers
      let size = 0
      for await (const chunk of request) size += chunk.length
      response.end(String(size))
    })
    await using nginx = await startNginx([await listening(echo)])
    const post = (bytes: number) =>
      fetch(nginx.url, {
        method: 'POST',
        body: Buffer.alloc(bytes),
        headers: { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'outro.exemplo' },
      })
    const largest = COLLECTION_LIMITS.sourceBytes + LIMITS.jsonBodyBytes
    expect(await (await post(largest)).text()).toBe(String(largest))
    expect(seen['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1')
    expect(seen['x-forwarded-host']).toBeUndefined()
    expect(seen.host).toBe(addressOf(nginx.url))
    expect((await post(2 * COLLECTION_LIMITS.sourceBytes)).status).toBe(413)
  })

  test('A43 a refusal for size is readable: its own, and an instance’s', async () => {
    await using nginx = await startNginx([addressOf(app.baseUrl)])
    const client = (await app.signUp()).at(nginx.url)
    for (const [path, bytes] of [
      ['/api/v1/attachments', 2 * COLLECTION_LIMITS.sourceBytes],
      ['/api/v1/attachments', LIMITS.attachmentBytes + 1],
      ['/api/v1/uploads', LIMITS.uploadBytes + 1],
    ] as const) {
      const { status, error } = await client.call('POST', path, imageForm(new Uint8Array(bytes)))
      expect([path, status, error.code]).toEqual([path, 413, 'PAYLOAD_TOO_LARGE'])
    }
    for (let round = 0; round < 10; round += 1) {
      const { status, error } = await client.post('/chats', { content: 'a'.repeat(3 * 1024 * 1024) })
      expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    }
  })
})
