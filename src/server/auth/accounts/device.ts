import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'

// The first match wins, because later browsers also appear in the user agents of earlier ones.
const BROWSERS: [RegExp, string][] = [
  [/\b(Edg|Edge|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X|Macintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const MAX_AGENT = 500

const firstOf = (rules: [RegExp, string][], agent: string) => rules.find(([rule]) => rule.test(agent))?.[1]

/** Browser and system of a user agent, without versions, such as "Chrome no Windows". */
export function deviceOf(userAgent: string | null | undefined): string {
  const agent = (userAgent ?? '').slice(0, MAX_AGENT)
  const [browser, system] = [firstOf(BROWSERS, agent), firstOf(SYSTEMS, agent)]
  if (!browser) return system ? `Aparelho com ${system}` : 'Aparelho desconhecido'
  return system ? `${browser} no ${system}` : browser
}

/** Identifies a user's device without revealing it. */
export const deviceHash = (userId: string, device: string): string =>
  createHash('sha256').update(`${userId}\n${device}`).digest('hex')

const local = new BlockList()
local.addSubnet('10.0.0.0', 8)
local.addSubnet('127.0.0.0', 8)
local.addSubnet('169.254.0.0', 16)
local.addSubnet('172.16.0.0', 12)
local.addSubnet('192.168.0.0', 16)
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addAddress('::1', 'ipv6')

/** The network of an address: two bytes of IPv4, 48 bits of IPv6. */
export function placeOf(address: string | null | undefined): string {
  const version = isIP(address ?? '')
  if (!address || version === 0) return 'rede desconhecida'
  // Sessions store IPv6 addresses as /64, so that the loopback address becomes zero.
  if (/^[0:]+$/.test(address) || local.check(address, version === 6 ? 'ipv6' : 'ipv4')) return 'rede local'
  if (version === 4) return `rede ${address.split('.').slice(0, 2).join('.')}.x.x`
  const [left = ''] = address.split('::')
  const groups = [...left.split(':'), '0', '0', '0'].slice(0, 3)
  return `rede ${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/48`
}
