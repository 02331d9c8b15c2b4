import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { inNetworks } from '../../addresses.ts'

/** Whether to believe the X-Forwarded-For that an address sends. Hop 0 is the connection itself. */
export type Trust = (address: string, hop: number) => boolean

/** `proxies` is a number of hops, or the networks of our proxies. */
export function trustOf(proxies: number | string[]): Trust {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : inNetworks(proxies)
}

/** The nearest address that is not one of our proxies. Anything behind it could be forged. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  let address = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (forwarded === undefined) return address
  for (const [hop, before] of String(forwarded).split(',').reverse().entries()) {
    const named = addressIn(before)
    if (named === null || !trust(address, hop)) break
    address = named
  }
  return address
}

/** Some proxies add the port. Null if the text is not an address. */
function addressIn(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}
