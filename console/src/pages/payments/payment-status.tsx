import { StatusBadge } from '../../components/status-badge.tsx'
import type { Payment } from './list-query.ts'

/** A declined payment waits for another card; that it was declined is what one wants to see. */
export function PaymentStatus({ payment }: { payment: Pick<Payment, 'status' | 'failure'> }) {
  const isDeclined = payment.status === 'requires_payment_method' && payment.failure !== null
  return isDeclined ? <StatusBadge status="declined" tone="bad" /> : <StatusBadge status={payment.status} />
}
