import { Fragment } from 'react'
import classes from './callbacks.module.css'
import type { DeliveryState } from './route.ts'

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

/** `payment_intent.succeeded`, which may break after a dot or an underscore, and nowhere else. */
export function EventType({ type }: { type: string }) {
  let at = 0
  return (
    <span className={classes.type}>
      {type.split(/(?<=[._])/).map(part => {
        at += part.length
        return (
          <Fragment key={at}>
            {part}
            <wbr />
          </Fragment>
        )
      })}
    </span>
  )
}
