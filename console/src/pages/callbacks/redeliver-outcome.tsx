import { AttemptResult } from '../../components/attempt-result.tsx'
import { Card } from '../../components/card.tsx'
import type { DeliveryDetail } from './delivery-query.ts'
import { NextAttemptSentence } from './next-attempt.tsx'

/** A redelivery started on this page, and the number of attempts before it. */
export interface Redelivery {
  deliveryId: string
  attempts: number
}

export const isAwaited = (redelivery: Redelivery, delivery: DeliveryDetail | undefined) =>
  delivery === undefined || delivery.attempts <= redelivery.attempts

/** The outcome: the newest attempt since the redelivery started. */
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
              <NextAttemptSentence delivery={delivery} />
            </span>
          )}
        </AttemptResult>
      ) : (
        <p role="status">{delivery.request.url ? 'Sending…' : 'Not sent: no callback URL is set.'}</p>
      )}
    </Card>
  )
}
