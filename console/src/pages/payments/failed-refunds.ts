import type { PaymentDetail } from './payment-query.ts'

export type Refund = PaymentDetail['refunds'][number]

export const failedAt = ({ ledgerEntries }: PaymentDetail, { processorRefundId }: Refund) =>
  ledgerEntries.find(({ fact }) => fact === `refund_failed:${processorRefundId}`)?.postedAt

/** Failed refunds whose amount was not refunded again. If a later refund fails, too, that one is shown instead. */
export function failedRefunds(payment: PaymentDetail): Refund[] {
  const { refunds } = payment
  return refunds.filter(failed => {
    const at = failedAt(payment, failed) ?? failed.createdAt
    const later = refunds.filter(({ createdAt, state }) => createdAt > at && state !== 'released')
    const againCents = later.reduce((sum, { amountCents }) => sum + amountCents, 0)
    return failed.state === 'failed' && againCents < failed.amountCents
  })
}
