import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface TargetRules {
  /** Allows private addresses, plain http and any port. */
  allowPrivate: boolean
  /** CIDR ranges that are always refused. */
  deny: readonly string[]
}

export type TargetFault = 'scheme' | 'address' | 'port'

/** The only range assigned so far. ipaddr.js treats unassigned addresses as public, too. */
const globalIpv6 = ipaddr.IPv6.parse('2000::')

/** False for loopback, private, link-local, multicast and reserved addresses, IPv4 in IPv6 and the like. */
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

export function inNetworks(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map(range => ipaddr.parseCIDR(range))
  return address => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/** Checks the URL alone. The addresses of a host name are checked when the connection is made. */
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

/** A client with an IPv6 address controls at least its /64, so all addresses in it count as one. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
