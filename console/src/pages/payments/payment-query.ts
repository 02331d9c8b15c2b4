import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, bodyOf } from '../../api/client.ts'
import { useMerchant } from '../merchants/merchant-query.ts'

export type PaymentDetail = Answer<'getPaymentTimeline'>

export const paymentQuery = (svcPaymentId: string) => ({
  queryKey: ['payment', svcPaymentId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    bodyOf(api.GET('/admin/v1/payments/{id}', { params: { path: { id: svcPaymentId } }, signal })),
})

export function usePayment(svcPaymentId: string) {
  return useQuery(paymentQuery(svcPaymentId))
}

/** The amount that can still be refunded: zero for a disputed payment, or one whose dispute was lost. */
export function refundableCents({ capturedCents, refundedCents, disputedCents }: PaymentDetail): number {
  return disputedCents > 0 ? 0 : capturedCents - refundedCents
}

/** Whether it was authorized before its capture or cancellation. */
export const wasHeld = ({ events }: PaymentDetail) =>
  events.some(({ type }) => type === 'payment_intent.amount_capturable_updated')

const cancelable = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
])

/**
 * Why the processor takes no payments for the merchant's account there: null if it does, or if that could not be read.
 * Undefined until it is known.
 */
export function useRestriction({ merchantId, processor }: PaymentDetail): string | null | undefined {
  const { data: merchant, isPending } = useMerchant(merchantId)
  if (isPending) return undefined
  return merchant?.accounts.find(account => account.processor === processor)?.restriction ?? null
}

/** Whether the platform has lost access to the account: only its owner can still act on its payments. */
export const isLost = (restriction: string | null) => restriction === 'deauthorized'

/** The actions that the payment's state allows, regardless of the operator’s role and of access to the account. */
export function possibleActions(payment: PaymentDetail) {
  return {
    capture: payment.status === 'requires_capture',
    refund: ['succeeded', 'partially_refunded'].includes(payment.status) && refundableCents(payment) > 0,
    cancel: cancelable.has(payment.status),
  }
}

/** Refreshes all data affected by a change to this payment. */
export function useRefreshPayment(svcPaymentId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [['payment', svcPaymentId], ['payments']].map(queryKey => queryClient.invalidateQueries({ queryKey })),
    )
}

export interface PaymentDialogProps {
  payment: PaymentDetail
  onClose: () => void
}
