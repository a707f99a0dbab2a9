import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { LIMITS } from '#shared/limits.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 3_000

/**
 * `refused`: the address is not allowed. `unreachable`: no image, for any reason, so that the result reveals
 * nothing about internal networks. `too-large`: over the limit.
 */
export class RemoteImageError extends Error {
  readonly reason: 'refused' | 'unreachable' | 'too-large'

  constructor(reason: RemoteImageError['reason']) {
    super(`remote image: ${reason}`)
    this.name = 'RemoteImageError'
    this.reason = reason
  }
}

/** Replaces DNS, destination and certificate authorities in tests. */
type RemoteSettings = {
  resolve?: (hostname: string) => Promise<LookupAddress[]>
  /** Redirects a connection after its address was found to be public. */
  dial?: (address: string) => { address: string; port: number }
  ca?: string
  timeoutMs?: number
}

/**
 * Fetches an https address given by a user (RELIABILITY A33): resolves the name once, requires public
 * addresses only and connects to one of them; follows no redirect; at most 3 seconds and 5 MB. The caller
 * decodes the bytes.
 * @throws {RemoteImageError}, or the signal's reason.
 */
export type FetchRemoteImage = (address: string, options?: { signal?: AbortSignal }) => Promise<Uint8Array>

/** Creates the fetch function; `settings` are for tests. */
export const createRemoteImages =
  (settings: RemoteSettings = {}): FetchRemoteImage =>
  async (address, { signal } = {}) => {
    const url = readAddress(address)
    const timeout = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const addresses = await resolvePublic(url.hostname, ends, settings)
      return await read(await request(url, addresses, ends, settings))
    } catch (error) {
      signal?.throwIfAborted()
      throw error instanceof RemoteImageError ? error : new RemoteImageError('unreachable')
    }
  }

function readAddress(address: string): URL {
  if (!URL.canParse(address)) throw new RemoteImageError('refused')
  const url = new URL(address)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  if (!isPlain || url.hostname === '') throw new RemoteImageError('refused')
  return url
}

/** All addresses of a host, which must all be public. */
async function resolvePublic(
  hostname: string,
  signal: AbortSignal,
  { resolve = (name) => lookup(name, { all: true, verbatim: true }) }: RemoteSettings,
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await orAborted(resolve(hostname), signal)
  if (addresses.length === 0) throw new RemoteImageError('unreachable')
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    // Must not reveal which names exist in the internal network.
    throw new RemoteImageError(family ? 'refused' : 'unreachable')
  }
  return addresses
}

/** A DNS lookup cannot be cancelled; its result is ignored. */
function orAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    pending.then(resolve, reject)
  })
}

function request(
  url: URL,
  addresses: LookupAddress[],
  signal: AbortSignal,
  { dial, ca }: RemoteSettings,
): Promise<IncomingMessage> {
  const [first] = addresses
  const place = first && dial?.(first.address)
  const known = place ? [{ address: place.address, family: isIP(place.address) }] : addresses
  const options: RequestOptions = {
    method: 'GET',
    // A new socket, because a pooled one could be reused for another name.
    agent: false,
    signal,
    headers: { Accept: 'image/webp,image/png,image/jpeg', 'Accept-Encoding': 'identity' },
    lookup: toKnown(known),
    ...(ca !== undefined && { ca }),
    ...(place && { port: place.port }),
  }
  return new Promise((resolve, reject) => {
    https.request(url, options, resolve).on('error', reject).end()
  })
}

/** Answers the socket's DNS lookup with the checked addresses, so that DNS rebinding has no effect. */
const toKnown =
  (addresses: LookupAddress[]): NonNullable<RequestOptions['lookup']> =>
  (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

async function read(response: IncomingMessage): Promise<Uint8Array> {
  try {
    // Also refuses redirects, a common way into internal networks.
    if (response.statusCode !== 200) throw new RemoteImageError('unreachable')
    if (Number(response.headers['content-length']) > LIMITS.uploadBytes)
      throw new RemoteImageError('too-large')
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > LIMITS.uploadBytes) throw new RemoteImageError('too-large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}
