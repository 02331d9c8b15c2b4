import { useState } from 'react'
import { command } from '../../api/command.ts'
import { AmountInput } from '../../components/amount-input.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { amountIn, formatMoney, plainMoney } from '../../components/money.tsx'
import { useToast } from '../../components/toasts.tsx'
import { type PaymentDialogProps, useRefreshPayment } from './payment-query.ts'

export function CaptureDialog({ payment, onClose }: PaymentDialogProps) {
  const { svcPaymentId, currency, amountCents } = payment
  const [typed, setTyped] = useState(plainMoney(amountCents, currency))
  const refresh = useRefreshPayment(svcPaymentId)
  const toast = useToast()
  const cents = amountIn(typed, currency, amountCents)
  const amount = cents !== null && formatMoney(cents, currency)
  return (
    <ConfirmDialog
      title="Capture this payment"
      confirmLabel={amount ? `Capture ${amount}` : 'Capture'}
      isDisabled={!amount}
      command={command('post', '/admin/v1/payments/{id}/capture', {
        path: { id: svcPaymentId },
        body: { amountCents: cents ?? 0 },
      })}
      onDone={async () => {
        await refresh()
        toast(`${amount} captured`)
      }}
      onClose={onClose}
    >
      <AmountInput
        label="Amount"
        description={`${formatMoney(amountCents, currency)} is authorized. Any amount not captured is released to the customer.`}
        currency={currency}
        most={amountCents}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
