import { choices } from '../../api/choices.ts'
import { Breakable } from '../../components/breakable.tsx'
import { statusText } from '../../components/status-badge.tsx'
import classes from './callbacks.module.css'
import type { CallbackEvent, DeliveryState } from './delivery-query.ts'

export const stateText: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  dead: 'Dead letter',
}

/** An answer of the processor, or another event, had reported the same before. */
export const outcomeText = (outcome: string) =>
  outcome === 'unchanged' ? 'Already recorded' : statusText(outcome)

/** The event types that merchants receive. */
export const eventTypes = choices.triggerEvent.type

export type EventTypeName = (typeof eventTypes)[number]

/** Why an event has no callback. Forwarded types without one arrived while no callback URL was set. */
export function noCallbackText({ type, outcome }: Pick<CallbackEvent, 'type' | 'outcome'>) {
  const isForwarded = eventTypes.some(forwarded => forwarded === type)
  if (!isForwarded || outcome === 'ignored' || outcome === 'unread') return 'Not forwarded'
  return outcome === 'waiting' ? 'Not yet' : 'No callback URL at the time'
}

export function EventType({ type }: { type: string }) {
  return (
    <span className={classes.type}>
      <Breakable text={type} />
    </span>
  )
}
