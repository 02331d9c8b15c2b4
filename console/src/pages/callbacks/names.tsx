import { choices } from '../../api/choices.ts'
import { Breakable } from '../../components/breakable.tsx'
import { statusText } from '../../components/status-badge.tsx'
import classes from './callbacks.module.css'
import type { DeliveryState } from './delivery-query.ts'

export const stateText: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  dead: 'Dead letter',
}

/** "Unchanged" would sound as if something had gone wrong. */
export const outcomeText = (outcome: string) =>
  outcome === 'unchanged' ? 'No change needed' : statusText(outcome)

/** The event types that merchants receive. */
export const eventTypes = choices.triggerEvent.type

export type EventTypeName = (typeof eventTypes)[number]

export function EventType({ type }: { type: string }) {
  return (
    <span className={classes.type}>
      <Breakable text={type} />
    </span>
  )
}
