import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string; text: string }

/** A socket to a server, connected. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** All that comes until the server closes; a reset ends it too. */
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

/** Sends these bytes as they are, over a socket of their own; status 0 when nothing came back. */
export async function sendRaw(baseUrl: string, bytes: string): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl)
  const answer = readToEnd(socket)
  socket.write(bytes)
  return parseAnswer(await answer)
}

/** A request as bytes, with its target unchanged by any client. A body goes in one chunk, without a length. */
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
