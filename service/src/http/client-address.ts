import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whether an address may say, in X-Forwarded-For, whom it speaks for. Hop 0 is the connection itself. */
export type Trust = (address: string, hop: number) => boolean

/** A number of hops, or the networks that proxies are in. */
export function trustOf(proxies: number | string[]): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const networks = proxies.map(network => ipaddr.parseCIDR(network))
  return address => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

/** The nearest address that is not one of our proxies: what lies behind it could be made up. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  const direct = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (forwarded === undefined || !trust(direct, 0)) return direct
  const chain = [direct, ...String(forwarded).split(',').reverse()].map(address => address.trim())
  return chain.find((address, hop) => hop === chain.length - 1 || !trust(address, hop)) ?? direct
}
