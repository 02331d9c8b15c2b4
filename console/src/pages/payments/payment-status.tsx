import { DisputedBadge } from '../../components/dispute-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import type { Payment } from './list-query.ts'

/**
 * Shows that a payment is disputed or declined: the status alone ("Succeeded") would mislead. A won dispute is not shown.
 */
export function PaymentStatus({
  payment: { status, failure, dispute },
}: {
  payment: Pick<Payment, 'status' | 'failure' | 'dispute'>
}) {
  if (dispute && dispute.state !== 'won') return <DisputedBadge state={dispute.state} />
  const isDeclined = status === 'requires_payment_method' && failure !== null
  return <StatusBadge status={isDeclined ? 'declined' : status} />
}
