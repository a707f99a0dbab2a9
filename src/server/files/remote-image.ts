import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { LIMITS } from '#shared/limits.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 3_000

/**
 * Why nothing came: an address that is never asked, one that gave no image (whatever the reason, so that nobody learns
 * from it what there is inside), or more than is taken.
 */
export class RemoteImageError extends Error {
  readonly reason: 'refused' | 'unreachable' | 'too-large'

  constructor(reason: RemoteImageError['reason']) {
    super(`remote image: ${reason}`)
    this.name = 'RemoteImageError'
    this.reason = reason
  }
}

/** Where it is asked, in the place of the open internet's names, port and authorities; for tests. */
type RemoteSettings = {
  resolve?: (hostname: string) => Promise<LookupAddress[]>
  /** Where the socket goes that was meant for this address, once that was found public. */
  dial?: (address: string) => { address: string; port: number }
  ca?: string
  timeoutMs?: number
}

/**
 * The bytes behind an https address that somebody wrote (RELIABILITY A33). The name is resolved once, every address of it
 * has to be public, and the socket goes to one of those; no redirect is followed; 3 seconds and 5 MB are all it gets.
 * What they are is for whoever decodes them to say.
 * @throws {RemoteImageError}, or the signal's reason.
 */
export type FetchRemoteImage = (address: string, options?: { signal?: AbortSignal }) => Promise<Uint8Array>

/** Fetches of remote images; the settings are for tests. */
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

/** Every address of a host, of which none may be anything but public. */
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
    // Nobody is to learn which names mean something inside.
    throw new RemoteImageError(family ? 'refused' : 'unreachable')
  }
  return addresses
}

/** A lookup can't be taken back: it is left to itself. */
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
    // A socket of its own: none is kept that another name could come to use.
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

/** What the socket takes for a look-up: the addresses that were found, whatever the name says by now. */
const toKnown =
  (addresses: LookupAddress[]): NonNullable<RequestOptions['lookup']> =>
  (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

async function read(response: IncomingMessage): Promise<Uint8Array> {
  try {
    // Redirects among them: they are the usual way inside.
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
