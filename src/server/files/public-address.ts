import ipaddr from 'ipaddr.js'

/** What is handed out to networks; everything else in IPv6 is local, embeds another address or is nobody's. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is one of the open internet: not this machine's, its network's, its provider's, or reserved for
 * something. An IPv6 address that leads to an IPv4 one is what that is; one that tunnels (6to4, Teredo) is not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast'
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === 'unicast'
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range() === 'unicast'
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}
