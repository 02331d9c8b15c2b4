import { invalidRequest } from '../api/errors.ts'
import { nonNegativeInteger } from '../api/params.ts'
import type { RequestLog } from '../api/request-log.ts'
import { apiVersion } from '../constants.ts'
import type { Store } from '../store/store.ts'
import type { Kind } from '../store/tables.ts'
import type { Clock } from '../time/clock.ts'
import { type ControlRoute, controlRoute } from './control.ts'
import { findObject } from './find-object.ts'

interface Dependencies {
  readonly store: Store
  readonly clock: Clock
  readonly requests: RequestLog
  /** Returns how many jobs fell due. */
  readonly advance: (ms: number) => number
  readonly reset: () => void
}

/** The sandbox as a whole: health, clock, state, requests, reset. */
export function sandboxRoutes({ store, clock, requests, advance, reset }: Dependencies): ControlRoute[] {
  const time = () => ({ now: Math.floor(clock.now() / 1000), offset_ms: clock.offset() })
  return [
    {
      method: 'GET',
      path: 'health',
      handle: () => ({ status: 'ok', api_version: apiVersion, ...time() }),
    },
    { method: 'GET', path: 'clock', handle: time },
    controlRoute(
      { method: 'POST', path: 'clock' },
      { advance_seconds: nonNegativeInteger, advance_ms: nonNegativeInteger, back_ms: nonNegativeInteger },
      ({ params: { advance_seconds: seconds = 0, advance_ms: ms = seconds * 1000, back_ms = 0 } }) => {
        if (back_ms > 0) {
          // lists rely on creation order being time order
          if (store.tables.payment_intent.size > 0)
            throw invalidRequest('The clock can be set back only before the first payment.')
          store.moveClock(clock.offset() - back_ms)
        } else if (ms === 0) throw invalidRequest('Set advance_seconds, advance_ms or back_ms.')
        return { jobs_done: ms > 0 ? advance(ms) : 0, ...time() }
      },
    ),
    {
      method: 'GET',
      path: 'state',
      handle: () => {
        const kinds = Object.keys(store.tables) as Kind[]
        const counts = Object.fromEntries(kinds.map(kind => [kind, store.tables[kind].size]))
        return { counts, idempotency_keys: store.idempotency.size, ...time(), process: usage() }
      },
    },
    {
      method: 'GET',
      path: 'objects/:id',
      handle: ({ id }) => {
        const found = findObject(store.tables, id)
        if (!found) throw invalidRequest(`No object has the id ${id}.`, {}, 404)
        return found
      },
    },
    {
      method: 'GET',
      path: 'requests',
      handle: ({ query }) => {
        const operation = query.get('operation')
        return { data: requests.list().filter(entry => operation === null || entry.operation === operation) }
      },
    },
    {
      method: 'DELETE',
      path: 'requests',
      handle: () => {
        requests.clear()
        return { data: [] }
      },
    },
    {
      method: 'POST',
      path: 'reset',
      handle: () => {
        reset()
        return { status: 'ok' }
      },
    },
  ]
}

function usage(): object {
  const { user, system } = process.cpuUsage()
  return {
    cpu_ms: (user + system) / 1000,
    rss_bytes: process.memoryUsage.rss(),
    uptime_ms: process.uptime() * 1000,
  }
}
