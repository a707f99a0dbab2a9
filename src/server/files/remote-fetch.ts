import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * `refused`: the address is not allowed. `unreachable`: no file, for any reason, so that the result reveals
 * nothing about internal networks. `too-large`: over the limit.
 */
export class RemoteError extends Error {
  readonly reason: 'refused' | 'unreachable' | 'too-large'

  constructor(reason: RemoteError['reason']) {
    super(`remote file: ${reason}`)
    this.name = 'RemoteError'
    this.reason = reason
  }
}

export type RemoteRules = {
  accept: string
  maxBytes: number
  /** For all redirects and the whole body. */
  timeoutMs: number
  /** Redirects that are followed, each under the rules of the first address. */
  redirects: number
}

/** `type` is the Content-Type header, which the sender chooses. */
export type RemoteFile = { bytes: Uint8Array; type: string }

/** Replaces DNS, destination and certificate authorities in tests. */
export type RemoteSettings = {
  resolve?: (hostname: string) => Promise<LookupAddress[]>
  /** Redirects a connection after its address was found to be public. */
  dial?: (address: string) => { address: string; port: number }
  ca?: string
  timeoutMs?: number
}

/**
 * Fetches an https address given by a user (RELIABILITY A33): resolves each name once, requires public
 * addresses only and connects to one of them. The caller decodes the bytes.
 * @throws {RemoteError}, or the signal's reason.
 */
export async function fetchRemote(
  address: string,
  rules: RemoteRules,
  { settings = {}, signal }: { settings?: RemoteSettings; signal?: AbortSignal | undefined } = {},
): Promise<RemoteFile> {
  const url = readAddress(address)
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? rules.timeoutMs)
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await follow(url, rules, { settings, ends })
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof RemoteError ? error : new RemoteError('unreachable')
  }
}

type Call = { settings: RemoteSettings; ends: AbortSignal }

async function follow(first: URL, rules: RemoteRules, { settings, ends }: Call): Promise<RemoteFile> {
  let url = first
  for (let left = rules.redirects; ; left -= 1) {
    const addresses = await resolvePublic(url.hostname, ends, settings)
    const response = await request(url, { addresses, ends, settings, accept: rules.accept })
    if (left === 0 || !isRedirect(response)) return read(response, rules.maxBytes)
    response.destroy()
    url = targetOf(response, url)
  }
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode)

/** The target of a redirect, a common way into internal networks, under the rules of any address. */
function targetOf({ headers: { location = '' } }: IncomingMessage, from: URL): URL {
  try {
    return readAddress(new URL(location, from).href)
  } catch {
    // The site chose the target, so the user's address is not called invalid.
    throw new RemoteError('unreachable')
  }
}

function readAddress(address: string): URL {
  if (!URL.canParse(address)) throw new RemoteError('refused')
  const url = new URL(address)
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  const literal = literalOf(url.hostname)
  const isInternal = isIP(literal) !== 0 && !isPublicAddress(literal)
  if (!isPlain || url.hostname === '' || isInternal) throw new RemoteError('refused')
  return url
}

/** A hostname without the brackets of an IPv6 address. */
const literalOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/**
 * libuv looks up two names at once, and a slow name takes half a minute. The other place is for the names of the
 * server's own services.
 */
const inLookupTurn = limitConcurrency(1)

/** All addresses of a host, which must all be public. */
async function resolvePublic(
  hostname: string,
  signal: AbortSignal,
  { resolve = (name) => lookup(name, { all: true, verbatim: true }) }: RemoteSettings,
): Promise<LookupAddress[]> {
  const literal = literalOf(hostname)
  const family = isIP(literal)
  const lookUp = async () => {
    signal.throwIfAborted()
    return resolve(hostname)
  }
  const addresses = family ? [{ address: literal, family }] : await orAborted(inLookupTurn(lookUp), signal)
  if (addresses.length === 0) throw new RemoteError('unreachable')
  // Must not reveal which names exist in the internal network.
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new RemoteError('unreachable')
  return addresses
}

/** A DNS lookup cannot be cancelled; its result is ignored. */
function orAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.then(resolve, reject)
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

type Request = { addresses: LookupAddress[]; ends: AbortSignal; settings: RemoteSettings; accept: string }

function request(
  url: URL,
  { addresses, ends: signal, settings: { dial, ca }, accept }: Request,
): Promise<IncomingMessage> {
  const [first] = addresses
  const place = first && dial?.(first.address)
  const known = place ? [{ address: place.address, family: isIP(place.address) }] : addresses
  const options: RequestOptions = {
    method: 'GET',
    // A new socket, because a pooled one could be reused for another name.
    agent: false,
    signal,
    headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Elenco' },
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

async function read(response: IncomingMessage, maxBytes: number): Promise<RemoteFile> {
  const { headers, statusCode } = response
  try {
    // Nothing is unpacked, because the unpacked size is unknown.
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
    if (statusCode !== 200 || !isPlain) throw new RemoteError('unreachable')
    if (Number(headers['content-length']) > maxBytes) throw new RemoteError('too-large')
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response) {
      size += chunk.length
      if (size > maxBytes) throw new RemoteError('too-large')
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks), type: headers['content-type'] ?? '' }
  } finally {
    response.destroy()
  }
}
