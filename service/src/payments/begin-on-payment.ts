import { claimOperation } from '../operations/claim.sql.ts'
import type { Begun } from '../operations/kind.ts'
import { type LeasedOperation, type OperationRequest, runsAlone } from '../operations/operation.ts'
import { earlierOperations } from '../operations/operations.sql.ts'
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
  planner: Planner<Name>,
): Promise<Begun<Name> | null> {
  let isRead = false
  for (let turn = 0; turn < turns; turn++) {
    const operation: Claimed<Name> = await claimLocked(deps, request, payment, { ...planner, isRead }).catch(
      error => {
        if (isRead || !mayBeOutdated(error, payment)) throw error
        return 'unread' as const
      },
    )
    if (operation === null) return null
    if (operation === 'unread') await requireRefreshed(deps, payment, 'refresh')
    else if (operation !== 'not_yet') return { kind: 'perform', operation }
    else {
      const earlier = await waitForEarlier(deps, request, payment.paymentId)
      if (earlier) return earlier
    }
    isRead = operation === 'unread'
  }
  return null
}

/**
 * Null when another call was faster; not yet when this may be a blind retry of one before it; unread when the payment must
 * be read first.
 */
type Claimed<Name extends OnPaymentName> = LeasedOperation<Name> | 'not_yet' | 'unread' | null

async function claimLocked<Name extends OnPaymentName>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  { merchantId, paymentId }: Payment,
  { readsFirst, plan, isRead }: Planner<Name> & { isRead: boolean },
): Promise<Claimed<Name>> {
  const now = deps.clock.now()
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, merchantId, paymentId)
    const earlier = await earlierOperations(tx, request, paymentId)
    if (earlier.some(({ hasSameKey, state }) => hasSameKey && state !== 'refused')) return null
    if (request.idempotencyKey === null && judgeEarlier(request, earlier).kind !== 'none') return 'not_yet'
    processorNamed(deps, locked.payment.processor)
    if (!isRead && readsFirst(locked.payment)) return 'unread'
    const { arguments: args, reserve } = plan(locked)
    const isUnderway = earlier.some(({ kind, state }) => state === 'started' && runsAlone(kind))
    if (isUnderway && runsAlone(request.kind)) return null
    const operation = await claimOperation(tx, { ...request, paymentId, arguments: args, at: now })
    if (operation && reserve) {
      const { payment } = locked
      await writeChange(tx, { payment, refunds: [reserve], source: operation.operationId, at: now })
    }
    return operation
  })
}

/**
 * The ledger hears of a payment by events, which can be late: before saying no, ask. An open payment may have moved on,
 * more may be held, and of one that was refunded a refund may have failed.
 */
function mayBeOutdated(error: unknown, { status, refundedCents }: Payment): boolean {
  if (!(error instanceof Problem)) return false
  return (
    (error.code === 'invalid_state' && canMove(status, 'succeeded')) ||
    (error.code === 'invalid_request' && (refundedCents > 0 || status === 'requires_capture'))
  )
}
