import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

const HEARTBEAT_MS = 15_000
/** Longest text of one event, in UTF-16 code units: with the socket's own buffer, less than 256 kB wait for a reader. */
const EVENT_LENGTH = 40_000

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies must pass each token on as it comes.
  'X-Accel-Buffering': 'no',
  Connection: 'keep-alive',
}

/** A text that grows until it has an end. */
type Feed<End> = {
  readonly text: string
  readonly end: End | undefined
  /** Its readers have to come again: the stream closes without a terminal event. */
  readonly isCut: boolean
  subscribe(listener: () => void): () => void
}

type Terminal = { event: 'done' | 'error'; data: unknown }

type FeedStream<End> = {
  feed: Feed<End>
  /** How much of the text, in UTF-16 code units, the reader has already; may be more than the feed has yet. */
  after: number
  headers: Record<string, string>
  toTerminal(end: End): Terminal
  /** Between two signs of life; 15 s unless told. */
  heartbeatMs?: number
}

/**
 * Streams a feed as `token` events and one terminal event, each with the text's length as its id. Written to the
 * socket itself: what the reader has not taken yet is never queued here, it is cut from the feed once the socket
 * drains, so a slow reader costs nothing and misses nothing.
 */
export function streamFeed<End>(c: Context<AppEnv>, stream: FeedStream<End>): Response {
  const { outgoing } = c.env
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...HEADERS, ...stream.headers })
  // Whoever left while the reply was being prepared has closed the socket before anybody could listen for it.
  if (outgoing.destroyed || outgoing.closed) return RESPONSE_ALREADY_SENT
  outgoing.writeHead(200, {
    ...HEADERS,
    ...c.var.rawHeaders,
    'X-Request-Id': c.var.requestId,
    ...stream.headers,
  })
  outgoing.flushHeaders()
  pump(outgoing, stream)
  return RESPONSE_ALREADY_SENT
}

let open = 0

/** How many event streams of this process are open right now. */
export const openStreams = (): number => open

function pump<End>(outgoing: ServerResponse, stream: FeedStream<End>): void {
  const { feed, after, toTerminal, heartbeatMs = HEARTBEAT_MS } = stream
  let offset = after
  let isBlocked = false
  let beatsBlocked = 0

  const push = () => {
    if (outgoing.writableEnded || outgoing.destroyed) return
    while (!isBlocked && feed.text.length > offset) {
      const token = pieceOf(feed.text, offset)
      offset += token.length
      const data = JSON.stringify({ token, timestamp: new Date().toISOString() })
      isBlocked = !outgoing.write(`id: ${offset}\nevent: token\ndata: ${data}\n\n`)
    }
    if (feed.isCut) return void outgoing.end()
    if (isBlocked || feed.end === undefined) return
    const { event, data } = toTerminal(feed.end)
    outgoing.end(`id: ${feed.text.length}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  open += 1
  const unsubscribe = feed.subscribe(push)
  const heartbeat = setInterval(() => {
    const isWaiting = isBlocked || outgoing.writableEnded
    beatsBlocked = isWaiting ? beatsBlocked + 1 : 0
    // Two heartbeats without taking a byte: the reader is gone or stuck, and can come back for the rest.
    if (beatsBlocked >= 2) outgoing.destroy()
    else if (!isWaiting) isBlocked = !outgoing.write(': ainda aqui\n\n')
  }, heartbeatMs)

  outgoing.on('drain', () => {
    isBlocked = false
    beatsBlocked = 0
    push()
  })
  outgoing.on('close', () => {
    open -= 1
    clearInterval(heartbeat)
    unsubscribe()
  })
  outgoing.on('error', () => outgoing.destroy())
  push()
}

/** What follows `offset`, as much as one event holds, never up to half a character. */
function pieceOf(text: string, offset: number): string {
  if (text.length - offset <= EVENT_LENGTH) return text.slice(offset)
  const last = text.charCodeAt(offset + EVENT_LENGTH - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(offset, offset + EVENT_LENGTH - (isHalf ? 1 : 0))
}
