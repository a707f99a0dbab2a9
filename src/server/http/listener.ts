import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Logger } from 'pino'
import { ERROR_STATUS } from '#shared/envelope.ts'
import { AppError, failureOf } from './errors.ts'
import { rawSecurityHeaders } from './security-headers.ts'

type Timeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number }

/**
 * Milliseconds for the headers and for the whole request to arrive, and between checks for slow connections.
 */
const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

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
  timeouts: Timeouts = TIMEOUTS,
): Server {
  const answer = getRequestListener(fetch, {
    // Errors that the application handles itself do not reach this handler.
    errorHandler: (error) => {
      const isOurs = !(error instanceof RequestError)
      if (isOurs) log.error({ err: error }, 'request failed')
      const failure = isOurs ? fault() : malformed()
      return Response.json(failureOf(failure), { status: ERROR_STATUS[failure.code], headers: HEADERS })
    },
  })
  // Responses in progress by socket; several when the client pipelines requests.
  const openResponses = new WeakMap<Duplex, Set<ServerResponse>>()
  const options = { ...timeouts, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }
  const server = createServer(options, (incoming, outgoing) => {
    const responses = openResponses.get(incoming.socket) ?? new Set()
    openResponses.set(incoming.socket, responses.add(outgoing))
    outgoing.once('close', () => responses.delete(outgoing))
    void answer(incoming, outgoing)
  })
  // Without this listener Node answers an unknown `Expect` header with 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // Writing into a response that has begun would corrupt it.
    const hasBegun = [...(openResponses.get(socket) ?? [])].some(({ headersSent }) => headersSent)
    if (socket.writable && !hasBegun) socket.write(refusal(error.code))
    socket.destroy()
  })
  return server
}

const fault = () => new AppError('INTERNAL_ERROR', 'Algo deu errado do nosso lado.')
const malformed = () => new AppError('VALIDATION_ERROR', 'A requisição não está bem formada.')

function refusalOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
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
