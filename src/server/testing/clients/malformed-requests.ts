import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'

/** The bytes that a client writes, piece by piece, and how it disconnects. */
export type RawRequest = { pieces: Buffer[]; leave: 'wait' | 'half-close' | 'reset' }

type Account = { host: string; cookie: string; chatId: string }

type Request = { line: string; headers: string; body?: string }

/** Valid requests to mutate: a sign-in, a send, a stream, a page. */
function validRequests({ host, cookie, chatId }: Account): Request[] {
  const headers = `Host: ${host}\r\nOrigin: http://${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
  const post = (path: string, body: string): Request => ({
    line: `POST ${path} HTTP/1.1`,
    headers: `${headers}Content-Type: application/json\r\n`,
    body,
  })
  return [
    post('/api/auth/sign-in/email', '{"email":"ana@exemplo.com.br","password":"senha-segura-1"}'),
    post('/api/v1/chats', `{"agentId":"${chatId}"}`),
    post(`/api/v1/chats/${chatId}/messages`, `{"id":"${chatId}","content":"Olá"}`),
    post(`/api/v1/chats/${chatId}/stop`, ''),
    { line: `GET /api/v1/chats/${chatId}/stream HTTP/1.1`, headers: `${headers}Last-Event-ID: 3\r\n` },
    { line: 'GET /api/v1/chats?limit=2&search=ol%C3%A1 HTTP/1.1', headers },
    { line: 'GET /index.html HTTP/1.1', headers },
  ]
}

/** Requests known to have broken some server. */
export function hostileRequests(account: Account): RawRequest[] {
  const { host, cookie } = account
  const head = `Host: ${host}\r\nOrigin: http://${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
  const post = (headers: string, body = '') =>
    `POST /api/v1/chats HTTP/1.1\r\n${head}${headers}\r\n\r\n${body}`
  const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`
  const deep = '['.repeat(20_000)
  const texts = [
    '\r\n\r\n\r\n',
    'GET',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n\r\n',
    'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `TRACE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    get('http://[::1/'),
    get('http://user:word@elsewhere/%00'),
    get('//'),
    get('/%'),
    get('/%c0%af..%c0%afetc/passwd'),
    get('/api/v1/chats/%ff/messages'),
    get('/api/v1/chats?limit=%'),
    get(`/${'a/'.repeat(6_000)}`),
    get('/', `X-Long: ${'x'.repeat(20_000)}\r\n`),
    get('/', 'X-Many: 1\r\n'.repeat(3_000)),
    get('/', 'Host: elsewhere\r\n'),
    get('/', 'X-Null: a\0b\r\n'),
    get('/', ' folded: line\r\n'),
    get('/', 'No colon\r\n'),
    get('/', 'Cookie: %E0%A4%A; =; ;;; elenco.session_token=%zz\r\n'),
    get('/', 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n'),
    get('/', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAAA\r\n'),
    get('/', 'Range: bytes=9-1,-\r\nIf-None-Match: "\r\nIf-Modified-Since: soon\r\n'),
    get('/', 'Expect: 200-maybe\r\n'),
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a b\\c\r\n\r\n',
    'GET / HTTP/1.1\nHost: x\n\n',
    'GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n',
    post('Content-Length: -1', '{}'),
    post('Content-Length: 1e3', '{}'),
    post('Content-Length: 99999999999999999999', '{}'),
    post('Content-Length: 2\r\nContent-Length: 3', '{}'),
    post('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    post('Content-Length: 100', '{"agentId":'),
    post('Content-Length: 2', '{}GET /api/health HTTP/1.1\r\n\r\n'),
    post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: chunked', 'ffffffffffffffff\r\n{}'),
    post('Transfer-Encoding: chunked', '2\r\n{}extra\r\n0\r\n\r\n'),
    post('Transfer-Encoding: chunked', '-2\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: chunked', '5\r\n{"a"'),
    post('Transfer-Encoding: chunked', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    post('Transfer-Encoding: chunked, identity', '2\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: gzip', '{}'),
    post('Expect: 100-continue\r\nContent-Length: 10', ''),
    post('Content-Encoding: gzip\r\nContent-Length: 2', '{}'),
    post(`Content-Length: ${deep.length}`, deep),
    post('Content-Length: 12', '{"__proto__"'),
  ]
  return [
    ...texts.map((text): RawRequest => ({ pieces: [Buffer.from(text, 'latin1')], leave: 'half-close' })),
    // A TLS handshake on a plain port.
    { pieces: [Buffer.from('16030100f8010000f40303', 'hex')], leave: 'wait' },
    { pieces: [Buffer.from(post('Content-Length: 6')), Buffer.from('ff00fec081c0', 'hex')], leave: 'wait' },
  ]
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const words = ['\r\n', '\0', '%', ':', '\r\n\r\n', '{', '"', '\\u', '\u2028', '1e999', 'null', '[[[[']
const change = fc.record({
  at: share,
  remove: fc.nat(8),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom(...words).map((it) => Buffer.from(it)),
  ),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function spoil(text: string, changes: Change[]): Buffer {
  return changes.reduce((bytes, { at, remove, put }) => {
    const place = Math.floor(at * bytes.length)
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + remove)])
  }, Buffer.from(text))
}

/**
 * Valid requests with bytes changed, removed or inserted, sometimes truncated, and then disconnected in some
 * way.
 */
export const malformedRequests = (account: Account): fc.Arbitrary<RawRequest> =>
  fc
    .record({
      request: fc.constantFrom(...validRequests(account)),
      place: fc.constantFrom('line', 'headers', 'body', 'all'),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
      length: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: share }),
      pieces: fc.integer({ min: 1, max: 4 }),
      leave: fc.constantFrom<RawRequest['leave'][]>('wait', 'wait', 'half-close', 'reset'),
    })
    .map(({ request, place, changes, length, pieces, leave }) => {
      const part = (name: string, text: string) => (place === name ? spoil(text, changes) : Buffer.from(text))
      // Content-Length is correct unless the header itself was mutated.
      const body = part('body', request.body ?? '')
      const size = request.body === undefined ? '' : `Content-Length: ${body.length}\r\n`
      const head = [part('line', request.line), Buffer.from('\r\n'), part('headers', request.headers + size)]
      const whole = Buffer.concat([...head, Buffer.from('\r\n'), body])
      const bytes = place === 'all' ? spoil(whole.toString('latin1'), changes) : whole
      const sent = bytes.subarray(0, Math.ceil(length * bytes.length))
      const step = Math.max(1, Math.ceil(sent.length / pieces))
      return {
        pieces: Array.from({ length: pieces }, (_, index) => sent.subarray(index * step, (index + 1) * step)),
        leave,
      }
    })

const PATIENCE_MS = 300

/** Writes a request and returns the response; empty for an unfinished request without one. */
export async function sendRaw(port: number, { pieces, leave }: RawRequest): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A server may close the connection while it refuses.
  socket.on('error', () => undefined)
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  }
  if (leave === 'half-close') socket.end()
  if (leave === 'reset') socket.resetAndDestroy()
  await Promise.race([closed, sleep(PATIENCE_MS)])
  socket.destroy()
  return answer
}

/** Connections that never finish a request: slow headers or bodies, or no bytes at all. */
export function slowConnections(port: number, count: number): { sockets: Socket[]; drip(): void } {
  const beginnings = [
    '',
    'GET / HTTP/1.1\r\nX-',
    'POST /api/v1/chats HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
  ]
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(beginnings[index % beginnings.length] ?? '')
    return socket
  })
  return { sockets, drip: () => sockets.forEach((socket) => void (socket.writable && socket.write('a'))) }
}
