import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatMoney } from '../../components/money.tsx'
import { useToast } from '../../components/toasts.tsx'
import { type PaymentDialogProps, useRefreshPayment } from './payment-query.ts'

export function CancelDialog({ payment, onClose }: PaymentDialogProps) {
  const { svcPaymentId, status, amountCents, currency } = payment
  const amount = formatMoney(amountCents, currency)
  const refresh = useRefreshPayment(svcPaymentId)
  const toast = useToast()
  return (
    <ConfirmDialog
      title="Cancel this payment?"
      confirmLabel="Cancel payment"
      isDanger
      command={command('post', '/admin/v1/payments/{id}/cancel', {
        path: { id: svcPaymentId },
        body: {},
      })}
      onDone={async () => {
        await refresh()
        toast('Payment canceled')
      }}
      onClose={onClose}
    >
      <p>
        {status === 'requires_capture'
          ? `The hold of ${amount} on the customer’s card is released. Nothing was charged.`
          : `Nothing was charged, so no money moves. The customer can no longer pay the ${amount}.`}{' '}
        A canceled payment cannot be reopened: to pay after all, the customer needs a new one.
      </p>
    </ConfirmDialog>
  )
}
