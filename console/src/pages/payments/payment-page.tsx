import { useParams } from '@tanstack/react-router'
import { BackLink } from '../../components/back-link.tsx'
import { Card } from '../../components/card.tsx'
import { formatMoney } from '../../components/money.tsx'
import { ProblemNote } from '../../components/notes.tsx'
import { Page } from '../../components/page.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { DisputeNotes } from './dispute-notes.tsx'
import { FailedRefundNotes } from './failed-refund-notes.tsx'
import { MoneySplit } from './money-split.tsx'
import { ChargedAgain } from './order-payments.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import classes from './payment-page.module.css'
import { type PaymentDetail, usePayment, useRestriction } from './payment-query.ts'
import { PaymentStatus } from './payment-status.tsx'
import { StateNote } from './state-note.tsx'
import { Timeline } from './timeline.tsx'

const back = <BackLink label="Payments" to="/payments" />

/** As tall as the content that replaces it. */
const loading = (
  <>
    <Skeleton height="5.6rem" radius="lg" />
    <div className={classes.columns}>
      <Card title="Timeline">
        <Skeleton height="26rem" />
      </Card>
      <Card title="Details">
        <Skeleton height="22rem" />
      </Card>
    </div>
  </>
)

export function PaymentPage() {
  const { svcPaymentId } = useParams({ from: '/shell/payments/$svcPaymentId' })
  const { data: payment, error, refetch } = usePayment(svcPaymentId)
  const merchantName = useMerchantName()
  if (error && !payment) {
    return (
      <Page title="Payment" back={back}>
        <ProblemNote error={error} onRetry={refetch} />
      </Page>
    )
  }
  // the same `Page`, so that its heading keeps the focus
  if (!payment) {
    return (
      <Page title="Payment" lead="Loading…" back={back}>
        {loading}
      </Page>
    )
  }
  return (
    <Page
      title={formatMoney(payment.amountCents, payment.currency)}
      badge={<PaymentStatus payment={payment} />}
      lead={[payment.orderRef, merchantName(payment.merchantId)].filter(Boolean).join(' · ')}
      back={back}
      actions={<PaymentActions payment={payment} />}
    >
      <Content payment={payment} />
    </Page>
  )
}

/** Waits for the restriction, so that neither a note nor the height of the page changes afterwards. */
function Content({ payment }: { payment: PaymentDetail }) {
  const restriction = useRestriction(payment)
  if (restriction === undefined) return loading
  return (
    <>
      <DisputeNotes payment={payment} />
      <FailedRefundNotes payment={payment} />
      <ChargedAgain payment={payment} />
      <StateNote payment={payment} restriction={restriction} />
      <MoneySplit payment={payment} />
      <div className={classes.columns}>
        <Timeline payment={payment} />
        <PaymentFacts payment={payment} />
      </div>
    </>
  )
}
