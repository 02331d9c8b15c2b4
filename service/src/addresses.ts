import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where callbacks may go. */
export interface TargetRules {
  /** Private addresses, plain http and any port. */
  allowPrivate: boolean
  /** Ranges that are refused in any case, as CIDR. */
  deny: readonly string[]
}

export type TargetFault = 'scheme' | 'address' | 'port'

/** The ranges in use. ipaddr.js takes the unassigned rest for public, too. */
const globalIpv6 = ipaddr.IPv6.parse('2000::')

/** Loopback, private, link-local, multicast, reserved, IPv4 in IPv6 and the like are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalIpv6, 3)) return false
  return parsed.range() === 'unicast'
}

export function isAllowedAddress(address: string, { allowPrivate, deny }: TargetRules): boolean {
  if (!ipaddr.isValid(address) || inNetworks(deny)(address)) return false
  return allowPrivate || isPublicAddress(address)
}

/** Whether an address is in one of these ranges (CIDR). */
export function inNetworks(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map(range => ipaddr.parseCIDR(range))
  return address => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/** What the URL alone says against it. What a name resolves to is judged when the connection is made. */
export function faultOfTarget(url: URL, rules: TargetRules): TargetFault | null {
  if (url.protocol !== 'https:' && !rules.allowPrivate) return 'scheme'
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) === 0 ? isLocalName(host) && !rules.allowPrivate : !isAllowedAddress(host, rules))
    return 'address'
  return rules.allowPrivate || isCallbackPort(url) ? null : 'port'
}

const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** Low ports belong to mail, SSH and other services that must not be reached through a callback. */
function isCallbackPort({ port }: URL): boolean {
  return port === '' || port === '80' || Number(port) >= 1024
}

/** A client with one IPv6 address has at least its /64, so such addresses count as one. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
