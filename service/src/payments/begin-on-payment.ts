import { claimOperation } from '../operations/claim.sql.ts'
import type { Begun } from '../operations/kind.ts'
import type { LeasedOperation, OperationRequest } from '../operations/operation.ts'
import { earlierOperations, findOperation } from '../operations/operations.sql.ts'
import { judgeEarlier, waitForEarlier } from '../operations/without-key.ts'
import { Problem } from '../problems.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type LockedPayment, lockWithRefunds } from './locked-payment.ts'
import type { OnPaymentName, Plan } from './on-payment.ts'
import { canMove, type Payment } from './payment.ts'
import { requireRefreshed } from './refresh-payment.ts'

export interface Planner<Name extends OnPaymentName> {
  /** The plan needs to know what the processor has now. */
  readsFirst: (payment: Payment) => boolean
  plan: (locked: LockedPayment) => Plan<Name>
}

/** Calls without a key that wait for each other each get their turn, up to this many. */
const turns = 50

/** Plans and claims the operation on a payment. Null when its key, or the payment, is taken. */
export async function beginOnPayment<Name extends OnPaymentName>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  payment: Payment,
  { readsFirst, plan }: Planner<Name>,
): Promise<Begun<Name> | null> {
  processorNamed(deps, payment.processor)
  if (readsFirst(payment)) await requireRefreshed(deps, payment, 'refresh')
  const claim = () => claimLocked(deps, request, payment, plan)
  for (let turn = 0; turn < turns; turn++) {
    const operation = await claim().catch(async error => {
      await refreshIfOutdated(deps, error, payment)
      return await claim()
    })
    if (operation === null) return null
    if (operation !== 'not_yet') return { kind: 'perform', operation }
    const earlier = await waitForEarlier(deps, request, payment.paymentId)
    if (earlier) return earlier
  }
  return null
}

/** Null when somebody was faster; not yet when this may be a blind retry of one before it. */
async function claimLocked<Name extends OnPaymentName>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  { merchantId, paymentId }: Payment,
  plan: Planner<Name>['plan'],
): Promise<LeasedOperation<Name> | 'not_yet' | null> {
  const now = deps.clock.now()
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, merchantId, paymentId)
    if (request.idempotencyKey === null) {
      const earlier = judgeEarlier(await earlierOperations(tx, request, paymentId))
      if (earlier.kind === 'unknown') refuseAmount(locked, plan)
      if (earlier.kind !== 'none') return 'not_yet'
    } else {
      const earlier = await findOperation(tx, request)
      if (earlier && earlier.state !== 'refused') return null
    }
    const { arguments: args, reserve } = plan(locked)
    const operation = await claimOperation(tx, { ...request, paymentId, arguments: args, at: now })
    if (operation && reserve) {
      const { payment } = locked
      await writeChange(tx, { payment, refunds: [reserve], source: operation.operationId, at: now })
    }
    return operation
  })
}

/** An amount that is too much is too much, whatever becomes of an earlier operation. */
function refuseAmount(locked: LockedPayment, plan: (locked: LockedPayment) => unknown): void {
  try {
    plan(locked)
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') throw error
  }
}

/** The ledger hears of a payment's progress by events, which can be late: before saying no, ask. */
async function refreshIfOutdated(deps: PaymentDeps, error: unknown, payment: Payment): Promise<void> {
  if (!(error instanceof Problem) || !mayBeOutdated(error, payment)) throw error
  await requireRefreshed(deps, payment, 'refresh')
}

/** An open payment may have moved on, and of one that was refunded a refund may have failed. */
function mayBeOutdated({ code }: Problem, { status, refundedCents }: Payment): boolean {
  return (
    (code === 'invalid_state' && canMove(status, 'succeeded')) ||
    (code === 'invalid_request' && refundedCents > 0)
  )
}
