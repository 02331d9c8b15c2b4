import { useState } from 'react'
import { choices } from '../../api/choices.ts'
import { command } from '../../api/command.ts'
import { AmountInput } from '../../components/amount-input.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Checkbox, NativeSelect, TextInput } from '../../components/fields.tsx'
import { amountIn, formatMoney, plainMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'
import { useToast } from '../../components/toasts.tsx'
import { otherCharges } from './order-payments.tsx'
import { type PaymentDialogProps, refundableCents, useRefreshPayment } from './payment-query.ts'

const reasons = choices.refundForMerchant.reason

export function RefundDialog({ payment, onClose }: PaymentDialogProps) {
  const { svcPaymentId, currency } = payment
  const left = refundableCents(payment)
  const [typed, setTyped] = useState(plainMoney(left, currency))
  const [reason, setReason] = useState<(typeof reasons)[number] | ''>(
    otherCharges(payment).length > 0 ? 'duplicate' : '',
  )
  const [note, setNote] = useState('')
  const [returnsFee, setReturnsFee] = useState(true)
  const refresh = useRefreshPayment(svcPaymentId)
  const toast = useToast()
  const cents = amountIn(typed, currency, left)
  const amount = cents !== null && formatMoney(cents, currency)
  const hasFee = payment.applicationFeeCents > payment.applicationFeeRefundedCents
  return (
    <ConfirmDialog
      title="Refund this payment"
      confirmLabel={amount ? `Refund ${amount}` : 'Refund'}
      isDisabled={!amount}
      command={command('post', '/admin/v1/payments/{id}/refund', {
        path: { id: svcPaymentId },
        body: {
          amountCents: cents ?? 0,
          ...(reason && { reason }),
          // Sent even if no fee is left, so that a refund that returned the last of it can be repeated with the same
          // body.
          refundApplicationFee: returnsFee,
        },
        note: note.trim(),
      })}
      onDone={async () => {
        await refresh()
        toast(`${amount} refunded`)
      }}
      onClose={onClose}
    >
      <AmountInput
        label="Amount"
        description={`${formatMoney(left, currency)} can be refunded`}
        currency={currency}
        most={left}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
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
      <TextInput
        label="Note"
        description="For your colleagues, in the timeline and the audit log; not shown to the merchant"
        maxLength={200}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      {hasFee && (
        <Checkbox
          label="Return the platform fee in proportion"
          description={feeText(returnsFee, cents, payment)}
          checked={returnsFee}
          onChange={event => setReturnsFee(event.currentTarget.checked)}
        />
      )}
      <p>The refund is sent at once and cannot be undone.</p>
    </ConfirmDialog>
  )
}

/** The amount that is requested; the processor decides how to round it. */
function feeText(returnsFee: boolean, cents: number | null, payment: PaymentDialogProps['payment']): string {
  const { applicationFeeCents: fee, applicationFeeRefundedCents: returned, capturedCents, currency } = payment
  if (!returnsFee) return `The platform keeps its fee of ${formatMoney(fee - returned, currency)}`
  if (cents === null) return `Up to ${formatMoney(fee - returned, currency)} goes back to the merchant`
  const isRest = cents === refundableCents(payment)
  const part = isRest ? fee - returned : Math.min(fee - returned, Math.round((fee * cents) / capturedCents))
  const about = isRest ? '' : 'About '
  return `${about}${formatMoney(part, currency)} of ${formatMoney(fee, currency)} goes back to the merchant`
}
