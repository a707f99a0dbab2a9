import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between browser and server; after `deploy` it serves a different build. */
export type ChangedBuild = { url: string; deploy(): void; close(): Promise<void> }

/** A different build: every script's name has another hash, in all references too. */
const SCRIPT = /(-[\w-]{7})\.js\b/g
const NEW_END = '.nova.js'

/** Forwards to the server at `origin` until `deploy()` is called. */
export async function startChangedBuild(origin: string): Promise<ChangedBuild> {
  let isDeployed = false
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Another build has other entity tags and times; the server behind this proxy still has the first one's.
    const { 'if-none-match': _, 'if-modified-since': __, ...headers } = incoming.headers
    const { method, url = '' } = incoming
    const path = url.replace(NEW_END, '.js')
    const own = { host: new URL(origin).host, ...(headers.origin && { origin }) }
    const upstream = request(origin + path, {
      method,
      headers: { ...headers, ...own, 'accept-encoding': 'identity' },
    })
    upstream.on('error', () => outgoing.destroy())
    upstream.on('response', (answer) => {
      const isText = /^text\/(html|javascript)/.test(answer.headers['content-type'] ?? '')
      if (isDeployed && isText) return void rewrite(answer, outgoing)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    outgoing.on('close', () => upstream.destroy())
    incoming.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  }
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy() {
      isDeployed = true
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function rewrite(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  outgoing.end(Buffer.concat(chunks).toString('utf8').replaceAll(SCRIPT, `$1${NEW_END}`))
}
