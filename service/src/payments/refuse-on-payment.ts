import type { RefundId } from '../ids.ts'
import { refuse } from '../operations/conclude.ts'
import type { Operation } from '../operations/operation.ts'
import { type Problem, problems } from '../problems.ts'
import type { Refusal } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { writeChange } from './change.sql.ts'
import { lockWithRefunds } from './locked.ts'
import type { PaymentDeps } from './operate.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'

/** Frees the key and what was reserved; where the processor knows another state, the ledger learns it. */
export async function refuseOnPayment(
  deps: PaymentDeps,
  operation: Operation,
  refusal: Refusal,
  allowedFrom: string[],
  refundId?: RefundId,
): Promise<Problem> {
  const refused = await deps.db.begin(async tx => {
    const { payment, refunds } = await lockWithRefunds(tx, operation.merchantId, operation.paymentId)
    if (!(await refuse(tx, deps, operation, refusal))) return false
    const reserved = refunds.find(refund => refund.refundId === refundId && refund.state === 'reserved')
    if (reserved) {
      const of = { ...payment, source: operation.operationId, at: deps.clock.now() }
      await writeChange(tx, of, { refunds: [{ ...reserved, state: 'released' }] })
    }
    return true
  })
  if (!refused) return problems.inProgress()
  if (refusal.reason !== 'wrong_state') return refusalProblem(refusal)
  const known = await findPayment(deps.db, operation.merchantId, operation.paymentId)
  const fresh = known && ((await refreshPayment(deps, known, operation.operationId)) ?? known)
  return refusalProblem(refusal, fresh ? { currentStatus: fresh.status, allowedFrom } : undefined)
}
