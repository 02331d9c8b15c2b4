import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useMay } from '../../session/may.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import { type PaymentDetail, possibleActions } from './payment-query.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Dialog = 'capture' | 'refund' | 'cancel'

/** Offers only what both the payment's state and the operator's role allow. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const [opened, setOpened] = useState<Dialog | null>(null)
  const may = useMay()
  const possible = possibleActions(payment)
  const dialog = { payment, onClose: () => setOpened(null) }
  return (
    <>
      {possible.capture && may('captureForMerchant') && (
        <Button variant="filled" onClick={() => setOpened('capture')}>
          Capture
        </Button>
      )}
      {possible.refund && may('refundForMerchant') && (
        <Button variant="filled" onClick={() => setOpened('refund')}>
          Refund
        </Button>
      )}
      {possible.cancel && may('cancelForMerchant') && (
        <Button color="red" onClick={() => setOpened('cancel')}>
          Cancel payment
        </Button>
      )}
      {opened === 'capture' && <CaptureDialog {...dialog} />}
      {opened === 'refund' && <RefundDialog {...dialog} />}
      {opened === 'cancel' && <CancelDialog {...dialog} />}
    </>
  )
}
