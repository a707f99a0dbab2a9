import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

const HEARTBEAT_MS = 15_000

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies must pass each token on as it comes.
  'X-Accel-Buffering': 'no',
  Connection: 'keep-alive',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
}

/** A text that grows until it has an end. */
type Feed<End> = {
  readonly text: string
  readonly end: End | undefined
  subscribe(listener: () => void): () => void
}

type Terminal = { event: 'done' | 'error'; data: unknown }

type FeedStream<End> = {
  feed: Feed<End>
  /** How much of the text, in UTF-16 code units, the reader has already. */
  after: number
  headers: Record<string, string>
  toTerminal(end: End): Terminal
}

/**
 * Streams a feed as `token` events and one terminal event, each with the text's length as its id. Written to the
 * socket itself: what the reader has not taken yet is never queued here, it is cut from the feed once the socket
 * drains, so a slow reader costs nothing and misses nothing.
 */
export function streamFeed<End>(c: Context<AppEnv>, stream: FeedStream<End>): Response {
  const { outgoing } = c.env
  // Whoever left while the reply was being prepared has closed the socket before anybody could listen for it.
  if (outgoing.destroyed || outgoing.closed) return RESPONSE_ALREADY_SENT
  outgoing.writeHead(200, { ...HEADERS, 'X-Request-Id': c.var.requestId, ...stream.headers })
  outgoing.flushHeaders()
  pump(outgoing, stream)
  return RESPONSE_ALREADY_SENT
}

function pump<End>(outgoing: ServerResponse, { feed, after, toTerminal }: FeedStream<End>): void {
  let offset = Math.min(after, feed.text.length)
  let isBlocked = false
  let beatsBlocked = 0

  const push = () => {
    if (isBlocked || outgoing.writableEnded || outgoing.destroyed) return
    if (feed.text.length > offset) {
      const token = feed.text.slice(offset)
      offset = feed.text.length
      const data = JSON.stringify({ token, timestamp: new Date().toISOString() })
      isBlocked = !outgoing.write(`id: ${offset}\nevent: token\ndata: ${data}\n\n`)
    }
    if (feed.end === undefined) return
    const { event, data } = toTerminal(feed.end)
    outgoing.end(`id: ${offset}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  const unsubscribe = feed.subscribe(push)
  const heartbeat = setInterval(() => {
    beatsBlocked = isBlocked ? beatsBlocked + 1 : 0
    // Two heartbeats without taking a byte: the reader is gone or stuck, and can come back for the rest.
    if (beatsBlocked >= 2) outgoing.destroy()
    else if (!isBlocked) isBlocked = !outgoing.write(': ainda aqui\n\n')
  }, HEARTBEAT_MS)

  outgoing.on('drain', () => {
    isBlocked = false
    push()
  })
  outgoing.on('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })
  outgoing.on('error', () => outgoing.destroy())
  push()
}
