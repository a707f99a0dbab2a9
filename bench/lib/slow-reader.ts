import { connect, type Socket } from 'node:net'

const BYTE_EVERY_MS = 1_000

/** A reader that takes a byte a second of the answer, and has room for no more. A POST where there is a body. */
export class SlowReader {
  /** Resolves when the connection is gone, whoever ended it. */
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
      // One byte is all there is room for; false says no more for now.
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
