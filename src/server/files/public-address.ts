import ipaddr from 'ipaddr.js'

/** The global unicast range; other IPv6 addresses are local, embedded or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address belongs to the public internet, not to this machine, its network, its provider or a
 * reserved range. IPv4-mapped and NAT64 addresses count as their IPv4 address; tunnels (6to4, Teredo) are not
 * public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast'
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range() === 'unicast'
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}
