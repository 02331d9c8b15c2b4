import { AttemptResult } from '../../components/attempt-result.tsx'
import { Card } from '../../components/card.tsx'
import { Time } from '../../components/time.tsx'
import type { DeliveryDetail } from './delivery-query.ts'

/** A redelivery that was asked for on this page, and how many attempts there had been by then. */
export interface Redelivery {
  deliveryId: string
  attempts: number
}

export const isAwaited = (redelivery: Redelivery, delivery: DeliveryDetail | undefined) =>
  delivery === undefined || delivery.attempts <= redelivery.attempts

/** What came of it: the newest attempt since. */
export function RedeliverOutcome({
  redelivery,
  delivery,
}: {
  redelivery: Redelivery
  delivery: DeliveryDetail
}) {
  const attempt = isAwaited(redelivery, delivery) ? undefined : delivery.attemptLog.at(-1)
  return (
    <Card>
      {attempt ? (
        <AttemptResult attempt={attempt}>
          {attempt.error !== null && <span>The endpoint is still failing.</span>}
          {delivery.nextAttemptAt && (
            <span>
              Next attempt <Time at={delivery.nextAttemptAt} relative />.
            </span>
          )}
        </AttemptResult>
      ) : (
        <p role="status">{delivery.request.url ? 'Sending…' : 'The merchant has no callback URL.'}</p>
      )}
    </Card>
  )
}
