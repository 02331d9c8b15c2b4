import ipaddr from 'ipaddr.js'

/** All there is in use; ipaddr.js takes the unassigned rest for public too. */
const globalIpv6 = ipaddr.IPv6.parse('2000::')

/** Loopback, private, link-local, multicast, reserved, IPv4 in IPv6 and the like are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalIpv6, 3)) return false
  return parsed.range() === 'unicast'
}

/** Who has one IPv6 address has at least its /64: such addresses are counted as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
