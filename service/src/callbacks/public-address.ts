import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../addresses.ts'

export class ForbiddenAddress extends Error {
  constructor(fault = 'is not a public one') {
    super(`the callback address ${fault}`)
    this.name = 'ForbiddenAddress'
  }
}

/** A literal address never goes through a look-up, so it is judged by itself. */
export function assertPublic({ protocol, hostname }: URL): void {
  if (protocol !== 'https:') throw new ForbiddenAddress('does not use https')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new ForbiddenAddress()
}

/**
 * Resolves as usual and refuses if any answer is not public: checked for every connection, at the moment it is
 * made, so that a name cannot pass the check with one address and be used with another.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[] | undefined
    const first = addresses?.[0]
    if (error || !addresses || !first) {
      callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new ForbiddenAddress(), '', 0)
    } else if (options.all) {
      callback(null, addresses)
    } else {
      callback(null, first.address, first.family)
    }
  })
}
