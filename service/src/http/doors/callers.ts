import { networkOf } from '../../addresses.ts'
import type { Arrival } from './arrival.ts'
import type { CountedDoor, Target } from './limits.ts'

/** Tells callers apart before they are authenticated, so that they can take turns. */
export interface Callers {
  /** Whether it carries a portal's credential, proven or not. */
  isPortal(target: Target): boolean
  /** The caller, if it was proven before or can be proven at once; otherwise null. */
  known(door: CountedDoor, arrival: Arrival): string | null
}

/** Unknown callers share a turn with their whole network, so made-up credentials gain nothing. */
export function callerOf(callers: Callers, door: CountedDoor, arrival: Arrival): string {
  return callers.known(door, arrival) ?? `network ${networkOf(arrival.address)}`
}
