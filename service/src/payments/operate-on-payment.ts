import type { Tx } from '../db/db.ts'
import { type MerchantId, newOperationId, type PaymentId } from '../ids.ts'
import { type Entered, enterExisting, type Reply, replyOfOthers, sealReply } from '../operations/gate.ts'
import {
  type Claimed,
  digestOf,
  type Operation,
  type OperationKind,
  type OperationRequest,
} from '../operations/operation.ts'
import {
  findOperation,
  finishOperation,
  insertOperation,
  restartOperation,
} from '../operations/operations.sql.ts'
import { reached } from '../operations/steps.ts'
import { Problem, problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { type Locked, lockWithRefunds } from './locked.ts'
import { type PaymentDeps, processorNamed, takeIn } from './operate.ts'
import { canMove, type Payment, presentPayment, type Refund } from './payment.ts'
import { findPayment, saveRefunds } from './payments.sql.ts'
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
  const earlier = await enterEarlier(deps, request)
  if (earlier) return earlier
  processorNamed(deps, payment.processor)
  const start = () => startOnPayment(deps, request, payment.paymentId, plan)
  const operation = await start().catch(async error => {
    if (!(await mayBeOutdated(deps, error, payment))) throw error
    return await start()
  })
  if (operation) return { kind: 'perform', operation }
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

/** Null when somebody with the same key, or with another capture or cancel, was faster. */
async function startOnPayment(
  deps: PaymentDeps,
  request: OperationRequest,
  paymentId: PaymentId,
  plan: Planner,
): Promise<Claimed | null> {
  const now = deps.clock.now()
  return await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, request.merchantId, paymentId)
    const refused = request.idempotencyKey === null ? null : await findOperation(tx, request)
    if (refused && refused.state !== 'refused') return null
    const { intent, reserve } = plan(locked)
    const operation = refused
      ? await restartOperation(tx, refused, { ...request, paymentId, intent }, now)
      : await insertOperation(tx, { ...request, operationId: newOperationId(), paymentId, intent }, now)
    if (operation && reserve) await saveRefunds(tx, locked.payment, [reserve], now)
    return operation
  })
}

/** The ledger hears of a payment's progress by events, which can be late: before saying no, ask. */
async function mayBeOutdated(deps: PaymentDeps, error: unknown, payment: Payment): Promise<boolean> {
  const isOpen = canMove(payment.status, 'succeeded')
  if (!(error instanceof Problem) || error.code !== 'invalid_state' || !isOpen) return false
  const fresh = await refreshPayment(deps, payment, 'refresh')
  return fresh !== null && fresh.status !== payment.status
}

/** One commit: the payment, its refunds, the postings and the answer. */
export async function settleOnPayment(
  deps: PaymentDeps,
  operation: Operation,
  snapshotFor: (payment: Payment) => PaymentSnapshot,
): Promise<Reply> {
  const body = await deps.db.begin(async tx => {
    const locked = await lockWithRefunds(tx, operation.merchantId, operation.paymentId)
    const payment = await takeInAnswer(tx, deps, operation, locked, snapshotFor(locked.payment))
    const text = JSON.stringify(presentPayment(payment))
    const finished = await finishOperation(tx, operation, sealReply(deps, operation, text), deps.clock.now())
    return finished ? text : null
  })
  if (body === null) return await replyOfOthers(deps, operation)
  reached('settled', operation)
  return { body, replayed: false }
}

async function takeInAnswer(
  tx: Tx,
  deps: PaymentDeps,
  operation: Operation,
  locked: Locked,
  snapshot: PaymentSnapshot,
): Promise<Payment> {
  const context = { trust: 'report', source: operation.operationId, at: deps.clock.now() } as const
  const applied = await takeIn(tx, locked, snapshot, context)
  return applied.kind === 'changed' ? applied.payment : locked.payment
}
