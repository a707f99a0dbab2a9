import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveReply, type ReplyEnd } from '../runs/reply-feed.ts'
import { createRouter } from './context.ts'
import { streamFeed } from './event-stream.ts'

const BUFFER_MAX = 256 * 1024
const DONE: ReplyEnd = { status: 'done', errorCode: null, finishReason: 'stop' }

let feed: LiveReply
/** The response of each stream, by the name in its request. */
const serving = new Map<string, ServerResponse>()

const route = (settings: { heartbeatMs?: number }) =>
  createRouter().get('/:name', (c) => {
    c.set('requestId', 'test')
    serving.set(c.req.param('name'), c.env.outgoing)
    return streamFeed(c, {
      feed,
      after: Number(c.req.header('last-event-id') ?? 0),
      headers: {},
      toTerminal: ({ status }) => ({ event: 'done', data: { status } }),
      ...settings,
    })
  })
const server = createAdaptorServer({ fetch: route({ heartbeatMs: 1_000 }).fetch })
const still = route({})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const outgoing of serving.values()) outgoing.destroy()
  server.close()
})
beforeEach(() => {
  feed = new LiveReply()
})

/** Requests the stream on a new socket; nothing is read until the test does. */
function open(name: string, lastEventId = 0): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `GET /${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nLast-Event-ID: ${lastEventId}\r\n\r\n`,
  )
  return socket
}

/** Parses received bytes into complete events. */
class Received {
  text = ''
  id = 0
  isDone = false
  #head = ''
  readonly #parser = createParser({
    onEvent: ({ event, id, data }) => {
      this.id = Number(id)
      if (event === 'token') this.text += JSON.parse(data).token
      else this.isDone = true
    },
  })
  // Chunk sizes are on separate lines, and each event is one chunk.
  readonly #decoder = new TextDecoder()

  constructor(text = '') {
    this.text = text
  }

  take(bytes: Buffer): void {
    this.#head += this.#decoder.decode(bytes, { stream: true })
    this.#head = this.#head.replace(/^HTTP[\s\S]*?\r\n\r\n/, '')
    for (;;) {
      const size = /^([\da-f]+)\r\n/.exec(this.#head)
      const length = Number.parseInt(size?.[1] ?? '', 16)
      const start = size?.[0].length ?? 0
      // The texts of this test are ASCII, so that bytes equal characters.
      if (!size || this.#head.length < start + length + 2) return
      this.#parser.feed(this.#head.slice(start, start + length))
      this.#head = this.#head.slice(start + length + 2)
    }
  }
}

function readAll(socket: Socket, received: Received): Promise<unknown> {
  socket.on('data', (bytes) => received.take(bytes)).resume()
  return once(socket, 'close')
}

/**
 * Grows the reply until the system accepts no more bytes for the watched readers, and some megabytes beyond.
 * Answers the maximum buffered for one of them.
 */
async function growPast(watched: string[]): Promise<number> {
  const streams = watched.flatMap((name) => serving.get(name) ?? [])
  let most = 0
  for (let piece = 0, blocked = 0; blocked < 30; piece += 1) {
    feed.append(`${piece} `.padStart(8, '.').repeat(7_500))
    await nextTurn()
    for (const { writableLength } of streams) most = Math.max(most, writableLength)
    if (streams.every((stream) => stream.writableLength > 0 || stream.destroyed)) blocked += 1
  }
  return most
}

/** A stream into memory that only accepts what `take` reads. */
async function openStill() {
  const waiting: (() => void)[] = []
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, taken) => waiting.push(taken) })
  const incoming = new IncomingMessage(socket as Socket)
  const outgoing = new ServerResponse(incoming)
  outgoing.assignSocket(socket as Socket)
  // As Node's HTTP server does.
  socket.on('drain', () => outgoing.emit('drain'))
  await still.request('/still', {}, { incoming, outgoing })
  const take = async () => {
    let drained = false
    outgoing.once('drain', () => {
      drained = true
    })
    while (!drained) {
      waiting.shift()?.()
      await nextTurn()
    }
  }
  return { outgoing, take }
}

