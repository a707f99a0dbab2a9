import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { providerFetch } from './provider-fetch.ts'

/** A server on its own port; answers its address and the number of connections. */
async function serve(answer: RequestListener) {
  const sockets = new Set<Socket>()
  const server = createServer(answer).listen(0, '127.0.0.1')
  server.on('connection', (socket) => sockets.add(socket))
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}

const end = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const post = (url: string, init: RequestInit = {}) =>
  providerFetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"a":1}',
    ...init,
  })

test('sends the request and answers status, headers and body', async () => {
  await using server = await serve(async (request, response) => {
    const [body] = await request.toArray()
    response.writeHead(429, { 'Retry-After': '3', 'Set-Cookie': ['a=1', 'b=2'] })
    response.end(`${request.method} ${request.headers['content-type']} ${body}`)
  })
  const response = await post(server.url)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('3')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.text()).toBe('POST application/json {"a":1}')
})

test('follows no redirect, which would carry the key elsewhere', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  expect((await post(server.url)).status).toBe(307)
})

test('keeps the socket for the next request', async () => {
  await using server = await serve((_request, response) => response.end('ok'))
  for (let count = 0; count < 3; count += 1) await (await post(server.url)).text()
  expect(server.sockets.size).toBe(1)
})

test('retries when a pooled socket closes before the request arrives', async () => {
  let requests = 0
  await using server = await serve((request, response) => {
    requests += 1
    // The second request meets a closing socket.
    if (requests === 2) request.socket.resetAndDestroy()
    else response.end('ok')
  })
  await (await post(server.url)).text()
  expect(await (await post(server.url)).text()).toBe('ok')
  expect(requests).toBe(3)
})

test('a new socket that breaks is a failure without a retry', async () => {
  let requests = 0
  await using server = await serve((request) => {
    requests += 1
    request.socket.resetAndDestroy()
  })
  await expect(post(server.url)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(requests).toBe(1)
})

test('a truncated response fails after its received part', async () => {
  await using server = await serve((_request, response) => {
    response.write('começo', () => response.destroy())
  })
  const reader = (await post(server.url)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('começo')
  await expect(reader?.read()).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('the signal closes the socket, before and during the response', async () => {
  let asked = Promise.withResolvers<Socket>()
  await using server = await serve((request, response) => {
    if (request.url === '/late') response.write('começo')
    asked.resolve(request.socket)
  })
  for (const path of ['', 'late']) {
    asked = Promise.withResolvers()
    const abort = new AbortController()
    const answer = post(server.url + path, { signal: abort.signal }).then((response) => response.text())
    const closed = end(await asked.promise)
    abort.abort()
    await expect(answer).rejects.toThrow()
    await closed
  }
  await expect(post(server.url, { signal: AbortSignal.abort(new Error('cedo')) })).rejects.toThrow('cedo')
})

test('cancelling the body closes the socket', async () => {
  const asked = Promise.withResolvers<Socket>()
  await using server = await serve((request, response) => {
    response.write('começo')
    asked.resolve(request.socket)
  })
  const response = await post(server.url)
  const closed = end(await asked.promise)
  await response.body?.cancel()
  await closed
})

test('F8 an endless line is cut off, and earlier text is kept', async () => {
  const asked = Promise.withResolvers<Socket>()
  await using server = await serve((request, response) => {
    response.write('data: {}\n\n')
    response.write(`data: ${'x'.repeat(1_100_000)}`)
    asked.resolve(request.socket)
  })
  const response = await post(server.url)
  const closed = end(await asked.promise)
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toMatch(/^data: \{\}\n\n/)
  const readOn = async (): Promise<void> => {
    while (!(await reader?.read())?.done);
  }
  await expect(readOn()).rejects.toThrow('too long')
  await closed
})
