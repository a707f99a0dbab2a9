import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

export type ByteProxy = {
  url: string /** Event streams that went through it. */
  streams: number
  close(): Promise<void>
}

/** A browser's proxy on 127.0.0.1 that forwards event streams byte by byte, and everything else unchanged. */
export async function startByteProxy(): Promise<ByteProxy> {
  const server = createServer((incoming, outgoing) => {
    incoming.on('error', () => outgoing.destroy())
    const { method, headers, url = '' } = incoming
    const upstream = request(url, { method, headers })
    upstream.on('error', () => outgoing.destroy())
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!answer.headers['content-type']?.startsWith('text/event-stream')) return void answer.pipe(outgoing)
      proxy.streams += 1
      writeBytes(answer, outgoing).catch(() => outgoing.destroy())
    })
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: ByteProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams: 0,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return proxy
}

async function writeBytes(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.socket?.setNoDelay(true)
  outgoing.flushHeaders()
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    for (const byte of bytes) {
      outgoing.write(Uint8Array.of(byte))
      await nextTurn()
    }
  }
  outgoing.end()
}
