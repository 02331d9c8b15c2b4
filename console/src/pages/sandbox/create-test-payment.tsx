import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createTestPayment, type TestPayment, type TestPaymentInput } from '../../api/sandbox.ts'
import { ProblemNote } from '../../components/problem-note.tsx'

/** Creates it, and leads to the page that shows the way to its success. */
export function useCreateTestPayment() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createTestPayment,
    onSuccess: ({ svcPaymentId, checkoutUrl }: TestPayment) => {
      queryClient.setQueryData(['checkout', svcPaymentId], checkoutUrl)
      void queryClient.invalidateQueries({ queryKey: ['payments'] })
      void navigate({ to: '/sandbox', search: { payment: svcPaymentId } })
    },
  })
}

const usual: TestPaymentInput = { amountCents: 4999, currency: 'usd' }

export function CreateTestPaymentButton() {
  const create = useCreateTestPayment()
  return (
    <>
      <Button variant="filled" loading={create.isPending} onClick={() => create.mutate(usual)}>
        Create test payment
      </Button>
      {create.error && <ProblemNote error={create.error} />}
    </>
  )
}
