import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatMoney } from '../../components/money.tsx'
import { useActOnPayment } from './act-on-payment.ts'
import type { PaymentDialogProps } from './payment-query.ts'

export function CancelDialog({ payment, opened, onClose }: PaymentDialogProps) {
  const { svcPaymentId, status, amountCents, currency } = payment
  const amount = formatMoney(amountCents, currency)
  const act = useActOnPayment(svcPaymentId, { kind: 'cancel', body: {}, done: 'Payment canceled' }, opened)
  return (
    <ConfirmDialog
      opened={opened}
      title="Cancel this payment?"
      confirmLabel="Cancel payment"
      isDanger
      onConfirm={act}
      onClose={onClose}
      command={{
        method: 'POST',
        path: `/payments/${svcPaymentId}/cancel`,
        body: {},
        needsIdempotencyKey: true,
        cli: `payments cancel ${svcPaymentId}`,
      }}
    >
      <p>
        {status === 'requires_capture'
          ? `The hold of ${amount} on the shopper’s card is released.`
          : `The shopper can no longer pay ${amount}.`}{' '}
        A canceled payment cannot be opened again.
      </p>
    </ConfirmDialog>
  )
}
