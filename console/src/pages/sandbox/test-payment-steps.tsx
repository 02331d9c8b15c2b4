import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CheckIcon, ExternalIcon } from '../../components/icons.tsx'
import { formatMoney } from '../../components/money.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { EventType, stateText } from '../callbacks/names.tsx'
import { type PaymentDetail, usePayment } from '../payments/payment-query.ts'
import { PaymentStatus } from '../payments/payment-status.tsx'
import classes from './test-payment-steps.module.css'

const paid = new Set(['succeeded', 'requires_capture', 'partially_refunded', 'refunded'])

/** The steps from creation to callback; each appears when it happens. */
export function TestPaymentSteps({ svcPaymentId }: { svcPaymentId: string }) {
  const { data: payment, error } = usePayment(svcPaymentId)
  const { data: checkoutUrl } = useQuery<string>({ queryKey: ['checkout', svcPaymentId], enabled: false })
  if (error && !payment) return <ProblemNote error={error} />
  const isPaid = payment !== undefined && paid.has(payment.status)
  return (
    <ol className={classes.steps} aria-label="Progress of the test payment">
      <Step isDone={payment !== undefined} title="Created">
        {payment && (
          <Link to="/payments/$svcPaymentId" params={{ svcPaymentId }}>
            {formatMoney(payment.amountCents, payment.currency)}
            {payment.orderRef && ` for ${payment.orderRef}`}
          </Link>
        )}
      </Step>
      <Step isDone={isPaid} title="Pay it with a test card">
        {!isPaid && checkoutUrl && (
          <a href={checkoutUrl} target="_blank" rel="noreferrer" className={classes.checkout}>
            Open checkout <ExternalIcon />
          </a>
        )}
        {!isPaid && !checkoutUrl && 'The checkout link is no longer available. Create another test payment.'}
        {isPaid && 'The customer has paid.'}
      </Step>
      <Step isDone={isPaid} title="See it succeed">
        {payment ? <PaymentStatus payment={payment} /> : '…'}
      </Step>
      <Step isDone={payment?.deliveries.some(({ state }) => state === 'delivered') ?? false} title="Callback">
        <CallbackState payment={payment} isPaid={isPaid} />
      </Step>
    </ol>
  )
}

function CallbackState({ payment, isPaid }: { payment: PaymentDetail | undefined; isPaid: boolean }) {
  const latest = payment?.deliveries.at(-1)
  if (latest) {
    return (
      <>
        <EventType type={latest.type} /> <StatusBadge status={latest.state} label={stateText[latest.state]} />
      </>
    )
  }
  return isPaid
    ? 'None yet. If the merchant has no callback URL, set one on its page.'
    : 'Sent to the merchant’s server once the customer has paid.'
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ReactNode }) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <strong>
        <span className={classes.mark}>{isDone && <CheckIcon />}</span>
        {title}
      </strong>
      <div>{children}</div>
    </li>
  )
}
