import ipaddr from 'ipaddr.js'

/** Global unicast (RFC 4291). Nothing outside it is on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** The prefix for IPv4 addresses (RFC 6052). With DNS64, every IPv4 host has such an address. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address is on the public internet: not of this machine, a private or local network, a multicast group, or
 * reserved. An IPv4 address inside an IPv6 one counts as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.match(translated)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  return parsed.range() === 'unicast' && parsed.match(globalUnicast)
}

/** Whether an IP address is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
