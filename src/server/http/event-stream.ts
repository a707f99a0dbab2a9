import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ReplyStep } from '#shared/contract/messages.ts'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'
import { PersonSlots } from './limits/person-slots.ts'

const HEARTBEAT_MS = 15_000
/** More than a browser's tabs need. Closing the oldest one instead would make its tab reconnect, and close the next. */
const STREAMS_PER_PERSON = 20
const RETRY_AFTER_SECONDS = 5
/**
 * Maximum length of one event, in UTF-16 code units. With the socket's buffer, less than 256 kB wait for one
 * reader.
 */
const EVENT_LENGTH = 40_000

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Turns off buffering in nginx and compatible proxies.
  'X-Accel-Buffering': 'no',
  Connection: 'keep-alive',
}

/** A growing text with steps and an end. */
type Feed<End> = {
  readonly text: string
  /** In order of their places; a step in another state is another object. */
  readonly steps: readonly ReplyStep[]
  readonly end: End | undefined
  /** The stream closes without a terminal event, and readers must reconnect. */
  readonly isCut: boolean
  subscribe(listener: () => void): () => void
}

type Terminal = { event: 'done' | 'error'; data: unknown }

type FeedStream<End> = {
  feed: Feed<End>
  /** Offset where the reader continues, in UTF-16 code units; may be beyond the current end of the feed. */
  after: number
  headers: Record<string, string>
  toTerminal(end: End): Terminal
  /** Calls `close` once the reader may no longer read; returns the function that ends this. */
  watchAccess?(close: () => void): () => void
  /** Counts among the user's streams. The stream of a call that starts a reply does not: the replies are counted. */
  isCounted?: boolean
  /** Interval of heartbeats, in milliseconds; 15,000 by default. */
  heartbeatMs?: number
}

/**
 * Streams a feed as `token` events, `tool` events in their places and one terminal event, with the text's length in
 * UTF-16 code units as event id. Writes to the socket directly and queues nothing: after a `drain`, the next event is cut from the
 * feed, so a slow reader costs no memory and loses no text.
 * @throws {AppError} RATE_LIMITED when the user has too many streams that are counted.
 */
export function streamFeed<End>(c: Context<AppEnv>, stream: FeedStream<End>): Response {
  const { outgoing } = c.env
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...HEADERS, ...stream.headers })
  // When the client disconnected during preparation, `close` has already fired and would never reach the
  // listeners below.
  if (outgoing.destroyed || outgoing.closed) return RESPONSE_ALREADY_SENT
  if (stream.isCounted) count(outgoing, c.var.user.id)
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

const streams = new PersonSlots({
  ...{ atOnce: STREAMS_PER_PERSON, waiting: 0, patienceMs: 0 },
  refusal: () =>
    new AppError(
      'RATE_LIMITED',
      'Há abas demais acompanhando respostas. Feche algumas, ou espere esta resposta terminar.',
      { retryAfter: RETRY_AFTER_SECONDS },
    ),
})

function count(outgoing: ServerResponse, userId: string): void {
  streams.enter(userId)
  outgoing.once('close', () => streams.leave(userId))
}

let open = 0

/** Number of open event streams in this process. */
export const openStreams = (): number => open

function pump<End>(outgoing: ServerResponse, stream: FeedStream<End>): void {
  const { feed, after, toTerminal, heartbeatMs = HEARTBEAT_MS } = stream
  const news = new StepNews(feed, after)
  let offset = after
  let isBlocked = false
  let blockedBeats = 0

  /** The next event, if there is one and the reader takes more. Text before the place of a step goes first. */
  const next = (): string | Buffer | undefined => {
    if (isBlocked) return undefined
    const step = news.next()
    if (step && step.at <= offset) {
      news.tell(step)
      return `id: ${offset}\nevent: tool\ndata: ${JSON.stringify(step)}\n\n`
    }
    if (feed.text.length <= offset) return undefined
    const { to, bytes } = frameAt(feed, offset, step?.at ?? feed.text.length)
    offset = to
    return bytes
  }
  const push = () => {
    if (outgoing.writableEnded || outgoing.destroyed) return
    for (let bytes = next(); bytes; bytes = next()) {
      isBlocked = !outgoing.write(bytes)
    }
    if (feed.isCut) return void outgoing.end()
    if (isBlocked || feed.end === undefined) return
    const { event, data } = toTerminal(feed.end)
    outgoing.end(`id: ${feed.text.length}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  open += 1
  const unsubscribe = feed.subscribe(push)
  const unwatch = stream.watchAccess?.(() => outgoing.end())
  const heartbeat = setInterval(() => {
    const isWaiting = isBlocked || outgoing.writableEnded
    blockedBeats = isWaiting ? blockedBeats + 1 : 0
    // No byte taken during two heartbeats: the reader is gone or stuck, and can resume from its last event
    // id.
    if (blockedBeats >= 2) outgoing.destroy()
    else if (!isWaiting) isBlocked = !outgoing.write(': ainda aqui\n\n')
  }, heartbeatMs)

  outgoing.on('drain', () => {
    isBlocked = false
    blockedBeats = 0
    push()
  })
  outgoing.on('close', () => {
    open -= 1
    clearInterval(heartbeat)
    unsubscribe()
    unwatch?.()
  })
  outgoing.on('error', () => outgoing.destroy())
  push()
}

/**
 * The states of steps that one reader does not have. A reader of `after` units has those before that place: a step
 * ends before the text goes on.
 */
class StepNews {
  readonly #feed: Pick<Feed<unknown>, 'steps'>
  readonly #after: number
  readonly #told = new Map<string, ReplyStep>()
  #known: readonly ReplyStep[] = []

  constructor(feed: Pick<Feed<unknown>, 'steps'>, after: number) {
    this.#feed = feed
    this.#after = after
  }

  /** The first step with news; costs nothing while the steps stay the same. */
  next(): ReplyStep | undefined {
    const { steps } = this.#feed
    if (steps === this.#known) return undefined
    const step = steps.find((it) => it.at >= this.#after && this.#told.get(it.id) !== it)
    if (!step) this.#known = steps
    return step
  }

  tell(step: ReplyStep): void {
    this.#told.set(step.id, step)
  }
}

type Frame = { from: number; to: number; bytes: Buffer }

/** The newest event of each feed, which its readers need one after the other. */
const frames = new WeakMap<object, Frame>()

/** The event that continues at `offset`, written once for all readers of a feed. The text only grows. */
function frameAt(feed: { readonly text: string }, offset: number, limit: number): Frame {
  const known = frames.get(feed)
  if (known?.from === offset && known.to <= limit) return known
  const token = pieceOf(feed.text, offset, limit)
  const to = offset + token.length
  const data = JSON.stringify({ token, timestamp: new Date().toISOString() })
  const frame = { from: offset, to, bytes: Buffer.from(`id: ${to}\nevent: token\ndata: ${data}\n\n`) }
  frames.set(feed, frame)
  return frame
}

/** The text from `offset` to `limit`, at most one event long, without splitting a surrogate pair. */
function pieceOf(text: string, offset: number, limit: number): string {
  if (limit - offset <= EVENT_LENGTH) return text.slice(offset, limit)
  const last = text.charCodeAt(offset + EVENT_LENGTH - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(offset, offset + EVENT_LENGTH - (isHalf ? 1 : 0))
}
