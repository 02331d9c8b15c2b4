import { probing } from '../schedule.ts'
import type { EndpointDue } from './due.sql.ts'
import type { WorkerSettings } from './settings.ts'

type PerEndpoint = WorkerSettings['perEndpoint']

/** What a worker knows about an endpoint. */
export interface Endpoint {
  readonly merchantId: string
  /** As the database had it when it was last read; null before that. */
  state: Pick<EndpointDue, 'quick' | 'failuresInARow' | 'epoch'> | null
  /** Something may be due there. */
  mayHaveDue: boolean
  isReading: boolean
  /** How many calls are under way. */
  inFlight: number
  /** Those, and those whose results are being written. */
  unsettled: number
  /** Not to be sent now: what is unsettled, and for a while what could not be settled. */
  held: Set<string>
  /** How many it may be sent at once. */
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
 * How many more it may be sent: few at first, one more after each quick answer, few again after a slow one. So an
 * endpoint that has become slow cannot hold many slots. One that keeps failing is sent one at a time.
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

/** Nothing about it needs to be remembered. */
export const isIdle = ({ isReading, mayHaveDue, held }: Endpoint) =>
  !isReading && !mayHaveDue && held.size === 0
