import { Note } from '../../components/notes.tsx'
import type { PaymentDetail } from './payment-query.ts'

const isUnpaid = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action'])

/** Answers in a sentence whether the customer has paid or was charged, if the status does not. */
export function StateNote({ payment }: { payment: PaymentDetail }) {
  const { status, failure, capturedCents, events } = payment
  if (failure && status !== 'canceled') {
    return (
      <Note tone="bad">
        <strong>{failure.message}</strong>{' '}
        {status === 'requires_payment_method' && 'Nothing was charged; the customer can try again. '}
        <code>{failure.code}</code>
      </Note>
    )
  }
  if (isUnpaid.has(status)) return <Note tone="quiet">The customer has not paid yet.</Note>
  if (status !== 'canceled' || capturedCents > 0) return null
  const wasHeld = events.some(({ type }) => type === 'payment_intent.amount_capturable_updated')
  return <Note tone="quiet">{wasHeld && 'The authorization was released. '}Nothing was charged.</Note>
}
