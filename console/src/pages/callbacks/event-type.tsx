import { Fragment } from 'react'
import classes from './callbacks.module.css'

/** `payment_intent.succeeded`, which may be broken after a dot or an underscore, and nowhere else. */
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
