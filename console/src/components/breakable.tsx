import { Fragment } from 'react'

/** A name such as `payment_intent.succeeded`, which may break after a dot or an underscore. */
export function Breakable({ text }: { text: string }) {
  let at = 0
  return text.split(/(?<=[._])/).map(part => {
    at += part.length
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    )
  })
}
