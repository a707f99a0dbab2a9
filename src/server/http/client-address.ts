import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { MAX_PROXIES, type TrustedProxies } from '../env-kinds.ts'

const READ_HEADER = 'X-Forwarded-For'
/** Headers in which other proxies name the visitor; they are not read. */
const OTHER_HEADERS = ['Forwarded', 'X-Real-IP']

/** Wrong settings, with the remedy. All visitors then share the limits of one address. */
const WARNINGS = {
  untrusted:
    'ignored the header of a proxy that TRUST_PROXY does not name: all visitors behind it share one address and its limits. Set TRUST_PROXY to the number of proxies in front, usually 1, or to their addresses as CIDRs. Without a proxy, a visitor forged it',
  unread:
    'a trusted proxy names no visitor in X-Forwarded-For, the only header that is read: all visitors behind it share one address and its limits. Let the proxy append the address of its client to X-Forwarded-For',
  tooFew:
    'the visitor in X-Forwarded-For is an address of a private network behind other entries, probably a proxy: all visitors behind it share one address and its limits. Set TRUST_PROXY to the number of all proxies in front, or to their addresses as CIDRs',
} as const

type Cause = keyof typeof WARNINGS

/**
 * Finds the address of a request's client: the nearest that is not a trusted proxy's. IPv4 has its own form, also where
 * it arrives as IPv6. Warns once for each wrong setting, without addresses.
 */
export function clientAddresses(trusted: TrustedProxies, log: Logger): (c: Context) => string {
  const warned = new Set<Cause>()
  return (c) => {
    const peer = parseAddress(getConnInfo(c).remote.address) ?? 'unknown'
    const forwarded = c.req.header(READ_HEADER)
    const header = forwarded === undefined ? OTHER_HEADERS.find((name) => c.req.header(name)) : READ_HEADER
    if (header === undefined) return peer
    const found = walk(trusted, peer, forwarded?.split(',') ?? [])
    const cause = isTrusted(trusted, peer, 0) ? causeOf(found) : 'untrusted'
    if (cause && !warned.has(cause)) {
      warned.add(cause)
      log.warn({ header, peer: networkOf(peer) }, WARNINGS[cause])
    }
    return found.address
  }
}

function causeOf({ address, hops, isLast }: ReturnType<typeof walk>): Cause | undefined {
  if (hops === 0) return 'unread'
  return !isLast && networkOf(address) === 'private' ? 'tooFew' : undefined
}

/** Each proxy appends the address of its own client, so that the entries count from the right. */
function walk(trusted: TrustedProxies, peer: string, entries: string[]) {
  let address = peer
  let hops = 0
  while (hops < Math.min(entries.length, MAX_PROXIES) && isTrusted(trusted, address, hops)) {
    const next = parseAddress(entries.at(-1 - hops))
    // An unreadable entry hides the ones before it.
    if (next === undefined) break
    address = next
    hops += 1
  }
  return { address, hops, isLast: hops === entries.length }
}

function isTrusted(trusted: TrustedProxies, address: string, hop: number): boolean {
  if (typeof trusted === 'number') return hop < trusted
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return trusted.some(([range, prefix]) => parsed.kind() === range.kind() && parsed.match(range, prefix))
}

/** For the log, which contains no addresses. */
function networkOf(address: string): 'public' | 'private' | 'unknown' {
  if (isIP(address) === 0) return 'unknown'
  return ipaddr.parse(address).range() === 'unicast' ? 'public' : 'private'
}

// The longest valid form is an IPv6 address in brackets with zone and port.
const MAX_ADDRESS = 100

/** An address without brackets, port and zone; undefined when it is none. */
function parseAddress(given: string | undefined): string | undefined {
  const text = given?.trim() ?? ''
  if (text.length > MAX_ADDRESS) return undefined
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const [address = ''] = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')).split('%')
  if (!isIP(address)) return undefined
  // IPv4 is in its own form already, and is read on every request.
  return address.includes(':') ? ipaddr.process(address).toString() : address
}
