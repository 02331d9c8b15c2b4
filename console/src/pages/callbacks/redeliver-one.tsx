import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { command, send } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyAs } from '../../components/copy-as.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useWhose } from '../../session/merchant-names.ts'
import type { DeliveryDetail } from './delivery-query.ts'
import type { Redelivery } from './redeliver-outcome.tsx'

/** Redelivers one callback. Asks first if it was delivered, because the merchant's server will see it twice. */
export function RedeliverOne({
  delivery,
  onSent,
}: {
  delivery: DeliveryDetail
  onSent: (redelivery: Redelivery) => void
}) {
  const { deliveryId, state } = delivery
  const [isAsking, setAsking] = useState(false)
  const whose = useWhose()
  const toast = useToast()
  const queryClient = useQueryClient()
  const force = state === 'delivered'
  const redeliver = command('post', '/admin/v1/deliveries/{deliveryId}/redeliver', {
    path: { deliveryId },
    body: force ? { force } : {},
  })
  const onDone = async (redelivery: Redelivery) => {
    onSent(redelivery)
    await Promise.all(
      [['delivery', deliveryId], ['deliveries']].map(queryKey => queryClient.invalidateQueries({ queryKey })),
    )
  }
  const now = useMutation({
    mutationFn: () => send(redeliver),
    onSuccess: onDone,
    onError: error => toast(error.message),
  })
  return (
    <>
      <CopyAs command={redeliver} />
      <Button
        variant="filled"
        loading={now.isPending}
        onClick={() => (force ? setAsking(true) : now.mutate())}
      >
        Redeliver
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Redeliver this callback?"
          confirmLabel="Redeliver"
          command={redeliver}
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          <p>
            This callback was delivered: {whose} server will receive it a second time, under the same event
            id.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
