import { useQueries } from '@tanstack/react-query'
import { formatMoney } from '../../components/money.tsx'
import { Note } from '../../components/notes.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { eventPayloadQuery } from './event-payload.tsx'
import { failedAt, failedRefunds, type Refund } from './failed-refunds.ts'
import { type PaymentDetail, possibleActions } from './payment-query.ts'

/** The status alone ("Succeeded") looks as if nobody had ever asked for the refund. */
export function FailedRefundNotes({ payment }: { payment: PaymentDetail }) {
  return failedRefunds(payment).map(refund => (
    <FailedRefund key={refund.refundId} payment={payment} refund={refund} />
  ))
}

function FailedRefund({ payment, refund }: { payment: PaymentDetail; refund: Refund }) {
  const at = failedAt(payment, refund)
  const reason = useReason(payment, refund)
  return (
    <Note tone="bad">
      <strong>
        A refund of {formatMoney(refund.amountCents, payment.currency)} failed
        {at && (
          <>
            {' '}
            on <Time at={at} />
          </>
        )}
      </strong>
      : the customer did not get it back. Pay it back in another way
      {possibleActions(payment).refund && ', or refund again'}.
      {reason && ` The processor’s reason: ${statusText(reason).toLowerCase()}.`}
    </Note>
  )
}

/** Known only from the event, unless retention has removed its payload. */
function useReason({ events }: PaymentDetail, { processorRefundId }: Refund): string | undefined {
  const reports = useQueries({
    queries: events
      .filter(({ type }) => type === 'refund.failed')
      .map(({ merchantId, id }) => eventPayloadQuery(merchantId, id)),
  })
  return reports
    .map(({ data }) => (data?.payload as RefundReport | undefined)?.data?.object)
    .find(reported => reported?.id === processorRefundId)?.failure_reason
}

interface RefundReport {
  data?: { object?: { id?: string; failure_reason?: string } }
}
