import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, type BodyFor, bodyOf } from '../../api/client.ts'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, ProblemNote } from '../../components/notes.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { useMerchantNames } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'

/** The demo merchant is the oldest, and the list begins with the newest. */
export function useDemoMerchantId(): string | undefined {
  return useMerchantNames().at(-1)?.merchantId
}

export const newTestPayment = (body: BodyFor<'createTestPayment'>) =>
  command('post', '/admin/v1/sandbox/payments', { body })

/** Creates a test payment, and opens the page with its progress. */
export function useCreateTestPayment() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [sandbox] = useSignedIn().sandboxes
  const maySetCallback = useMay()('setCallback')
  const toast = useToast()
  return useMutation({
    mutationFn: async (body: BodyFor<'createTestPayment'>) => {
      const created = await send(newTestPayment(body))
      const isUrlSet =
        maySetCallback && sandbox && body.merchantId
          ? await ensureReceiver(body.merchantId, sandbox.url).catch(() => false)
          : false
      return { ...created, isUrlSet }
    },
    onSuccess: ({ svcPaymentId, checkoutUrl, isUrlSet }, { merchantId }) => {
      if (isUrlSet) toast('The merchant had no callback URL. It is now set to the sandbox’s')
      queryClient.setQueryData(['checkout', svcPaymentId], checkoutUrl)
      void queryClient.invalidateQueries({ queryKey: ['payments'] })
      void navigate({ to: '/sandbox', search: { payment: svcPaymentId, ...(merchantId && { merchantId }) } })
    },
  })
}

/** Lets a merchant without a server see a callback arrive: the sandbox receives it. True if the URL was changed. */
async function ensureReceiver(merchantId: string, sandboxUrl: string): Promise<boolean> {
  const path = { merchantId }
  const { callbackUrl } = await bodyOf(api.GET('/admin/v1/merchants/{merchantId}', { params: { path } }))
  if (callbackUrl !== null) return false
  const body = { url: `${sandboxUrl}/_sandbox/callbacks` }
  await send(command('put', '/admin/v1/merchants/{merchantId}/callback', { path, body }))
  return true
}

interface NoPaymentsProps {
  title?: string
  /** Set if only this merchant has no payments. */
  merchantId?: string | undefined
}

/** Shown instead of payments while there are none: in sandbox mode, with a button that creates the first. */
export function NoPayments({ title = 'No payments yet', merchantId }: NoPaymentsProps) {
  const { sandboxes, kind } = useSignedIn()
  const may = useMay()
  if (sandboxes.length > 0 && may('createTestPayment')) {
    return (
      <EmptyState title={title} action={<CreateTestPaymentButton of={merchantId} />}>
        Create a test payment, pay it with a test card, and watch it succeed. No real money moves.
      </EmptyState>
    )
  }
  return (
    <EmptyState title={title}>
      Payments appear here as soon as {kind === 'portal' ? 'your' : 'a merchant’s'} server creates one with
      POST /v1/payments/intents.
    </EmptyState>
  )
}

function CreateTestPaymentButton({ of }: { of: string | undefined }) {
  const create = useCreateTestPayment()
  const demoMerchantId = useDemoMerchantId()
  const merchantId = of ?? demoMerchantId
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
