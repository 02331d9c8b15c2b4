import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { faultOfTarget, isAllowedAddress, type TargetFault, type TargetRules } from '../../addresses.ts'

const faults: Record<TargetFault, string> = {
  scheme: 'does not use https',
  address: 'is not public, or is denied',
  port: 'has a port below 1024 that is neither 80 nor 443',
}

const forbidden = (fault: TargetFault) => new Error(`the callback address ${faults[fault]}`)

/** A literal address is never looked up, so it has to be checked here. */
export function assertAllowed(url: URL, rules: TargetRules): void {
  const fault = faultOfTarget(url, rules)
  if (fault) throw forbidden(fault)
}

/**
 * Resolves a name, and fails if any of its addresses is not allowed. The check happens when the connection is made, so a
 * name cannot pass it with one address and then connect to another.
 */
export function guardedLookup(lookup: LookupFunction, rules: TargetRules): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[] | undefined
      const first = addresses?.[0]
      if (error || !addresses || !first) {
        callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
      } else if (!addresses.every(({ address }) => isAllowedAddress(address, rules))) {
        callback(forbidden('address'), '', 0)
      } else if (options.all) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}
