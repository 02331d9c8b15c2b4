import { formatMoney } from '../../components/money.tsx'
import classes from './money-split.module.css'
import type { PaymentDetail } from './payment-query.ts'

/** How the payment's money is split. */
export function MoneySplit({ payment }: { payment: PaymentDetail }) {
  const money = (cents: number) => formatMoney(cents, payment.currency)
  const { applicationFeeCents, applicationFeeRefundedCents: returned } = payment
  const figures = [
    ['Authorized', money(isAuthorized(payment) ? payment.authorizedCents : 0), null],
    ['Captured', money(payment.capturedCents), null],
    ['Refunded', money(payment.refundedCents), null],
    ['Fee', money(applicationFeeCents), returned > 0 ? `${money(returned)} returned` : null],
    ['Disputed', money(payment.disputedCents), null],
  ] as const
  return (
    <dl className={classes.figures} aria-label="Money">
      {figures.map(([name, amount, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Nothing is authorized before the shopper has paid. */
function isAuthorized({ status, capturedCents }: PaymentDetail): boolean {
  return capturedCents > 0 || status === 'requires_capture'
}
