import type { Dispatcher } from '../events/dispatcher.ts'
import type { Disruptions } from '../events/disruptions.ts'
import { sendEvent } from '../events/emit.ts'
import type { Store } from '../store/store.ts'
import type { ControlRoute } from './control.ts'
import type { Fault, Faults } from './faults.ts'
import { ControlError, type Input } from './input.ts'

interface Dependencies {
  readonly store: Store
  readonly faults: Faults
  readonly disruptions: Disruptions
  readonly dispatcher: Dispatcher
  readonly operations: ReadonlySet<string>
}

/** Trouble on purpose: with calls, and with webhooks. */
export function troubleRoutes(dependencies: Dependencies): ControlRoute[] {
  const { store, faults, disruptions, dispatcher, operations } = dependencies
  const webhooks = () => {
    const deliveries = [...store.tables.delivery.all()]
    const pending = deliveries.filter(delivery => delivery.status === 'pending').length
    const failed = deliveries.length - pending
    return { paused: dispatcher.isPaused(), pending, failed, disruptions: disruptions.list() }
  }
  return [
    { method: 'GET', path: 'faults', handle: () => ({ data: faults.list() }) },
    {
      method: 'POST',
      path: 'faults',
      handle: ({ input }) => {
        input.only('operation', 'kind', 'count', 'skip', 'ms', 'status', 'after', 'remembered')
        const operation = input.text('operation') ?? '*'
        if (operation !== '*' && !operations.has(operation)) {
          throw new ControlError(`no operation ${operation}; known are ${[...operations].join(', ')}`)
        }
        const count = input.integer('count') ?? 1
        return faults.add({ operation, fault: readFault(input), skip: input.integer('skip') ?? 0, count })
      },
    },
    {
      method: 'DELETE',
      path: 'faults',
      handle: () => {
        faults.clear()
        return { data: [] }
      },
    },
    { method: 'GET', path: 'webhooks', handle: webhooks },
    {
      method: 'POST',
      path: 'webhooks/pause',
      handle: () => {
        dispatcher.pause()
        return webhooks()
      },
    },
    {
      method: 'POST',
      path: 'webhooks/resume',
      handle: () => {
        dispatcher.resume()
        return webhooks()
      },
    },
    {
      method: 'POST',
      path: 'webhooks/disruptions',
      handle: ({ input }) => {
        input.only('mode', 'count', 'ms', 'types')
        const mode = input.oneOf('mode', ['drop', 'duplicate', 'delay', 'reorder'])
        const count = input.integer('count') ?? (mode === 'reorder' ? 2 : 1)
        return disruptions.add({
          mode,
          count,
          ms: input.integer('ms') ?? 1000,
          types: input.texts('types') ?? null,
        })
      },
    },
    {
      method: 'DELETE',
      path: 'webhooks/disruptions',
      handle: () => {
        disruptions.clear()
        return webhooks()
      },
    },
    {
      method: 'POST',
      path: 'webhooks/resend',
      handle: ({ input }) => {
        input.only('event')
        return { deliveries: resend(store, input.text('event') ?? '') }
      },
    },
  ]
}

function readFault(input: Input): Fault {
  const kind = input.oneOf('kind', ['latency', 'error', 'reset', 'lost', 'cut'])
  switch (kind) {
    case 'latency':
      return { kind, ms: input.integer('ms') ?? 1000, after: input.flag('after') ?? false }
    case 'error': {
      const status = input.integer('status') ?? 500
      if (status < 400 || status > 599) throw new ControlError('status must be between 400 and 599')
      const [after, remembered] = [input.flag('after') ?? false, input.flag('remembered') ?? false]
      return { kind, status, after, remembered }
    }
    case 'lost':
      return { kind, ms: input.integer('ms') ?? 0 }
    case 'reset':
    case 'cut':
      return { kind }
  }
}

/** Sends an event once more to every endpoint of its account, as the dashboard's button does. */
function resend(store: Store, eventId: string): number {
  const event = store.tables.event.get(eventId)
  if (!event) throw new ControlError(`no event has the id ${eventId}`, 404)
  return store.transact({ requestId: null, idempotencyKey: null }, tx => sendEvent(tx, event))
}
