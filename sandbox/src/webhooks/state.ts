import type { Store } from '../store/store.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Disruption, Disruptions } from './disruptions.ts'

export interface WebhookState {
  readonly paused: boolean
  readonly pending: number
  /** Lost, or never accepted. */
  readonly failed: number
  readonly disruptions: readonly Disruption[]
}

export function webhookState(store: Store, dispatcher: Dispatcher, disruptions: Disruptions): WebhookState {
  const deliveries = [...store.tables.delivery.all()]
  const pending = deliveries.filter(delivery => delivery.status === 'pending').length
  const failed = deliveries.length - pending
  return { paused: dispatcher.isPaused(), pending, failed, disruptions: disruptions.list() }
}
