import { sendEvent } from '../events/emit.ts'
import type { Store } from '../store/store.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { Disruptions } from '../webhooks/disruptions.ts'
import type { WebhookState } from '../webhooks/state.ts'
import type { ControlRoute } from './control.ts'
import { ControlError } from './input.ts'

interface Dependencies {
  readonly store: Store
  readonly disruptions: Disruptions
  readonly dispatcher: Dispatcher
  readonly state: () => WebhookState
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
    {
      method: 'POST',
      path: 'webhooks/disruptions',
      handle: ({ input }) => {
        input.only('mode', 'count', 'ms', 'types')
        const mode = input.oneOf('mode', ['drop', 'duplicate', 'delay', 'reorder'])
        const count = input.integer('count') ?? (mode === 'reorder' ? 2 : 1)
        const ms = input.integer('ms') ?? 1000
        return disruptions.add({ mode, count, ms, types: input.texts('types') ?? null })
      },
    },
    {
      method: 'DELETE',
      path: 'webhooks/disruptions',
      handle: () => {
        disruptions.clear()
        return state()
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

/** Sends an event once more to every endpoint of its account, as the dashboard's button does. */
function resend(store: Store, eventId: string): number {
  const event = store.tables.event.get(eventId)
  if (!event) throw new ControlError(`No event has the id ${eventId}.`, 404)
  return store.transact({ requestId: null, idempotencyKey: null }, tx => sendEvent(tx, event))
}
