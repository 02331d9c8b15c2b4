import { claimOperation } from '../operations/claim.sql.ts'
import type { Begun } from '../operations/kind.ts'
import {
  type LeasedOperation,
  type MoneyKind,
  type OperationArguments,
  type OperationRequest,
  runsAlone,
} from '../operations/operation.ts'
import { earlierOperations } from '../operations/operations.sql.ts'
import { judgeEarlier, waitForEarlier } from '../operations/without-key.ts'
import { existing, Problem, problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { Memo } from '../processors/port.ts'
import { currentTraceparent } from '../tracing/span.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type LockedPayment, lockWithRefunds } from './locked-payment.ts'
import { canMove, type Payment, type Refund } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { requireRefreshed, unconfirmed } from './refresh-payment.ts'

export type OnPaymentName = Exclude<MoneyKind, 'create'>

/** What to ask the processor, and how much to reserve meanwhile. */
export interface Plan<Name extends OnPaymentName> {
  arguments: OperationArguments[Name]
  reserve?: Refund
}

/** The call that a plan is for, and which attempt at it. */
export interface PlannedCall {
  callKey: string | null
  attempt: number
}

/** What was asked of the processor before, and its answer. */
export interface Recalled<Name extends OnPaymentName, Answer> {
  arguments: OperationArguments[Name]
  answer: Answer
}

export interface Planner<Name extends OnPaymentName, Answer> {
  /** The plan needs to know what the processor has now. */
  readsFirst: (payment: Payment) => boolean
  plan: (locked: LockedPayment, call: PlannedCall) => Plan<Name>
  /** What the processor has done for this very call before. */
  recall: (payment: Payment, memo: Memo) => Promise<Outcome<Recalled<Name, Answer> | null>>
}

/** Concurrent calls without a key wait for each other, at most this many times. */
const turns = 50

/** Plans and claims the operation on a payment. Null when its key, or the payment, is taken. */
export async function beginOnPayment<Name extends OnPaymentName, Answer>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  payment: Payment,
  planner: Planner<Name, Answer>,
): Promise<Begun<Name, Answer> | null> {
  let isRead = false
  for (let turn = 0; turn < turns; turn++) {
    const operation: Claimed<Name> | Refused = await claimLocked(deps, request, payment, {
      ...planner,
      isRead,
    }).catch(error => {
      if (isRead || !mayBeOutdated(error, payment)) return new Refused(error)
      return 'unread' as const
    })
    if (operation === null) return null
    if (operation instanceof Refused)
      return await recallCall(deps, request, payment, planner, operation.error)
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

class Refused {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** Before it refuses: this call may have been made before the database was restored. */
async function recallCall<Name extends OnPaymentName, Answer>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  { merchantId, paymentId }: Payment,
  { recall }: Planner<Name, Answer>,
  error: unknown,
): Promise<Begun<Name, Answer> | null> {
  const { callKey: key, digest } = request
  const isNo = error instanceof Problem && ['invalid_state', 'invalid_request'].includes(error.code)
  if (!isNo || key === null) throw error
  const payment = existing(await findPayment(deps.db, merchantId, paymentId), 'payment')
  const recalled = await recall(payment, { key, digest: digest.toString('base64url') })
  if (recalled.kind === 'refused' && recalled.refusal.reason === 'key_conflict')
    throw problems.idempotencyConflict()
  if (recalled.kind === 'unknown') throw unconfirmed()
  if (recalled.kind !== 'done' || !recalled.value) throw error
  const { arguments: args, answer } = recalled.value
  const again = { readsFirst: () => false, plan: () => ({ arguments: args }), isRead: true }
  const operation = await claimLocked(deps, request, payment, again)
  return operation && operation !== 'unread' && operation !== 'not_yet'
    ? { kind: 'remembered', operation, answer }
    : null
}

/**
 * Null when another call was faster, `not_yet` when this may be a blind retry of an earlier call, `unread` when the
 * payment must be read first.
 */
type Claimed<Name extends OnPaymentName> = LeasedOperation<Name> | 'not_yet' | 'unread' | null

async function claimLocked<Name extends OnPaymentName>(
  deps: PaymentDeps,
  request: OperationRequest<Name>,
  { merchantId, paymentId }: Payment,
  { readsFirst, plan, isRead }: Pick<Planner<Name, unknown>, 'readsFirst' | 'plan'> & { isRead: boolean },
): Promise<Claimed<Name>> {
  const now = deps.clock.now()
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, merchantId, paymentId)
    const earlier = await earlierOperations(tx, request, paymentId)
    if (earlier.some(({ hasSameKey, state }) => hasSameKey && state !== 'refused')) return null
    if (request.idempotencyKey === null && judgeEarlier(request, earlier).kind !== 'none') return 'not_yet'
    processorNamed(deps, locked.payment.processor)
    if (!isRead && readsFirst(locked.payment)) return 'unread'
    const attempt = 1 + (earlier.find(({ hasSameKey }) => hasSameKey)?.attempt ?? 0)
    const { arguments: args, reserve } = plan(locked, { callKey: request.callKey, attempt })
    const isUnderway = earlier.some(({ kind, state }) => state === 'started' && runsAlone(kind))
    if (isUnderway && runsAlone(request.kind)) return null
    const traceparent = currentTraceparent()
    const wanted = { ...request, paymentId, arguments: args, at: now, traceparent }
    const operation = await claimOperation(tx, wanted)
    if (operation && reserve) {
      const { payment } = locked
      await writeChange(tx, { payment, refunds: [reserve], source: operation.operationId, at: now })
    }
    return operation
  })
}

/**
 * The ledger learns of a payment by events, which can be late, so the processor is asked before a call is refused: an
 * open payment may have moved on, more may be authorized, or a refund may have failed.
 */
function mayBeOutdated(error: unknown, { status, refundedCents }: Payment): boolean {
  if (!(error instanceof Problem)) return false
  return (
    (error.code === 'invalid_state' && canMove(status, 'succeeded')) ||
    (error.code === 'invalid_request' && (refundedCents > 0 || status === 'requires_capture'))
  )
}
