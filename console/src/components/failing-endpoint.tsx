import { Link } from '@tanstack/react-router'
import type { Attention } from '../api/overview.ts'
import { counted, mostCounted } from './numbers.ts'
import { Time } from './time.tsx'

/** Names the merchant of a failing endpoint, how long and why it has been failing, and how many callbacks are waiting. */
export function FailingEndpoint({ endpoint }: { endpoint: Attention['failingEndpoints'][number] }) {
  const { merchantId, name, since, reason, waiting } = endpoint
  return (
    <>
      <Link to="/merchants/$merchantId" params={{ merchantId }}>
        {name}’s endpoint {since ? 'has been' : 'is'} failing
      </Link>
      {since && (
        <>
          {' '}
          since <Time at={since} />
        </>
      )}
      {reason && `: ${reason}`}
      {waiting > 0 &&
        `. ${counted(waiting, 'callback is waiting', 'callbacks are waiting', mostCounted.waitingForEndpoint)}`}
    </>
  )
}
