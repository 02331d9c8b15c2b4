import { invalidRequest } from '../api/errors.ts'
import { list, nonNegativeInteger, oneOf, required, text } from '../api/params.ts'
import { sendEvent } from '../events/emit.ts'
import type { Store } from '../store/store.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { Disruptions } from '../webhooks/disruptions.ts'
import type { WebhookState } from '../webhooks/state.ts'
import { type ControlRoute, controlRoute } from './control.ts'

interface Dependencies {
  readonly store: Store
  readonly disruptions: Disruptions
  readonly dispatcher: Dispatcher
  readonly state: () => WebhookState
}

const disruptionFields = {
  mode: required(oneOf('drop', 'duplicate', 'delay', 'reorder')),
  count: nonNegativeInteger,
  ms: nonNegativeInteger,
  types: list(text),
}

/** Pauses, disrupts and resends webhooks. */
export function webhookRoutes({ store, disruptions, dispatcher, state }: Dependencies): ControlRoute[] {
  return [
    { method: 'GET', path: 'webhooks', handle: state },
    {
      method: 'POST',
      path: 'webhooks/pause',
      handle: () => {
        dispatcher.pause()
        return state()
      },
    },
    {
      method: 'POST',
      path: 'webhooks/resume',
      handle: () => {
        dispatcher.resume()
        return state()
      },
    },
    controlRoute({ method: 'POST', path: 'webhooks/disruptions' }, disruptionFields, ({ params }) => {
      const { mode, count = mode === 'reorder' ? 2 : 1, ms = 1000, types = null } = params
      return disruptions.add({ mode, count, ms, types })
    }),
    {
      method: 'DELETE',
      path: 'webhooks/disruptions',
      handle: () => {
        disruptions.clear()
        return state()
      },
    },
    controlRoute({ method: 'POST', path: 'webhooks/resend' }, { event: required(text) }, ({ params }) => ({
      deliveries: resend(store, params.event),
    })),
  ]
}

/** Sends an event once more to every endpoint of its account, as the dashboard's button does. */
function resend(store: Store, eventId: string): number {
  const event = store.tables.event.get(eventId)
  if (!event) throw invalidRequest(`No event has the id ${eventId}.`, {}, 404)
  return store.transact({ requestId: null, idempotencyKey: null }, tx => sendEvent(tx, event))
}
