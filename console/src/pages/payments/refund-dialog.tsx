import { useEffect, useState } from 'react'
import type { BodyFor } from '../../api/client.ts'
import { AmountInput } from '../../components/amount-input.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Checkbox, NativeSelect } from '../../components/fields.tsx'
import { amountIn, formatMoney, plainMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { useActOnPayment } from './act-on-payment.ts'
import type { PaymentDialogProps } from './payment-query.ts'
import { refundableCents } from './payment-query.ts'

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const

export function RefundDialog({ payment, opened, onClose }: PaymentDialogProps) {
  const { svcPaymentId, currency } = payment
  const left = refundableCents(payment)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState<(typeof reasons)[number] | ''>('')
  const [returnsFee, setReturnsFee] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening fills the fields, not a change behind them
  useEffect(() => {
    if (!opened) return
    setAmount(plainMoney(left, currency))
    setReason('')
    setReturnsFee(true)
  }, [opened])
  const cents = amountIn(amount, currency, left)
  const isValid = cents !== null
  const hasFee = payment.applicationFeeCents > payment.applicationFeeRefundedCents
  const body: BodyFor<'refundForMerchant'> = {
    amountCents: cents ?? 0,
    ...(reason && { reason }),
    ...(hasFee && { refundApplicationFee: returnsFee }),
  }
  const label = isValid ? `Refund ${formatMoney(cents, currency)}` : 'Refund'
  const act = useActOnPayment(
    svcPaymentId,
    { kind: 'refund', body, done: `${formatMoney(cents ?? 0, currency)} refunded` },
    opened,
  )
  const options = [
    `--amount-cents ${cents}`,
    reason && `--reason ${reason}`,
    hasFee && !returnsFee && '--no-fee',
  ]
  return (
    <ConfirmDialog
      opened={opened}
      title="Refund this payment"
      confirmLabel={label}
      isDisabled={!isValid}
      onConfirm={act}
      onClose={onClose}
      command={{
        method: 'POST',
        path: `/payments/${svcPaymentId}/refund`,
        body,
        needsIdempotencyKey: true,
        cli: ['payments refund', svcPaymentId, ...options].filter(Boolean).join(' '),
      }}
    >
      <AmountInput
        label="Amount"
        description={`${formatMoney(left, currency)} can be refunded`}
        currency={currency}
        most={left}
        value={amount}
        onChange={event => setAmount(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="Reason"
        value={reason}
        onChange={event => setReason(reasons.find(known => known === event.currentTarget.value) ?? '')}
        data={[
          { value: '', label: 'No reason given' },
          ...reasons.map(value => ({ value, label: statusText(value) })),
        ]}
      />
      {hasFee && (
        <Checkbox
          label="Return the platform fee in proportion"
          description={feeText(returnsFee, isValid ? cents : null, payment)}
          checked={returnsFee}
          onChange={event => setReturnsFee(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}

/** The processor decides to the cent; this is what is asked for. */
function feeText(returnsFee: boolean, cents: number | null, payment: PaymentDialogProps['payment']): string {
  const { applicationFeeCents: fee, applicationFeeRefundedCents: returned, capturedCents, currency } = payment
  if (!returnsFee) return `The platform keeps its fee of ${formatMoney(fee - returned, currency)}`
  if (cents === null) return `Up to ${formatMoney(fee - returned, currency)} goes back to the merchant`
  const isRest = cents === refundableCents(payment)
  const part = isRest ? fee - returned : Math.min(fee - returned, Math.round((fee * cents) / capturedCents))
  return `About ${formatMoney(part, currency)} of ${formatMoney(fee, currency)} goes back to the merchant`
}
