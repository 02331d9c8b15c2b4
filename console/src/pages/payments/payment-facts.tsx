import { Card, Facts } from '../../components/card.tsx'
import { CopyableId } from '../../components/copyable.tsx'
import { DisputeBadge, needsResponse } from '../../components/dispute-state.tsx'
import { MerchantLink } from '../../components/merchants.tsx'
import { Money } from '../../components/money.tsx'
import { StatusBadge, statusText } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useSignedIn } from '../../session/session.ts'
import { captureText } from './capture-methods.ts'
import { OrderPayments, OrderReference } from './order-payments.tsx'
import classes from './payment-page.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { callerOf } from './timeline-items.ts'

/** Such as "Visa •••• 4242", or "Klarna" for methods without a number. */
function methodText({ paymentMethod }: PaymentDetail): string {
  if (!paymentMethod) return '–'
  const { type, brand, last4 } = paymentMethod
  return [statusText(brand ?? type).replace(/^Us /, 'US '), last4 && `•••• ${last4}`]
    .filter(Boolean)
    .join(' ')
}

/** When a dispute was last decided, if it was: a won or lost dispute has a ledger entry. */
function decidedAt({ ledgerEntries }: PaymentDetail, processorDisputeId: string): string[] {
  return ledgerEntries
    .filter(({ kind, fact }) => kind.startsWith('dispute_') && fact.endsWith(`:${processorDisputeId}`))
    .map(({ postedAt }) => postedAt)
    .slice(-1)
}

/** Null for a refund made at the processor, or restored from its records. */
function requesterOf(payment: PaymentDetail, refund: PaymentDetail['refunds'][number], isPortal: boolean) {
  const request = payment.operations.find(
    ({ kind, createdAt }) => kind === 'refund' && createdAt === refund.createdAt,
  )
  return request ? callerOf(request, payment, isPortal) : null
}

export function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  const { currency, refunds, disputes } = payment
  const key = payment.operations.find(({ kind }) => kind === 'create')?.idempotencyKey
  const isPortal = useSignedIn().kind === 'portal'
  return (
    <div className={classes.aside}>
      <OrderPayments payment={payment} />
      <Card title="Details">
        <Facts
          facts={[
            ['Payment', <CopyableId key="id" id={payment.svcPaymentId} />],
            ['Merchant', <MerchantLink key="merchant" merchantId={payment.merchantId} />],
            ['Order reference', <OrderReference key="order" payment={payment} />],
            ['Idempotency key', key ? <CopyableId key="key" id={key} /> : '–'],
            [
              payment.capturedCents > 0 ? 'Paid with' : payment.failure ? 'Tried with' : 'Payment method',
              methodText(payment),
            ],
            ['Capture mode', captureText[payment.captureMethod]],
            ['Currency', currency.toUpperCase()],
            ['Processor', statusText(payment.processor)],
            ['Processor’s id', <CopyableId key="pi" id={payment.processorPaymentIntentId} short />],
            [
              isPortal ? 'Your account there' : 'Connected account',
              <CopyableId key="acct" id={payment.connectedAccountId} short />,
            ],
            ['Created', <Time key="created" at={payment.createdAt} />],
            ['Last change', <Time key="updated" at={payment.updatedAt} />],
          ]}
        />
      </Card>
      {refunds.length > 0 && (
        <Card title="Refunds">
          <div className={classes.aside}>
            {refunds.map(refund => {
              const { refundId, amountCents, state, reason, createdAt } = refund
              const requester = requesterOf(payment, refund, isPortal)
              return (
                <Facts
                  key={refundId}
                  facts={[
                    [
                      'Amount',
                      <span key="amount" className={classes.line}>
                        <Money cents={amountCents} currency={currency} /> <StatusBadge status={state} />
                      </span>,
                    ],
                    ['Reason given', reason ? statusText(reason) : '–'],
                    [
                      'Requested',
                      <span key="requested">
                        {requester && `by ${requester}, `}
                        <Time at={createdAt} />
                      </span>,
                    ],
                    ['Refund', <CopyableId key="id" id={refundId} short />],
                  ]}
                />
              )
            })}
          </div>
        </Card>
      )}
      {disputes.length > 0 && (
        <Card title="Disputes">
          <div className={classes.aside}>
            {disputes.map(({ processorDisputeId, amountCents, state, reason, dueBy, createdAt }) => (
              <Facts
                key={processorDisputeId}
                facts={[
                  [
                    'Amount',
                    <span key="amount" className={classes.line}>
                      <Money cents={amountCents} currency={currency} /> <DisputeBadge state={state} />
                    </span>,
                  ],
                  ['Customer’s reason', reason ? statusText(reason) : '–'],
                  ['Opened', <Time key="opened" at={createdAt} />],
                  ...decidedAt(payment, processorDisputeId).map(
                    at => ['Decided', <Time key="decided" at={at} />] as const,
                  ),
                  ...(dueBy && needsResponse(state)
                    ? [['Respond by', <Time key="due" at={dueBy} withZone />] as const]
                    : []),
                ]}
              />
            ))}
          </div>
        </Card>
      )}
    </div>
  )
}
