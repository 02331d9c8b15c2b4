import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, bodyOf, newIdempotencyKey } from '../../api/client.ts'
import type { operations } from '../../api/schema.ts'
import { useToast } from '../../components/toasts.tsx'

type BodyOf<Id extends 'captureForMerchant' | 'refundForMerchant'> = NonNullable<
  operations[Id]['requestBody']
>['content']['application/json']

export type CaptureBody = BodyOf<'captureForMerchant'>
export type RefundBody = BodyOf<'refundForMerchant'>

interface Action {
  kind: 'capture' | 'refund' | 'cancel'
  body: CaptureBody & RefundBody
  /** What to say when it is done. */
  done: string
}

/**
 * Capture, refund and cancel. Pressing the button again after a lost answer repeats the same action; another amount,
 * or the dialog opened anew, is another one.
 */
export function useActOnPayment(svcPaymentId: string, { kind, body, done }: Action, opened: boolean) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const intended = `${opened} ${JSON.stringify(body)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new intention gets a new key
  const key = useMemo(newIdempotencyKey, [intended])
  return async () => {
    const params = { path: { id: svcPaymentId }, header: { 'idempotency-key': key } }
    await bodyOf(api.POST(`/admin/v1/payments/{id}/${kind}`, { params, body }))
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['payment', svcPaymentId] }),
      queryClient.invalidateQueries({ queryKey: ['payments'] }),
    ])
    toast(done)
  }
}
