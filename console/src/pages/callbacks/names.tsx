import { Breakable } from '../../components/breakable.tsx'
import classes from './callbacks.module.css'
import type { DeliveryState } from './delivery-query.ts'

export const stateText: Readonly<Record<DeliveryState, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  dead: 'Dead letter',
}

/** The types that merchants are sent. */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'account.updated',
] as const

export type EventTypeName = (typeof eventTypes)[number]

export function EventType({ type }: { type: string }) {
  return (
    <span className={classes.type}>
      <Breakable text={type} />
    </span>
  )
}
