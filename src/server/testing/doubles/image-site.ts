import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import type { RemoteSettings } from '../../files/remote-fetch.ts'
import { createRemoteImages, type FetchRemoteImage } from '../../files/remote-image.ts'
import { createRemotePages, type FetchRemotePage } from '../../files/remote-page.ts'
import { selfSigned } from './certificate.ts'

/** Host name of {@link ImageSite}; its subdomains resolve too. */
export const SITE = 'exemplo.com.br'
/** Its public address in the simulated DNS. */
export const PUBLIC_ADDRESS = '93.184.215.14'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

type FetchOptions = { timeoutMs?: number; isTrusted?: boolean }

export type ImageSite = {
  port: number
  cert: string
  /** Number of sockets opened to it, including failed ones. */
  connections: number
  /** Requested paths, in order. */
  requests: string[]
  /** Resolved names and socket addresses, in order. */
  lookups: string[]
  dials: string[]
  /** Sets the response of a path; 404 by default. */
  serve(path: string, answer: Answer | Uint8Array): void
  /** Sets the addresses of a name; with several lists, one per lookup, the last one repeats. */
  name(host: string, ...addresses: string[][]): void
  /** The server's fetcher, with this site as the whole internet. */
  fetcher(options?: FetchOptions): FetchRemoteImage
  /** The same for pages. */
  pages(options?: FetchOptions): FetchRemotePage
  close(): Promise<void>
}

/** An HTTPS site on 127.0.0.1 with a simulated DNS, in which every name and address leads to it. */
export async function startImageSite(): Promise<ImageSite> {
  const { key, cert } = selfSigned(SITE, `*.${SITE}`)
  const answers = new Map<string, Answer>()
  const names = new Map<string, string[][]>()
  const server = createServer({ key, cert }, (request, response) => {
    site.requests.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  server.on('connection', () => {
    site.connections += 1
  })
  // Some tests disconnect during the handshake.
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const resolve = async (host: string): Promise<LookupAddress[]> => {
    site.lookups.push(host)
    const lists = names.get(host) ?? [[PUBLIC_ADDRESS]]
    const addresses = (lists.length > 1 ? lists.shift() : lists[0]) ?? []
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  const settingsOf = ({ timeoutMs, isTrusted = true }: FetchOptions = {}): RemoteSettings => ({
    resolve,
    dial: (address) => {
      site.dials.push(address)
      return { address: '127.0.0.1', port: site.port }
    },
    ...(isTrusted && { ca: cert }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

  const site: ImageSite = {
    port: (server.address() as AddressInfo).port,
    cert,
    connections: 0,
    requests: [],
    lookups: [],
    dials: [],
    serve: (path, answer) => {
      answers.set(path, typeof answer === 'function' ? answer : (_request, response) => response.end(answer))
    },
    name: (host, ...addresses) => {
      names.set(host, addresses)
    },
    fetcher: (options) => createRemoteImages(settingsOf(options)),
    pages: (options) => createRemotePages(settingsOf(options)),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return site
}
