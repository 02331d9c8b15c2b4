import { seal } from '../crypto.ts'
import type { Tx } from '../db/db.ts'
import { isPaymentId } from '../ids.ts'
import type { Refused } from '../operations/ask-once.ts'
import { claimOperations } from '../operations/claim.sql.ts'
import {
  callKeyOf,
  digestOf,
  type LeasedOperation,
  type OnPaymentKind,
  type OperationArguments,
  type OperationRequest,
  runsAlone,
} from '../operations/operation.ts'
import { earlierOperations, finishOperation } from '../operations/operations.sql.ts'
import {
  answerOf,
  answerOfNewHolder,
  findEarlier,
  type Known,
  leaveOpen,
  mayRepeat,
  type Reply,
} from '../operations/reply.ts'
import { existing, problems } from '../problems.ts'
import { isGone, type Outcome, type RefusalReason } from '../processors/outcomes.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { currentTraceparent } from '../tracing/span.ts'
import { findLost } from './bring-back.ts'
import { writeChange } from './change.sql.ts'
import type { CallDeps, PaymentDeps } from './deps.ts'
import { type Payment, type PaymentStatus, presentPayment, type Refund } from './payment.ts'
import { findPayment, type LockedPayment, lockWithRefunds } from './payments.sql.ts'
import {
  applyToLedger,
  callsIn,
  type RememberedCall,
  refreshPayment,
  restoreCall,
} from './refresh-payment.ts'

export interface PaymentTarget<Body = unknown>
  extends Omit<OperationRequest, 'kind' | 'paymentId' | 'callKey' | 'digest'> {
  paymentId: string
  /** Requests with equal bodies are the same request. */
  body: Body
  /** Whether the caller has disconnected, or can no longer be waiting. */
  isAbandoned?: () => boolean
}

/** A call, with the payment as stored here when the call arrived. */
export interface PaymentCall<Kind extends OnPaymentKind> extends OperationRequest<Kind> {
  payment: Payment
  isAbandoned: () => boolean
}

export async function callOn<Kind extends OnPaymentKind>(
  deps: CallDeps,
  kind: Kind,
  { body, isAbandoned = () => false, ...named }: PaymentTarget,
): Promise<PaymentCall<Kind>> {
  const { merchantId, paymentId: id } = named
  const key = isPaymentId(id) ? { merchantId, paymentId: id } : null
  const found = key && ((await findPayment(deps.db, key)) ?? (await findLost(deps, key)))
  if (found === 'unknown') throw problems.historyIncomplete()
  const payment = existing(found, 'payment')
  const { paymentId } = payment
  const callKey = callKeyOf(named, kind, paymentId)
  return { ...named, kind, paymentId, payment, isAbandoned, callKey, digest: digestOf({ paymentId, body }) }
}

/**
 * Before money moves on a payment, reads it from the processor and applies the reading to the ledger. So the plan and
 * any refusal are based on the current state.
 *
 * The processor may remember a call that this database lost in a restore: this call or, if it has no key, an identical
 * earlier one. The reading then shows the lost call, and this call is answered as a retry of it.
 */
export async function readFirst<Kind extends OnPaymentKind>(
  deps: PaymentDeps,
  call: PaymentCall<Kind>,
): Promise<Known<Kind> | null> {
  const reading = await refreshPayment(deps, call.payment, 'refresh')
  if (reading.kind === 'refused' && isGone(reading)) throw refusalProblem(reading.refusal)
  if (reading.kind !== 'done') throw problems.unconfirmed()
  const { payment, snapshot } = reading.value
  const digest = call.digest.toString('base64url')
  const isSame = ({ memo }: RememberedCall) =>
    call.callKey === null ? memo.digest === digest : memo.key === call.callKey
  const earlier = callsIn(snapshot).filter(one => one.kind === call.kind && isSame(one))
  for (const one of earlier) await restoreCall(deps, payment, one, deps.clock.now())
  return earlier.length > 0 ? await findEarlier(deps, call) : null
}

/** Whether a call may begin. The transaction holds the payment's lock. */
async function placeOf(tx: Tx, call: PaymentCall<OnPaymentKind>): Promise<'free' | 'taken' | 'wait'> {
  const earlier = await earlierOperations(tx, call)
  if (earlier.some(({ hasSameKey, state }) => hasSameKey && state !== 'refused')) return 'taken'
  if (call.idempotencyKey === null) {
    if (mayRepeat(call, earlier)) return 'wait'
    // the caller may have retried without a key, and the retry may have succeeded
    if (call.isAbandoned()) throw problems.unavailable('The call could not begin in time. Nothing was done.')
  }
  // a payment never has two captures, or a capture and a cancel, in progress at the same time
  const isUnderway = earlier.some(({ kind, state }) => state === 'started' && runsAlone(kind))
  return isUnderway && runsAlone(call.kind) ? 'taken' : 'free'
}

