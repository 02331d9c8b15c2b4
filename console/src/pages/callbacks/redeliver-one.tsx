import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { useToast } from '../../components/toasts.tsx'
import type { DeliveryDetail } from './delivery-query.ts'
import type { Redelivery } from './redeliver-outcome.tsx'

/** Sends one callback again. Asks first if it was delivered, because the merchant's server will see it twice. */
export function RedeliverOne({
  delivery,
  onSent,
}: {
  delivery: DeliveryDetail
  onSent: (redelivery: Redelivery) => void
}) {
  const { deliveryId, state } = delivery
  const [opened, dialog] = useDisclosure()
  const toast = useToast()
  const queryClient = useQueryClient()
  const force = state === 'delivered'
  const send = async () => {
    const params = { path: { deliveryId } }
    const body = force ? { force } : {}
    onSent(await bodyOf(api.POST('/admin/v1/deliveries/{deliveryId}/redeliver', { params, body })))
    await Promise.all(
      [['delivery', deliveryId], ['deliveries']].map(queryKey => queryClient.invalidateQueries({ queryKey })),
    )
  }
  const now = useMutation({ mutationFn: send, onError: error => toast(error.message) })
  const command = {
    method: 'POST',
    path: `/deliveries/${deliveryId}/redeliver`,
    body: force ? { force } : {},
    cli: `deliveries redeliver ${deliveryId}${force ? ' --force' : ''}`,
  } as const
  return (
    <>
      <CopyAs command={command} />
      <Button variant="filled" loading={now.isPending} onClick={() => (force ? dialog.open() : now.mutate())}>
        Redeliver
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Send it again?"
        confirmLabel="Redeliver"
        onConfirm={send}
        onClose={dialog.close}
      >
        <p>
          This callback was delivered. The merchant’s server gets it a second time, under the same event id.
        </p>
      </ConfirmDialog>
    </>
  )
}
