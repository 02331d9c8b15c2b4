import { EmptyState } from '../../components/empty-state.tsx'
import { useMay } from '../../session/may.tsx'
import { useSignedIn } from '../../session/session.ts'
import { CreateTestPaymentButton } from './create-test-payment.tsx'

/** What stands where payments will be: in sandbox mode, the way to the first one. */
export function FirstPayment() {
  const { sandbox } = useSignedIn()
  const may = useMay()
  if (sandbox && may('createTestPayment')) {
    return (
      <EmptyState title="No payments yet" action={<CreateTestPaymentButton />}>
        Create a test payment, pay it with a test card, and watch it succeed. No real money moves.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No payments yet">
      Payments appear here as soon as a merchant’s server creates one with POST /v1/payments/intents.
    </EmptyState>
  )
}