/** The request to the processor, and the refund to reserve. */
export interface Plan<Kind extends OnPaymentKind> {
  arguments: OperationArguments[Kind]
  reserved?: Refund
}

/**
 * Begins a call in one commit, with the payment locked: the plan checks the payment's state, and the key and the refund
 * are reserved. Calls without a key wait for each other.
 */
export async function begin<Kind extends OnPaymentKind>(
  deps: PaymentDeps,
  call: PaymentCall<Kind>,
  plan: (locked: LockedPayment) => Plan<Kind>,
): Promise<Known<Kind>> {
  const { isAbandoned: _, payment: __, ...request } = call
  for (;;) {
    const begun = await deps.db.begin(async tx => {
      const locked = await lockWithRefunds(tx, call)
      const place = await placeOf(tx, call)
      if (place !== 'free') return place
      const { arguments: args, reserved } = plan(locked)
      const at = deps.clock.now()
      const wanted = { ...request, arguments: args, at, traceparent: currentTraceparent() }
      const [operation] = await claimOperations(tx, [wanted])
      if (!operation) return 'taken'
      const { operationId: source } = operation
      if (reserved) await writeChange(tx, { payment: locked.payment, refunds: [reserved], source, at })
      return operation
    })
    if (typeof begun === 'object') return { kind: 'open', operation: begun }
    const earlier = await findEarlier(deps, call)
    if (earlier) return earlier
    if (begun === 'taken')
      throw problems.inProgress('Another request on the same payment or key is still in progress.')
  }
}

/** Records success in one commit: the payment, its refunds, the postings and the answer. */
export async function settle(
  deps: PaymentDeps,
  operation: LeasedOperation<OnPaymentKind>,
  snapshotOf: (payment: Payment) => PaymentSnapshot,
): Promise<Reply> {
  const { operationId: source } = operation
  const write = () =>
    deps.db.begin(async tx => {
      const at = deps.clock.now()
      const locked = await lockWithRefunds(tx, operation)
      const snapshot = snapshotOf(locked.payment)
      const { payment, isDoubtful } = await applyToLedger(tx, locked, snapshot, {
        trust: 'report',
        source,
        at,
      })
      if (isDoubtful) return null
      const body = JSON.stringify(presentPayment(payment))
      const sealedAnswer = seal(deps.encryptionKeys, operation.operationId, body)
      return { body, isOurs: await finishOperation(tx, { ...operation, sealedAnswer, at }) }
    })
  let written = await write()
  if (!written) {
    // our record lacks something that the processor has, such as the failure of an earlier refund
    const known = existing(await findPayment(deps.db, operation), 'payment')
    await refreshPayment(deps, known, source)
    written = await write()
  }
  return written ? await answerOf(deps, operation, written) : await leaveOpen(deps, operation)
}

/** Reasons that concern the payment's state or amounts, which must have changed since the payment was read. */
const paymentStateReasons: RefusalReason[] = ['invalid', 'wrong_state']

/** Records a refusal in one commit, which frees the key and any reserved refund. */
export async function release(
  deps: PaymentDeps,
  operation: LeasedOperation<OnPaymentKind>,
  { refusal, attempt }: Refused,
  allowedFrom: PaymentStatus[],
): Promise<Reply> {
  const { operationId: source } = operation
  const isOurs = await deps.db.begin(async tx => {
    const at = deps.clock.now()
    const { payment, refunds } = await lockWithRefunds(tx, operation)
    if (!(await finishOperation(tx, { ...operation, refusal, attempt, at }))) return false
    const refundId = 'refundId' in operation.arguments ? operation.arguments.refundId : null
    const reserved = refunds.find(refund => refund.refundId === refundId && refund.state === 'reserved')
    if (reserved)
      await writeChange(tx, { payment, refunds: [{ ...reserved, state: 'released' }], source, at })
    return true
  })
  if (!isOurs) return await answerOfNewHolder(deps, operation)
  if (!paymentStateReasons.includes(refusal.reason)) throw refusalProblem(refusal)
  const known = existing(await findPayment(deps.db, operation), 'payment')
  const fresh = await refreshPayment(deps, known, source)
  // the plan was based on an earlier reading; a retry makes a new plan from the current state
  if (operation.resumedBy !== null)
    throw problems.inProgress('The payment has changed since this call began. Nothing was done; try again.')
  const { status } = fresh.kind === 'done' ? fresh.value.payment : known
  // some reasons, such as a dispute, do not show in the status
  const state = allowedFrom.includes(status) ? undefined : { currentStatus: status, allowedFrom }
  throw refusalProblem(refusal, state)
}

/** The payment, if it shows that an earlier try succeeded; otherwise null. */
export function onlyIf(
  isAsWanted: (payment: PaymentSnapshot) => boolean,
  reading: Outcome<PaymentSnapshot>,
): Outcome<PaymentSnapshot | null> {
  return reading.kind === 'done' && !isAsWanted(reading.value) ? { kind: 'done', value: null } : reading
}
