import type { RefundId } from '../ids.ts'
import type { Operation } from '../operations/operation.ts'
import { type Problem, problems } from '../problems.ts'
import type { Refusal } from '../processors/port.ts'
import { type PaymentDeps, refuse } from './operate.ts'
import { findPayment, releaseRefund } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'

/** Frees the key and what was reserved; where the processor knows another state, the ledger learns it. */
export async function refuseOnPayment(
  deps: PaymentDeps,
  operation: Operation,
  refusal: Refusal,
  allowedFrom: string[],
  refundId?: RefundId,
): Promise<Problem> {
  await deps.db.begin(async tx => {
    if (refundId) await releaseRefund(tx, operation.merchantId, refundId, deps.clock.now())
    await refuse(tx, deps, operation, refusal)
  })
  if (refusal.reason === 'wrong_state') {
    const known = await findPayment(deps.db, operation.merchantId, operation.paymentId)
    const fresh = known && ((await refreshPayment(deps, known, operation.operationId)) ?? known)
    if (fresh && !allowedFrom.includes(fresh.status)) {
      return problems.invalidState(refusal.message, fresh.status, allowedFrom)
    }
  }
  return problems.processorError(refusal.code, refusal.message)
}
