import type { Tx } from '../db/db.ts'
import { type MerchantId, newOperationId, type PaymentId } from '../ids.ts'
import { surrender } from '../operations/conclude.ts'
import { type Entered, enterExisting, type Reply, replyOfOthers, sealReply } from '../operations/gate.ts'
import {
  type Claimed,
  digestOf,
  type Operation,
  type OperationKind,
  type OperationRequest,
} from '../operations/operation.ts'
import {
  acknowledgeAnswer,
  earlierOperations,
  findOperation,
  finishOperation,
  insertOperation,
  restartOperation,
} from '../operations/operations.sql.ts'
import { reached } from '../operations/steps.ts'
import { enterWithoutKey, judgeEarlier } from '../operations/without-key.ts'
import { Problem, problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { writeChange } from './change.sql.ts'
import { type Locked, lockWithRefunds } from './locked.ts'
import { type PaymentDeps, processorNamed, takeIn } from './operate.ts'
import { canMove, type Payment, presentPayment, type Refund } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'

export interface OperationTarget {
  merchantId: MerchantId
  paymentId: string
  kind: OperationKind
  idempotencyKey: string | null
  body: unknown
}

/** What to ask of the processor, and what to hold back meanwhile. */
export interface Plan {
  intent: object
  reserve?: Refund
}

/** Decides on the locked payment; throws the problem when its state does not allow the operation. */
export type Planner = (locked: Locked) => Plan

/** Calls without a key that wait for each other each get their turn, up to this many. */
const turns = 50

export async function enterOnPayment(
  deps: PaymentDeps,
  target: OperationTarget,
  plan: Planner,
): Promise<Entered> {
  const { merchantId, kind, idempotencyKey, paymentId } = target
  const payment = await findPayment(deps.db, merchantId, paymentId)
  if (!payment) throw problems.notFound('payment')
  const digest = digestOf({ paymentId, body: target.body })
  const request: OperationRequest = { merchantId, kind, idempotencyKey, digest }
  const start = () => startOnPayment(deps, request, payment.paymentId, plan)
  const earlier = await enterEarlier(deps, request)
  if (earlier) return earlier
  processorNamed(deps, payment.processor)
  for (let turn = 0; turn < turns; turn++) {
    const operation = await start().catch(async error => {
      await refreshIfOutdated(deps, error, payment)
      return await start()
    })
    if (operation === null) break
    if (operation !== 'not_yet') return { kind: 'perform', operation }
    const owed = await enterWithoutKey(deps, request, payment.paymentId)
    if (owed) return owed
  }
  const faster = await enterEarlier(deps, request)
  if (faster) return faster
  throw problems.inProgress('Another operation on this payment is still in flight.')
}

/** Null when nobody came with this key before, or the processor refused it to them. */
async function enterEarlier(deps: PaymentDeps, request: OperationRequest): Promise<Entered | null> {
  const existing = request.idempotencyKey === null ? null : await findOperation(deps.db, request)
  const entered = existing ? await enterExisting(deps, existing, request) : 'restart'
  return entered === 'restart' ? null : entered
}

/**
 * Null when somebody with the same key, or with another capture or cancel, was faster; not yet when this may be
 * a blind retry of one before it.
 */
async function startOnPayment(
  deps: PaymentDeps,
  request: OperationRequest,
  paymentId: PaymentId,
  plan: Planner,
): Promise<Claimed | 'not_yet' | null> {
  const now = deps.clock.now()
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, request.merchantId, paymentId)
    if (request.idempotencyKey === null) {
      const earlier = judgeEarlier(await earlierOperations(tx, request, paymentId))
      if (earlier.kind === 'unknown') refuseAmount(locked, plan)
      if (earlier.kind !== 'none') return 'not_yet'
    }
    const refused = request.idempotencyKey === null ? null : await findOperation(tx, request)
    if (refused && refused.state !== 'refused') return null
    const { intent, reserve } = plan(locked)
    const operation = refused
      ? await restartOperation(tx, refused, { ...request, paymentId, intent }, now)
      : await insertOperation(tx, { ...request, operationId: newOperationId(), paymentId, intent }, now)
    if (operation && reserve) {
      const of = { ...locked.payment, source: operation.operationId, at: now }
      await writeChange(tx, of, { refunds: [reserve] })
    }
    return operation
  })
}

/** An amount that is too much is too much, whatever becomes of an earlier operation. */
function refuseAmount(locked: Locked, plan: Planner): void {
  try {
    plan(locked)
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') throw error
  }
}

/**
 * The ledger hears of a payment's progress by events, which can be late: before saying no, ask. Ends well when
 * the payment turned out to be another than was thought.
 */
async function refreshIfOutdated(deps: PaymentDeps, error: unknown, payment: Payment): Promise<void> {
  if (!(error instanceof Problem) || !mayBeOutdated(error, payment)) throw error
  const fresh = await refreshPayment(deps, payment, 'refresh')
  if (fresh === null && error.code === 'invalid_request') throw error
  if (fresh === null) {
    throw problems.unavailable(
      'The processor cannot be reached to confirm the payment’s current state. Try again.',
    )
  }
  if (fresh.status === payment.status && fresh.refundedCents === payment.refundedCents) throw error
}

/** An open payment may have moved on, and of one that was refunded a refund may have failed. */
function mayBeOutdated({ code }: Problem, { status, refundedCents }: Payment): boolean {
  return (
    (code === 'invalid_state' && canMove(status, 'succeeded')) ||
    (code === 'invalid_request' && refundedCents > 0)
  )
}

/** One commit: the payment, its refunds, the postings and the answer. */
export async function settleOnPayment(
  deps: PaymentDeps,
  operation: Operation,
  snapshotFor: (payment: Payment) => PaymentSnapshot,
): Promise<Reply> {
  const settle = () => deps.db.begin(tx => settleLocked(tx, deps, operation, snapshotFor))
  let body = await settle()
  if (body === 'doubtful') {
    // something is still to be heard of, such as an earlier refund that failed: the processor knows
    const known = await findPayment(deps.db, operation.merchantId, operation.paymentId)
    if (known) await refreshPayment(deps, known, operation.operationId)
    body = await settle()
  }
  if (body === 'doubtful') throw await surrender(deps, operation)
  const answer =
    body === 'not_ours' ? await replyOfOthers(deps, operation) : { body: body.text, replayed: false }
  if (body !== 'not_ours') reached('settled', operation)
  return operation.answerOwed
    ? { ...answer, acknowledge: () => acknowledgeAnswer(deps.db, operation) }
    : answer
}

type Settled = { text: string } | 'doubtful' | 'not_ours'

async function settleLocked(
  tx: Tx,
  deps: PaymentDeps,
  operation: Operation,
  snapshotFor: (payment: Payment) => PaymentSnapshot,
): Promise<Settled> {
  const locked = await lockWithRefunds(tx, operation.merchantId, operation.paymentId)
  const context = { trust: 'report', source: operation.operationId, at: deps.clock.now() } as const
  const applied = await takeIn(tx, locked, snapshotFor(locked.payment), context)
  if (applied.kind === 'doubtful') return 'doubtful'
  const payment = applied.kind === 'changed' ? applied.payment : locked.payment
  const text = JSON.stringify(presentPayment(payment))
  const finished = await finishOperation(tx, operation, sealReply(deps, operation, text), deps.clock.now())
  return finished ? { text } : 'not_ours'
}
