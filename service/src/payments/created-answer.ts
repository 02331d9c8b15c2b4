import type { PaymentId } from '../ids.ts'
import type { CreatedPayment, NewPayment, Processor } from '../processors/port.ts'

/** The rest of a payment's fields, as they are when it is made. */
const nothingPaid = {
  capturedCents: 0,
  refundedCents: 0,
  applicationFeeRefundedCents: 0,
  disputedCents: 0,
  failure: null,
}

interface Created extends CreatedPayment {
  paymentId: PaymentId
  payment: Pick<NewPayment, 'amountCents' | 'currency' | 'captureMethod'>
  orderRef: string | null
  processor: Pick<Processor, 'name' | 'publishableKey'>
  accountId: string
  createdAt: Date
  updatedAt: Date
}

/** The answer to a create. */
export function createdAnswer({ payment, snapshot, processor, ...created }: Created): string {
  return JSON.stringify({
    svcPaymentId: created.paymentId,
    clientSecret: created.clientSecret,
    status: snapshot.status,
    amountCents: payment.amountCents,
    applicationFeeCents: snapshot.feeCents,
    currency: payment.currency,
    orderRef: created.orderRef,
    processor: processor.name,
    processorPaymentIntentId: snapshot.processorPaymentId,
    connectedAccountId: created.accountId,
    publishableKey: processor.publishableKey,
    captureMethod: payment.captureMethod,
    ...nothingPaid,
    createdAt: created.createdAt,
    updatedAt: created.updatedAt,
  })
}
