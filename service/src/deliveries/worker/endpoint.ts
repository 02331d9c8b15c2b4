import { probing } from '../schedule.ts'
import type { EndpointDue } from './due.sql.ts'
import type { WorkerSettings } from './settings.ts'

type PerEndpoint = WorkerSettings['perEndpoint']

/** What a worker knows about an endpoint. */
export interface Endpoint {
  readonly merchantId: string
  /** As last read from the database; null before the first read. */
  state: Pick<EndpointDue, 'quick' | 'failuresInARow' | 'epoch'> | null
  mayHaveDue: boolean
  isReading: boolean
  inFlight: number
  /** The number of calls in flight or with their results being written. */
  unsettled: number
  /** Ids that must not be sent now: unsettled deliveries, and for a while those whose result could not be written. */
  held: Set<string>
  /** How many deliveries it may be sent at once. */
  window: number
}

export function newEndpoint(merchantId: string, first: number): Endpoint {
  return {
    merchantId,
    state: null,
    mayHaveDue: true,
    isReading: false,
    inFlight: 0,
    unsettled: 0,
    held: new Set(),
    window: first,
  }
}

/**
 * How many more deliveries it may be sent. The window starts small, grows by one with each quick answer, and shrinks
 * again after a slow one, so an endpoint that becomes slow cannot hold many slots. One that keeps failing is sent one
 * delivery at a time.
 */
export function roomOf({ state, window, inFlight }: Endpoint, perEndpoint: PerEndpoint): number {
  const atOnce = state?.quick ? perEndpoint.quick : perEndpoint.slow
  const isProbed = state && state.failuresInARow >= probing.afterFailures
  return (isProbed ? 1 : Math.min(window, atOnce)) - inFlight
}

export function answered(endpoint: Endpoint, quickly: boolean, { quick, slow }: PerEndpoint): void {
  endpoint.window = quickly ? Math.min(endpoint.window + 1, quick) : slow
  if (endpoint.state && !quickly) endpoint.state = { ...endpoint.state, quick: false }
}

/** True if the worker can forget it. */
export const isIdle = ({ isReading, mayHaveDue, held }: Endpoint) =>
  !isReading && !mayHaveDue && held.size === 0
