import { formatMoney } from '../../components/money.tsx'
import { Note } from '../../components/notes.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useSignedIn } from '../../session/session.ts'
import type { PaymentDetail } from './payment-query.ts'

type Dispute = PaymentDetail['disputes'][number]

const titles: Readonly<Record<Exclude<Dispute['state'], 'won'>, string>> = {
  warning: 'Inquiry about',
  open: 'Disputed:',
  lost: 'Dispute lost:',
}

/** Disputes that are not won, above everything else: how much, why, the deadline, and where to answer. */
export function DisputeNotes({ payment }: { payment: PaymentDetail }) {
  const { sandbox, kind } = useSignedIn()
  const { disputes, currency, disputedCents, connectedAccountId, processorPaymentIntentId } = payment
  const dashboard = `https://dashboard.stripe.com/${kind === 'portal' ? '' : `${connectedAccountId}/`}payments/${processorPaymentIntentId}`
  return disputes.map(({ processorDisputeId, state, amountCents, reason, dueBy }) => {
    if (state === 'won') return null
    const answerAt = sandbox ? `${sandbox.url}/_sandbox/pages/disputes/${processorDisputeId}` : dashboard
    return (
      <Note key={processorDisputeId} tone={state === 'warning' ? 'waiting' : 'bad'}>
        <p>
          <strong>
            {titles[state]} {formatMoney(amountCents, currency)}
          </strong>
          {reason && `, ${statusText(reason).toLowerCase()}`}.
          {state !== 'lost' && dueBy && (
            <>
              {' '}
              Answer due <Time at={dueBy} relative />, <Time at={dueBy} />.
            </>
          )}
          {state !== 'lost' && (
            <>
              {' '}
              <a href={answerAt} target="_blank" rel="noreferrer">
                {sandbox ? 'Answer it in the sandbox' : 'Answer it in the processor’s dashboard'}
              </a>
            </>
          )}
        </p>
        {disputedCents > 0 && state !== 'warning' && (
          <p>The processor refuses refunds of a payment that is disputed, or whose dispute was lost.</p>
        )}
      </Note>
    )
  })
}
