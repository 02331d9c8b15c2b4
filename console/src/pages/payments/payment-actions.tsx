import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useMay } from '../../session/may.tsx'
import { platformName, useSignedIn } from '../../session/session.ts'
import { useMerchant } from '../merchants/merchant-query.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import classes from './payment-page.module.css'
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
      <WhoMayAct payment={payment} possible={possible} />
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

/** A portal cannot move money, and a suspended merchant's keys cannot either. */
function WhoMayAct({
  payment: { merchantId },
  possible,
}: {
  payment: PaymentDetail
  possible: ReturnType<typeof possibleActions>
}) {
  const { kind, brand } = useSignedIn()
  const { data: merchant } = useMerchant(merchantId)
  const actions = Object.entries(possible)
    .filter(([, isPossible]) => isPossible)
    .map(([name]) => name)
  if (!merchant || actions.length === 0) return null
  if (kind === 'operator' && !merchant.suspended) return null
  return (
    <p className={classes.hint}>
      {kind === 'operator'
        ? 'The merchant is suspended. Operators can still capture, refund and cancel its payments.'
        : `To ${actions.join(' or ')} it, ${merchant.suspended ? '' : 'use your own integration (the API), or '}ask ${platformName(brand)}.`}
    </p>
  )
}
