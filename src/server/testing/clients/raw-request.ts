import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string; text: string }

/** A connected socket to a server. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Everything received until the server closes or resets. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n'), text }
}

/** Sends raw bytes over a new socket; status 0 without a response. */
export async function sendRaw(baseUrl: string, bytes: string): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl)
  const answer = readToEnd(socket)
  socket.write(bytes)
  return parseAnswer(await answer)
}

/** A request as bytes, with an unnormalised target. A body is sent as one chunk, without Content-Length. */
export function requestText(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const chunked = body !== undefined && {
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  }
  const all = { Host: 'localhost', Connection: 'close', ...chunked, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const chunk = body ? `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n` : ''
  const end = body === undefined ? '' : '0\r\n\r\n'
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${chunk}${end}`
}
