import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { faultOfTarget, isAllowedAddress, type TargetFault, type TargetRules } from '../../addresses.ts'
import { type Names, unresolved } from './names.ts'

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
 * The `lookup` of a socket, which fails if any of the name's addresses is not allowed. The check happens when the
 * connection is made, so a name cannot pass it with one address and then connect to another.
 */
export function guardedLookup(names: Names, timeoutMs: number, rules: TargetRules): LookupFunction {
  const check = (hostname: string, [first, ...others]: LookupAddress[]) => {
    if (!first) throw unresolved(hostname, 'ENOTFOUND')
    const found = [first, ...others] as const
    if (!found.every(({ address }) => isAllowedAddress(address, rules))) throw forbidden('address')
    return found
  }
  return (hostname, { all, family }, callback) => {
    const isWanted = (one: LookupAddress) => (family === 4 || family === 6 ? one.family === family : true)
    const found = names(hostname, timeoutMs).then(all => check(hostname, all.filter(isWanted)))
    found.then(
      ([first, ...others]) =>
        all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
      error => callback(error, '', 0),
    )
  }
}
