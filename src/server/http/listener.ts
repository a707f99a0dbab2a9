import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Logger } from 'pino'
import { ERROR_STATUS } from '#shared/envelope.ts'
import { AppError, failureOf } from './errors.ts'
import { closeGently, discardRest } from './lingering-close.ts'
import { OpenResponses } from './open-responses.ts'
import { rawSecurityHeaders } from './security-headers.ts'

type Timeouts = {
  headersTimeout: number
  requestTimeout: number
  connectionsCheckingInterval: number
  bodyWindow: number
  readerTimeout: number
}

/**
 * Milliseconds for the headers to arrive, for the whole request, between checks for slow connections, in which a body
 * brings at least {@link BODY_BYTES_A_SECOND}, and until a client is cut that takes no byte of an answer. The largest
 * upload takes eleven minutes at that rate.
 */
const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 5_000,
  bodyWindow: 30_000,
  readerTimeout: 60_000,
}

/** A quarter of the slowest connection that is served, of 0.5 Mbit/s: a body may stall for most of a window. */
const BODY_BYTES_A_SECOND = 16 * 1024

/**
 * Longer than the idle timeout of common proxies, so that the proxy closes first and sends no request into a
 * closing socket.
 */
const KEEP_ALIVE_MS = 65_000

const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  ...rawSecurityHeaders(false),
}

/**
 * Creates the HTTP server. Requests that Node or its adapter refuse before the application runs (malformed,
 * invalid Host, oversized headers, too slow) get the failure envelope too. `timeouts` are milliseconds.
 */
export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  log: Logger,
  timeouts: Partial<Timeouts> = {},
): Server {
  const answer = getRequestListener(fetch, {
    // The adapter would reset a client that still sends after half a second.
    autoCleanupIncoming: false,
    // Errors that the application handles itself do not reach this handler.
    errorHandler: (error) => {
      const isOurs = !(error instanceof RequestError)
      if (isOurs) log.error({ err: error }, 'request failed')
      const failure = isOurs ? fault() : malformed()
      return Response.json(failureOf(failure), { status: ERROR_STATUS[failure.code], headers: HEADERS })
    },
  })
  const { bodyWindow, readerTimeout, ...ofNode } = { ...TIMEOUTS, ...timeouts }
  const options = { ...ofNode, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }
  const open = new OpenResponses()
  const closing = new WeakSet<Socket>()
  const server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming
    // A request behind one whose body was refused; its response could not be sent.
    if (closing.has(socket)) return
    open.add(socket, outgoing)
    if (announcesBody(incoming)) {
      watchBody(incoming, bodyWindow, () => refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT'))
      // Before Node's own listener, which closes the socket.
      outgoing.prependOnceListener('finish', () => {
        if (incoming.complete || socket.destroyed) return
        closing.add(socket)
        discardRest(incoming)
      })
    }
    void answer(incoming, outgoing)
  })
  const refuse = (socket: Socket, code: string | undefined) => {
    // Node reports each further chunk of a request that its parser has refused.
    if (closing.has(socket)) return
    closing.add(socket)
    // Writing into a response that has begun would corrupt it.
    const hasBegun = open.of(socket).some(({ headersSent }) => headersSent)
    if (socket.writable && !hasBegun) socket.write(refusal(code))
    if (isOverflow(code) && !hasBegun) closeGently(socket)
    else socket.destroy()
  }
  const sweep = setInterval(() => open.cutStuck(readerTimeout), ofNode.connectionsCheckingInterval).unref()
  server.once('close', () => clearInterval(sweep))
  // Without this listener Node answers an unknown `Expect` header with 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.on('clientError', (error: Error & { code?: string }, socket) => refuse(socket as Socket, error.code))
  return server
}

const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Calls `cut` when a window of a body, in milliseconds, brings too few bytes. */
function watchBody(incoming: IncomingMessage, windowMs: number, cut: () => void): void {
  const { socket } = incoming
  let seen = socket.bytesRead
  const watch = setInterval(() => {
    const arrived = socket.bytesRead - seen
    seen = socket.bytesRead
    // With a full buffer the server reads too slowly, not the client.
    const isFull = incoming.readableLength >= incoming.readableHighWaterMark
    if (incoming.complete) clearInterval(watch)
    else if (!isFull && arrived < (BODY_BYTES_A_SECOND * windowMs) / 1_000) cut()
  }, windowMs).unref()
  incoming.once('close', () => clearInterval(watch))
}

const isOverflow = (code: string | undefined) =>
  code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW'

const fault = () => new AppError('INTERNAL_ERROR', 'Algo deu errado do nosso lado.')
const malformed = () => new AppError('VALIDATION_ERROR', 'A requisição não está bem formada.')

function refusalOf(code: string | undefined): AppError {
  if (isOverflow(code)) {
    return new AppError('PAYLOAD_TOO_LARGE', 'Os cabeçalhos da requisição são grandes demais.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('VALIDATION_ERROR', 'A requisição demorou demais para chegar.')
  }
  return malformed()
}

function refusal(code: string | undefined): string {
  const error = refusalOf(code)
  const status = ERROR_STATUS[error.code]
  const body = JSON.stringify(failureOf(error))
  const headers = { ...HEADERS, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