describe('F36 slow and dead readers', () => {
  test('buffer at most 256 kB, are cut, do not affect others, and lose nothing on reconnect', async () => {
    const [fast, stuck, slow] = [open('fast'), open('stuck'), open('slow')]
    const whole = new Received()
    const fastClosed = readAll(fast, whole)
    // Reads a byte now and then; the other socket is never read.
    const head: Buffer[] = []
    const crawl = setInterval(() => {
      const byte: Buffer | null = slow.read(1)
      if (byte) head.push(byte)
    }, 50)
    await expect
      .poll(() => [...serving.keys()].sort(), { timeout: 20_000 })
      .toEqual(['fast', 'slow', 'stuck'])

    const most = await growPast(['stuck', 'slow'])
    expect(most).toBeLessThan(BUFFER_MAX)
    await expect.poll(() => whole.text.length, { timeout: 20_000 }).toBe(feed.text.length)
    for (const name of ['stuck', 'slow']) {
      await expect.poll(() => serving.get(name)?.destroyed, { timeout: 20_000 }).toBe(true)
    }
    expect(serving.get('fast')?.destroyed).toBe(false)
    clearInterval(crawl)

    for (const [socket, first] of [
      [stuck, []],
      [slow, head],
    ] as const) {
      const before = new Received()
      for (const byte of first) before.take(byte)
      await readAll(socket, before)
      expect(before.isDone).toBe(false)
      expect(before.text.length).toBeLessThan(feed.text.length)
      const after = new Received(before.text)
      const closed = readAll(open('again', before.id), after)
      await expect.poll(() => after.text.length, { timeout: 20_000 }).toBe(feed.text.length)
      expect(after.text === feed.text).toBe(true)
      serving.get('again')?.destroy()
      await closed
    }

    feed.finish(DONE)
    await fastClosed
    expect(whole.isDone).toBe(true)
    expect(whole.text === feed.text).toBe(true)
    expect(feed.hasReaders).toBe(false)
  }, 60_000)

  test('a long existing text is sent in pieces, without split characters', async () => {
    feed.append('🎭'.repeat(100_000))
    feed.append('x')
    feed.finish(DONE)
    const { port } = server.address() as AddressInfo
    const events: { id: number; token: string }[] = []
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (event === 'token') events.push({ id: Number(id), token: JSON.parse(data).token })
      },
    })
    parser.feed(await (await fetch(`http://127.0.0.1:${port}/long`)).text())
    let length = 0
    for (const { id, token } of events) {
      length += token.length
      expect(id).toBe(length)
      expect(token.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(token)).toBeLessThan(BUFFER_MAX)
    }
    expect(events.map(({ token }) => token).join('') === feed.text).toBe(true)
  })

  test('are cut at the second heartbeat without progress; a slow reader is not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { outgoing, take } = await openStill()
      const more = async () => {
        feed.append('x'.repeat(100_000))
        await nextTurn()
      }
      for (let beat = 0; beat < 6; beat += 1) {
        await more()
        vi.advanceTimersByTime(15_000)
        expect(outgoing.destroyed).toBe(false)
        await take()
      }
      await more()
      vi.advanceTimersByTime(15_000)
      expect(outgoing.destroyed).toBe(false)
      vi.advanceTimersByTime(15_000)
      expect(outgoing.destroyed).toBe(true)
      await nextTurn()
      expect(feed.hasReaders).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('are cut also when only the end is pending', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { outgoing } = await openStill()
      feed.append('x')
      feed.finish(DONE)
      await nextTurn()
      expect(outgoing.writableEnded).toBe(true)
      vi.advanceTimersByTime(15_000)
      await nextTurn()
      expect(outgoing.destroyed).toBe(false)
      vi.advanceTimersByTime(15_000)
      expect(outgoing.destroyed).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('A61 an event is written once, not per reader', async () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  try {
    const names = Array.from({ length: 20 }, (_, index) => `reader${index}`)
    const received = names.map(() => new Received())
    for (const [index, name] of names.entries()) void readAll(open(name), received[index] ?? new Received())
    await expect.poll(() => names.filter((name) => serving.has(name)).length).toBe(names.length)
    stringify.mockClear()
    for (let piece = 0; piece < 50; piece += 1) {
      feed.append(`pedaco ${piece} `)
      await nextTurn()
    }
    const written = stringify.mock.calls.filter(([data]) => 'token' in Object(data)).length
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThanOrEqual(50)
    feed.finish(DONE)
    await expect.poll(() => received.every(({ isDone }) => isDone)).toBe(true)
    expect(new Set(received.map(({ text }) => text))).toEqual(new Set([feed.text]))
  } finally {
    stringify.mockRestore()
  }
})
