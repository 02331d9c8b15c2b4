import { useEffect, useState } from 'react'
import { AmountInput } from '../../components/amount-input.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { amountIn, formatMoney, plainMoney } from '../../components/money.tsx'
import { useActOnPayment } from './act-on-payment.ts'
import type { PaymentDialogProps } from './payment-query.ts'

export function CaptureDialog({ payment, opened, onClose }: PaymentDialogProps) {
  const { svcPaymentId, currency, amountCents } = payment
  const [amount, setAmount] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening fills the field, not a change behind it
  useEffect(() => {
    if (opened) setAmount(plainMoney(amountCents, currency))
  }, [opened])
  const cents = amountIn(amount, currency, amountCents)
  const isValid = cents !== null
  const body = { amountCents: cents ?? 0 }
  const act = useActOnPayment(
    svcPaymentId,
    { kind: 'capture', body, done: `${formatMoney(cents ?? 0, currency)} captured` },
    opened,
  )
  return (
    <ConfirmDialog
      opened={opened}
      title="Capture this payment"
      confirmLabel={isValid ? `Capture ${formatMoney(cents, currency)}` : 'Capture'}
      isDisabled={!isValid}
      onConfirm={act}
      onClose={onClose}
      command={{
        method: 'POST',
        path: `/payments/${svcPaymentId}/capture`,
        body,
        needsIdempotencyKey: true,
        cli: `payments capture ${svcPaymentId} --amount-cents ${cents}`,
      }}
    >
      <AmountInput
        label="Amount"
        description={`${formatMoney(amountCents, currency)} is authorized. What is not captured goes back to the shopper.`}
        currency={currency}
        most={amountCents}
        value={amount}
        onChange={event => setAmount(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
