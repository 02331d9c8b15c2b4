import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, type BodyFor, bodyOf } from '../../api/client.ts'
import { useToast } from '../../components/toasts.tsx'

interface Action {
  kind: 'capture' | 'refund' | 'cancel'
  body: BodyFor<'captureForMerchant'> & BodyFor<'refundForMerchant'>
  /** What to say when it is done. */
  done: string
}

/**
 * Captures, refunds or cancels. Pressing the button again after a lost answer repeats the same action; another amount,
 * or opening the dialog again, starts a new one.
 */
export function useActOnPayment(svcPaymentId: string, { kind, body, done }: Action, opened: boolean) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const intended = `${opened} ${JSON.stringify(body)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new intention gets a new key
  const key = useMemo(() => crypto.randomUUID(), [intended])
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
