import { isLost } from '../../components/dispute-state.tsx'
import { Figures } from '../../components/figures.tsx'
import { formatMoney } from '../../components/money.tsx'
import { type PaymentDetail, wasHeld } from './payment-query.ts'

/** How the payment's money is split. */
export function MoneySplit({ payment }: { payment: PaymentDetail }) {
  const money = (cents: number) => formatMoney(cents, payment.currency)
  const { applicationFeeCents, applicationFeeRefundedCents: returned } = payment
  const hasFailedRefund = payment.refunds.some(({ state }) => state === 'failed')
  const authorizedCents = isAuthorized(payment) ? payment.authorizedCents : 0
  const released = payment.status === 'requires_capture' ? 0 : authorizedCents - payment.capturedCents
  return (
    <Figures
      label="Money"
      figures={[
        {
          name: 'Authorized',
          value: money(authorizedCents),
          note: released > 0 && `of which ${money(released)} was released, not captured`,
        },
        { name: 'Captured', value: money(payment.capturedCents) },
        { name: 'Refunded', value: money(payment.refundedCents) },
        {
          name: 'Platform fee',
          value: money(payment.capturedCents > 0 ? applicationFeeCents - returned : 0),
          note:
            returned > 0
              ? `${money(applicationFeeCents)}, of which ${money(returned)} was returned${hasFailedRefund ? '; it stays returned when a refund fails' : ''}`
              : isOpen(payment) && `${money(applicationFeeCents)} when captured`,
        },
        {
          name: 'Disputed',
          value: money(payment.disputedCents),
          note: payment.dispute && disputeNote(payment.dispute),
        },
        {
          name: 'Earned',
          value: money(earnedCents(payment)),
          note:
            payment.capturedCents > 0 &&
            'after refunds, disputes and the platform fee, before the processor’s own fees',
        },
      ]}
    />
  )
}

/** What the payment adds to the merchant's balance. */
function earnedCents(payment: PaymentDetail): number {
  const { capturedCents, refundedCents, disputedCents, applicationFeeRefundedCents } = payment
  const fee = capturedCents > 0 ? payment.applicationFeeCents - applicationFeeRefundedCents : 0
  return capturedCents - refundedCents - disputedCents - fee
}

function disputeNote({ state }: NonNullable<PaymentDetail['dispute']>): string {
  const fee = 'the processor’s own dispute fee is not recorded here'
  if (state === 'won') return `the dispute was won: nothing is held; ${fee}`
  return `${isLost(state) ? 'returned to the customer' : 'held by the processor until the bank decides'}; ${fee}`
}

/** It may still be captured. */
const isOpen = ({ status }: PaymentDetail) => status.startsWith('requires_') || status === 'processing'

/** Nothing is authorized before the shopper has paid. */
function isAuthorized(payment: PaymentDetail): boolean {
  const { status, capturedCents } = payment
  return capturedCents > 0 || status === 'requires_capture' || (status === 'canceled' && wasHeld(payment))
}
