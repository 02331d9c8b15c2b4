import { Note } from '../../components/notes.tsx'
import { useSignedIn } from '../../session/session.ts'
import { isLost, type PaymentDetail, wasHeld } from './payment-query.ts'

const unpaid = 'The customer has not paid yet.'

/** What a payment waits for. */
const waitsFor: Readonly<Record<string, string>> = {
  requires_payment_method: unpaid,
  requires_confirmation: unpaid,
  requires_action:
    'The customer has not paid yet: one more step is needed, such as confirming the payment with the customer’s bank.',
  processing:
    'The customer’s bank has not confirmed the payment yet. For a bank debit, this takes a few business days, and it can still fail.',
}

function endsHold(isPortal: boolean, isLost: boolean): string {
  if (isPortal) return isLost ? 'you capture or cancel' : 'you or your platform captures or cancels'
  return `the merchant ${isLost ? '' : 'or an operator '}captures or cancels`
}

/** Answers in a sentence whether the customer has paid or was charged, if the status does not. */
export function StateNote({ payment, restriction }: { payment: PaymentDetail; restriction: string | null }) {
  const { status, failure, capturedCents } = payment
  const isPortal = useSignedIn().kind === 'portal'
  const cannotPay =
    restriction &&
    `cannot pay now, because ${isPortal ? 'your' : 'the merchant’s'} account takes no payments.`
  if (failure && status !== 'canceled') {
    return (
      <Note tone="bad">
        The processor’s message for the customer: <strong>“{failure.message}”</strong>{' '}
        {status === 'requires_payment_method' &&
          `Nothing was charged; the customer ${cannotPay ?? 'can try again.'} `}
        <code>{failure.code}</code>
      </Note>
    )
  }
  if (cannotPay && waitsFor[status] === unpaid)
    return <Note tone="bad">The customer has not paid yet, and {cannotPay}</Note>
  if (waitsFor[status]) return <Note tone="quiet">{waitsFor[status]}</Note>
  if (status === 'requires_capture') {
    const days = payment.paymentMethod?.type === 'card_present' ? 'two' : 'seven'
    return (
      <Note tone="quiet">
        The customer’s money is held until {endsHold(isPortal, isLost(restriction))} the payment. If nobody
        does, the hold ends by itself, usually after about {days} days, and nothing is charged.
      </Note>
    )
  }
  if (status !== 'canceled' || capturedCents > 0) return null
  return (
    <Note tone="quiet">{wasHeld(payment) && 'The authorization was released. '}Nothing was charged.</Note>
  )
}
