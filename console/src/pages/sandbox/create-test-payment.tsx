import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../../api/client.ts'
import { useMerchantNames } from '../../api/merchants.ts'
import { createTestPayment, type TestPayment, type TestPaymentInput } from '../../api/sandbox.ts'
import { ProblemNote } from '../../components/problem-note.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'

/** The demo merchant is the oldest, and the list begins with the newest. */
export function useDemoMerchantId(): string | undefined {
  return useMerchantNames().at(-1)?.merchantId
}

/** Creates it, and leads to the page that shows the way to its success. */
export function useCreateTestPayment() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { sandbox } = useSignedIn()
  const mayReceive = useMay()('setCallback')
  return useMutation({
    mutationFn: async (input: TestPaymentInput): Promise<TestPayment> => {
      if (mayReceive && sandbox && input.merchantId) await ensureReceiver(input.merchantId, sandbox.url)
      return await createTestPayment(input)
    },
    onSuccess: ({ svcPaymentId, checkoutUrl }) => {
      queryClient.setQueryData(['checkout', svcPaymentId], checkoutUrl)
      void queryClient.invalidateQueries({ queryKey: ['payments'] })
      void navigate({ to: '/sandbox', search: { payment: svcPaymentId } })
    },
  })
}

/** Whoever has no server yet sees a callback arrive all the same: the sandbox takes it. */
async function ensureReceiver(merchantId: string, sandboxUrl: string): Promise<void> {
  const params = { path: { merchantId } }
  const { callbackUrl } = await bodyOf(api.GET('/admin/v1/merchants/{merchantId}', { params }))
  if (callbackUrl !== null) return
  const body = { url: `${sandboxUrl}/_sandbox/callbacks` }
  await bodyOf(api.PUT('/admin/v1/merchants/{merchantId}/callback', { params, body }))
}

export function CreateTestPaymentButton() {
  const create = useCreateTestPayment()
  const merchantId = useDemoMerchantId()
  return (
    <>
      <Button
        variant="filled"
        loading={create.isPending}
        onClick={() => create.mutate({ merchantId, amountCents: 4999, currency: 'usd' })}
      >
        Create test payment
      </Button>
      {create.error && <ProblemNote error={create.error} />}
    </>
  )
}
