import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useMay } from '../../session/may.tsx'
import { platformName, useSignedIn } from '../../session/session.ts'
import { useMerchant } from '../merchants/merchant-query.ts'
import { processorText } from '../merchants/restriction.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CaptureDialog } from './capture-dialog.tsx'
import classes from './payment-page.module.css'
import { isLost, type PaymentDetail, possibleActions, useRestriction } from './payment-query.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Dialog = 'capture' | 'refund' | 'cancel'

/** Offers only what the payment's state, its account and the operator's role allow. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const [opened, setOpened] = useState<Dialog | null>(null)
  const may = useMay()
  const restriction = useRestriction(payment)
  if (restriction === undefined) return null
  const possible = possibleActions(payment)
  const offers = (action: Dialog) => possible[action] && !isLost(restriction) && may(`${action}ForMerchant`)
  const dialog = { payment, onClose: () => setOpened(null) }
  return (
    <>
      <WhoMayAct payment={payment} possible={possible} isLost={isLost(restriction)} />
      {offers('capture') && (
        <Button variant="filled" onClick={() => setOpened('capture')}>
          Capture
        </Button>
      )}
      {offers('refund') && (
        <Button variant="filled" onClick={() => setOpened('refund')}>
          Refund
        </Button>
      )}
      {offers('cancel') && (
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

interface WhoMayActProps {
  payment: PaymentDetail
  possible: ReturnType<typeof possibleActions>
  isLost: boolean
}

/** Neither a portal nor a suspended merchant's keys can move money. In a lost account, nobody here can. */
function WhoMayAct({ payment: { merchantId, processor }, possible, isLost }: WhoMayActProps) {
  const { kind, brand, sandboxes } = useSignedIn()
  const { data: merchant } = useMerchant(merchantId)
  const actions = Object.entries(possible)
    .filter(([, isPossible]) => isPossible)
    .map(([name]) => name)
    .join(' or ')
  if (!merchant || !actions) return null
  if (kind === 'operator' && !merchant.suspended && !isLost) return null
  const there = processorText(processor, sandboxes)
  const texts = {
    operator: isLost
      ? `The platform has lost access to the merchant’s account: only the merchant can ${actions} the payment, at ${there}.`
      : 'The merchant is suspended. Operators can still capture, refund and cancel its payments.',
    portal: isLost
      ? `Your platform has lost access to your account: only you can ${actions} the payment, in your own account at ${there}.`
      : `To ${actions} it, ${merchant.suspended ? '' : 'use your own integration (the API), or '}ask ${platformName(brand)}.`,
  }
  return <p className={classes.hint}>{texts[kind]}</p>
}
