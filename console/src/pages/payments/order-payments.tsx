import { Link } from '@tanstack/react-router'
import { Card } from '../../components/card.tsx'
import { SecondLine } from '../../components/data-table.tsx'
import { formatMoney, Money } from '../../components/money.tsx'
import { Note } from '../../components/notes.tsx'
import { counted } from '../../components/numbers.ts'
import { Time } from '../../components/time.tsx'
import classes from './payment-page.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { PaymentStatus } from './payment-status.tsx'

type OrderPayment = Pick<PaymentDetail, 'capturedCents' | 'refundedCents'>

const isCharged = ({ capturedCents, refundedCents }: OrderPayment) => capturedCents > refundedCents

/** The order's other charges, if this payment is one of several. */
export const otherCharges = (payment: PaymentDetail) =>
  isCharged(payment) ? payment.ofSameOrder.filter(isCharged) : []

/** Answers "was I charged twice?" at the top of the page. */
export function ChargedAgain({ payment }: { payment: PaymentDetail }) {
  const others = otherCharges(payment)
  const [newest] = others
  if (!newest) return null
  return (
    <Note tone="waiting">
      <strong>This order was charged {counted(others.length + 1, 'time')}.</strong> Besides this payment,{' '}
      <Link to="/payments/$svcPaymentId" params={{ svcPaymentId: newest.svcPaymentId }}>
        {formatMoney(newest.capturedCents, newest.currency)}
      </Link>{' '}
      was taken, by the payment created <Time at={newest.createdAt} />.
    </Note>
  )
}

/** Notes that the payment is the only one of its order, because there is then no card with the others. */
export function OrderReference({ payment: { orderRef, ofSameOrder } }: { payment: PaymentDetail }) {
  if (orderRef === null) return '–'
  return (
    <span>
      {orderRef}
      {ofSameOrder.length === 0 && <SecondLine>The only payment of this order</SecondLine>}
    </span>
  )
}

/** The other payments of the same order, if there are any. */
export function OrderPayments({ payment }: { payment: PaymentDetail }) {
  if (payment.ofSameOrder.length === 0) return null
  return (
    <Card title="Other payments of this order">
      <ul className={classes.order}>
        {payment.ofSameOrder.map(other => (
          <li key={other.svcPaymentId} className={classes.line}>
            <Link to="/payments/$svcPaymentId" params={{ svcPaymentId: other.svcPaymentId }}>
              <Money cents={other.amountCents} currency={other.currency} />
            </Link>
            <PaymentStatus payment={other} />
            <span>
              created <Time at={other.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
