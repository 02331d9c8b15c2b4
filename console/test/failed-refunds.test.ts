import { expect, test } from 'vitest'
import { failedRefunds } from '../src/pages/payments/failed-refunds.ts'
import type { PaymentDetail } from '../src/pages/payments/payment-query.ts'

const at = (minute: number) => `2026-03-14T09:${minute}:53.100Z`

test('a failed refund is shown until its amount is refunded again', () => {
  const refund = (id: number, state: string) => ({
    refundId: `rf_${id}`,
    processorRefundId: `re_${id}`,
    amountCents: 2000,
    state,
    createdAt: at(10 * id),
  })
  const shown = (...refunds: object[]) =>
    failedRefunds({
      refunds,
      ledgerEntries: [1, 2].map(id => ({ fact: `refund_failed:re_${id}`, postedAt: at(10 * id + 5) })),
    } as unknown as PaymentDetail).map(({ refundId }) => refundId)
  expect(shown(refund(1, 'failed'))).toEqual(['rf_1'])
  expect(shown(refund(1, 'failed'), refund(2, 'released'))).toEqual(['rf_1'])
  expect(shown(refund(1, 'failed'), { ...refund(2, 'succeeded'), amountCents: 500 })).toEqual(['rf_1'])
  expect(shown(refund(1, 'failed'), refund(2, 'failed'))).toEqual(['rf_2'])
  expect(shown(refund(1, 'failed'), refund(2, 'pending'))).toEqual([])
  // requested before the first one failed, so it is about other money
  const early = { ...refund(2, 'succeeded'), createdAt: at(12) }
  expect(shown(refund(1, 'failed'), early)).toEqual(['rf_1'])
})
