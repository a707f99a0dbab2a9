import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  openSocket,
  parseAnswer,
  readToEnd,
  requestText,
} from '../../../src/server/testing/clients/raw-request.ts'
import { ReplyReader } from '../../../src/server/testing/clients/reply-reader.ts'
import { newMessage, openAgentId, openChat } from '../../../src/server/testing/factories/conversation.ts'
import type { ServerProcess } from '../../../src/server/testing/processes/server-process.ts'
import type { TestClient } from '../../../src/server/testing/test-client.ts'
import { figure, percentile } from '../report.ts'
import { LARGEST_BYTES, ownAddress, signUp } from './site.ts'

/** How a crowd fared, in words. Each crowd adds the numbers that its goals are about. */
export type Fate = { told: string }

const MINUTE_MS = 60_000
const DOWNLOAD_MS = 75_000
/** As many as the server admits. */
export const DOWNLOADS_A_PERSON = 3
const STREAM_MS = 30_000
const CONNECT_AT_ONCE = 100

/** Signs `size` people up within `windowMs`, and says how many got in and how long it took them. */
export async function signUpCrowd(server: ServerProcess, size: number, windowMs: number) {
  const clients: TestClient[] = []
  const times: number[] = []
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      await sleep((index * windowMs) / size)
      const begun = performance.now()
      const { client, reply } = await signUp(server).catch(() => ({ client: undefined, reply: undefined }))
      statuses.push(reply?.status ?? 0)
      if (reply?.status !== 200 || !client) return
      clients.push(client)
      times.push(performance.now() - begun)
    }),
  )
  const told503 = statuses.filter((status) => status === 503).length
  const others = size - clients.length - told503
  return {
    clients,
    in: clients.length,
    others,
    told: `${clients.length} in (p50 ${figure(percentile(times, 50), 0)} ms, p95 ${figure(percentile(times, 95), 0)} ms), ${told503} told to come back, ${others} other failures`,
  }
}

/** Opens connections, a batch at a time, that send `text` and read no further than the head of its answer. */
async function openStuck(
  server: ServerProcess,
  requests: string[],
): Promise<{ sockets: Socket[]; statuses: number[] }> {
  const sockets: Socket[] = []
  const statuses: number[] = []
  for (let at = 0; at < requests.length; at += CONNECT_AT_ONCE) {
    const opened = requests.slice(at, at + CONNECT_AT_ONCE).map(async (text) => {
      const socket = await openSocket(server.url)
      socket.on('error', () => undefined)
      sockets.push(socket)
      socket.write(text)
      const [head] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]).catch(
        () => [''],
      )
      socket.pause()
      statuses.push(parseAnswer(String(head)).status)
    })
    await Promise.all(opened)
  }
  return { sockets, statuses }
}

const countOf = (statuses: number[], status: number) => statuses.filter((it) => it === status).length

/** Readers of the people's attachments, three for each person, who take nothing after the head. */
export async function downloads(server: ServerProcess, people: TestClient[], paths: string[]) {
  const requests = people.flatMap(({ cookie }, index) =>
    Array.from({ length: DOWNLOADS_A_PERSON }, () =>
      requestText('GET', paths[index] ?? '', { Cookie: cookie }),
    ),
  )
  const { sockets, statuses } = await openStuck(server, requests)
  await sleep(DOWNLOAD_MS)
  // A paused socket notices its end when a second write follows the reset that answers the first one.
  for (let twice = 0; twice < 2; twice += 1) {
    for (const socket of sockets) socket.write('\r\n')
    await sleep(1_000)
  }
  const ended = sockets.filter(({ destroyed }) => destroyed).length
  for (const socket of sockets) socket.destroy()
  return {
    ended,
    told: `${countOf(statuses, 200)} began, ${ended} ended by the server within ${DOWNLOAD_MS / 1_000} s`,
  }
}

/** Readers of one running reply by one account. */
export async function streamReaders(server: ServerProcess, client: TestClient, size: number) {
  const chatId = await openChat(client, await openAgentId(client))
  const url = `${server.url}/api/v1/chats/${chatId}`
  const headers = { origin: server.url, cookie: client.cookie }
  const writer = new ReplyReader(`${url}/messages`, headers, newMessage('Fale. [[tokens=20000 delay=20]]'))
  await writer.spoke
  const text = requestText('GET', `/api/v1/chats/${chatId}/stream`, { Cookie: client.cookie })
  const { sockets, statuses } = await openStuck(
    server,
    Array.from({ length: size }, () => text),
  )
  for (const socket of sockets) socket.resume()
  await sleep(STREAM_MS)
  for (const socket of sockets) socket.destroy()
  await client.post(`/chats/${chatId}/stop`, {})
  await writer.closed
  return {
    admitted: countOf(statuses, 200),
    told: `${countOf(statuses, 200)} admitted, ${countOf(statuses, 429)} told 429, ${statuses.length - countOf(statuses, 200) - countOf(statuses, 429)} other answers`,
  }
}

const BOUNDARY = 'divisa'
const formOf = (content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="notas.txt"\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`

const uploadHead = (server: ServerProcess, { cookie }: TestClient, bytes: number) =>
  requestText('POST', '/api/v1/attachments', {
    ...ownAddress(),
    Origin: server.url,
    Cookie: cookie,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': String(bytes),
  })

/** An upload of one byte a second; returns the function that ends it. */
async function drip(server: ServerProcess, client: TestClient): Promise<() => void> {
  const socket = await openSocket(server.url)
  socket.on('error', () => undefined).resume()
  socket.write(uploadHead(server, client, LARGEST_BYTES) + formOf('').slice(0, 90))
  const dripping = setInterval(() => socket.write('a'), 1_000)
  socket.once('close', () => clearInterval(dripping))
  return () => socket.destroy()
}

/** Two dripping uploads of each person, begun again when they are cut, beside an honest one at 0.5 Mbit/s. */
export async function slowUploads(server: ServerProcess, people: TestClient[], honest: TestClient) {
  const PIECE = 6_250
  const PIECE_MS = 100
  const body = formOf('Uma linha de texto.\n'.repeat((8 * 1024 * 1024) / 20))
  let isOver = false
  const ends: (() => void)[] = []
  const dripping = people.map(async (client) => {
    while (!isOver) {
      for (let twice = 0; twice < 2; twice += 1) ends.push(await drip(server, client))
      await sleep(MINUTE_MS / 2)
    }
  })
  const socket = await openSocket(server.url)
  socket.on('error', () => undefined)
  socket.write(uploadHead(server, honest, body.length))
  const answer = readToEnd(socket)
  const begun = performance.now()
  for (let at = 0; at < body.length && !socket.destroyed; at += PIECE) {
    socket.write(body.slice(at, at + PIECE))
    // By the clock, because each pause is a little longer than it should be.
    await sleep(Math.max(0, begun + (at / PIECE + 1) * PIECE_MS - performance.now()))
  }
  const { status } = parseAnswer(await answer)
  const seconds = (performance.now() - begun) / 1_000
  isOver = true
  for (const end of ends) end()
  await Promise.all(dripping)
  return { status, told: `honest 8 MB at 0.5 Mbit/s: status ${status} after ${figure(seconds, 0)} s` }
}
