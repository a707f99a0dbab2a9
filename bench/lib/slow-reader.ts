import { connect, type Socket } from 'node:net'

const BYTE_EVERY_MS = 1_000

/** A reader that reads one byte a second, with a buffer of one byte. A POST if there is a body. */
export class SlowReader {
  /** Resolves when the connection has ended, on either side. */
  readonly closed: Promise<void>
  readonly #socket: Socket

  constructor(url: string, headers: Record<string, string>, body?: unknown) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    const { port, host, pathname } = new URL(url)
    const json = body === undefined ? '' : JSON.stringify(body)
    this.#socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      // A buffer of one byte; returning false pauses the socket.
      onread: { buffer: Buffer.alloc(1), callback: () => false },
    })
    this.#socket.on('error', () => undefined)
    const lines = Object.entries({
      ...headers,
      host,
      ...(json && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
    }).map(([name, value]) => `${name}: ${value}`)
    this.#socket.write(
      `${json ? 'POST' : 'GET'} ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${json}`,
    )
    const taking = setInterval(() => this.#socket.resume(), BYTE_EVERY_MS)
    this.#socket.on('close', () => {
      clearInterval(taking)
      resolve()
    })
  }

  leave(): void {
    this.#socket.destroy()
  }
}
