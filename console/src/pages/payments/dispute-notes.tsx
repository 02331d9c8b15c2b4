import { isInquiry, isLost, isUnderReview, needsResponse } from '../../components/dispute-state.tsx'
import { formatMoney } from '../../components/money.tsx'
import { Note } from '../../components/notes.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useSignedIn } from '../../session/session.ts'
import type { PaymentDetail } from './payment-query.ts'

type Dispute = PaymentDetail['disputes'][number]

function titleOf({ state }: Dispute): string {
  if (isInquiry(state)) return 'Inquiry about'
  return isLost(state) ? 'Dispute lost:' : 'Disputed:'
}

function toneOf({ state }: Dispute): 'bad' | 'waiting' | 'quiet' {
  if (needsResponse(state) && !isInquiry(state)) return 'bad'
  return state === 'lost' ? 'quiet' : 'waiting'
}

const isOver = ({ state }: Dispute) => ['won', 'warning_closed', 'prevented'].includes(state)

/**
 * Disputes that cost or may cost money, above everything else: the amount, the reason, the deadline, and where to
 * respond.
 */
export function DisputeNotes({ payment }: { payment: PaymentDetail }) {
  const { disputes, currency, disputedCents } = payment
  return disputes.map(dispute => {
    const { processorDisputeId, state, amountCents, reason } = dispute
    if (isOver(dispute)) return null
    return (
      <Note key={processorDisputeId} tone={toneOf(dispute)}>
        <p>
          <strong>
            {titleOf(dispute)} {formatMoney(amountCents, currency)}
          </strong>
          .{reason && ` The customer’s reason: ${statusText(reason).toLowerCase()}.`}
          {needsResponse(state) && <Response payment={payment} dispute={dispute} />}
          {isUnderReview(state) && ' The response was sent: the bank is reviewing it.'}
        </p>
        {disputedCents > 0 && !isInquiry(state) && (
          <p>The processor refuses refunds while a payment is disputed and after a lost dispute.</p>
        )}
      </Note>
    )
  })
}

function Response({ payment, dispute }: { payment: PaymentDetail; dispute: Dispute }) {
  const { sandboxes, kind } = useSignedIn()
  const { connectedAccountId, processorPaymentIntentId } = payment
  const sandbox = sandboxes.find(({ processor }) => processor === payment.processor)
  const { processorDisputeId, dueBy } = dispute
  const dashboard = `https://dashboard.stripe.com/${kind === 'portal' ? '' : `${connectedAccountId}/`}payments/${processorPaymentIntentId}`
  const respondAt = sandbox ? `${sandbox.url}/_sandbox/pages/disputes/${processorDisputeId}` : dashboard
  return (
    <>
      {dueBy && (
        <>
          {' '}
          Respond by <Time at={dueBy} withZone />, <Time at={dueBy} relative />.
        </>
      )}{' '}
      <a href={respondAt} target="_blank" rel="noreferrer">
        {sandbox ? 'Respond in the sandbox' : 'Respond in the processor’s dashboard'}
      </a>
    </>
  )
}
