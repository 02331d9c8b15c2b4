import type { MerchantId, PaymentId, RefundId } from '../ids.ts'
import { type Reply, sealAnswer } from '../operations/answer.ts'
import type { Finished, Kind } from '../operations/kind.ts'
import {
  digestOf,
  type MoneyKind,
  type OperationArguments,
  type OperationBase,
} from '../operations/operation.ts'
import { finishOperation, refuseOperation } from '../operations/operations.sql.ts'
import { runOperation } from '../operations/run-operation.ts'
import { existing, type Problem } from '../problems.ts'
import type { IntentStatus, Outcome, PaymentSnapshot, Processor, Refusal } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type LockedPayment, lockWithRefunds, takeIn } from './locked-payment.ts'
import { type Payment, presentPayment, type Refund } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'

export type OnPaymentName = Exclude<MoneyKind, 'create'>

/** What is special about a capture, a refund or a cancel. */
export interface OnPaymentKind<Name extends OnPaymentName, Input, Answer>
  extends Pick<Kind<PaymentDeps, Name, Answer>, 'name' | 'ask' | 'find' | 'known'> {
  /** The states that allow it. */
  allowedFrom: string[]
  /** Decides on the locked payment; throws the problem when its state does not allow it. */
  plan(locked: LockedPayment, input: Input): Plan<Name>
  /** The refund that is reserved for it. */
  reserved?(args: OperationArguments[Name]): RefundId
  /** What the answer says about the payment. */
  apply(payment: Payment, answer: Answer): PaymentSnapshot
}

/** What to ask of the processor, and what to hold back meanwhile. */
export interface Plan<Name extends OnPaymentName> {
  arguments: OperationArguments[Name]
  reserve?: Refund
}

export interface PaymentTarget {
  merchantId: MerchantId
  paymentId: string
  idempotencyKey: string | null
  /** What makes two requests the same one. */
  body: unknown
  /** Whether a call without a key may be a blind retry of this one. */
  answerOwed: boolean
  traceId: string | null
}

/** Runs a request through the gate. It begins and ends under the payment's lock. */
export async function runOnPayment<Name extends OnPaymentName, Input, Answer>(
  deps: PaymentDeps,
  kind: OnPaymentKind<Name, Input, Answer>,
  target: PaymentTarget,
  input: Input,
): Promise<Reply> {
  const { merchantId, idempotencyKey, paymentId, body, answerOwed, traceId } = target
  const payment = existing(await findPayment(deps.db, merchantId, paymentId), 'payment')
  const digest = digestOf({ paymentId, body })
  const request = { merchantId, kind: kind.name, idempotencyKey, digest, answerOwed, traceId }
  const plan = (locked: LockedPayment) => kind.plan(locked, input)
  const begin = () => beginOnPayment(deps, request, payment, plan)
  return await runOperation(deps, asKind(kind), { ...request, looksFirst: true, begin })
}

/** As the gate and the recovery job see it. */
export function asKind<Name extends OnPaymentName, Answer>(
  kind: OnPaymentKind<Name, never, Answer>,
): Kind<PaymentDeps, Name, Answer> {
  return {
    ...kind,
    readTime(deps, { arguments: { processor, accountId } }) {
      return processorNamed(deps, processor).readTime(accountId)
    },
    finish: (deps, operation, answer) => finish(deps, operation, payment => kind.apply(payment, answer)),
    refuse(deps, operation, refusal) {
      const refundId = kind.reserved?.(operation.arguments) ?? null
      return refuse(deps, operation, refusal, { refundId, allowedFrom: kind.allowedFrom })
    },
  }
}

type OnPaymentBase = OperationBase & { paymentId: PaymentId }

/** One commit: the payment, its refunds, the postings and the answer. */
async function finish(
  deps: PaymentDeps,
  operation: OnPaymentBase,
  snapshotOf: (payment: Payment) => PaymentSnapshot,
): Promise<Finished> {
  const finished = await finishLocked(deps, operation, snapshotOf)
  if (finished.kind !== 'doubtful') return finished
  // something is still to be heard of, such as an earlier refund that failed: the processor knows
  const known = await findPayment(deps.db, operation.merchantId, operation.paymentId)
  if (known) await refreshPayment(deps, known, operation.operationId)
  return await finishLocked(deps, operation, snapshotOf)
}

async function finishLocked(
  deps: PaymentDeps,
  operation: OnPaymentBase,
  snapshotOf: (payment: Payment) => PaymentSnapshot,
): Promise<Finished> {
  return await deps.db.begin(async tx => {
    const at = deps.clock.now()
    const locked = await lockWithRefunds(tx, operation.merchantId, operation.paymentId)
    const told = { trust: 'report', source: operation.operationId, at } as const
    const applied = await takeIn(tx, locked, snapshotOf(locked.payment), told)
    if (applied.kind === 'doubtful') return { kind: 'doubtful' }
    const payment = applied.kind === 'changed' ? applied.payment : locked.payment
    const body = JSON.stringify(presentPayment(payment))
    const sealedAnswer = sealAnswer(deps, operation, body)
    const isOurs = await finishOperation(tx, { ...operation, sealedAnswer, at })
    return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
  })
}

/** Frees the key and what was reserved; where the processor knows another state, the ledger learns it. */
async function refuse(
  deps: PaymentDeps,
  operation: OnPaymentBase,
  refusal: Refusal,
  { refundId, allowedFrom }: { refundId: RefundId | null; allowedFrom: string[] },
): Promise<Problem | null> {
  const { merchantId, paymentId, operationId } = operation
  const isOurs = await deps.db.begin(async tx => {
    const at = deps.clock.now()
    const { payment, refunds } = await lockWithRefunds(tx, merchantId, paymentId)
    if (!(await refuseOperation(tx, operation, refusal, at))) return false
    const reserved = refunds.find(refund => refund.refundId === refundId && refund.state === 'reserved')
    if (reserved) {
      const refunds = [{ ...reserved, state: 'released' } as const]
      await writeChange(tx, { payment, refunds, source: operationId, at })
    }
    return true
  })
  if (!isOurs) return null
  if (refusal.reason !== 'wrong_state') return refusalProblem(refusal)
  const known = await findPayment(deps.db, merchantId, paymentId)
  const fresh = known && ((await refreshPayment(deps, known, operationId)) ?? known)
  return refusalProblem(refusal, fresh ? { currentStatus: fresh.status, allowedFrom } : undefined)
}

/** The payment, if it is where an earlier try wanted it to be. */
export async function readIfReached(
  processor: Processor,
  accountId: string,
  processorPaymentId: string,
  status: IntentStatus,
): Promise<Outcome<PaymentSnapshot | null>> {
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (reading.kind !== 'done') return reading
  return { kind: 'done', value: reading.value.status === status ? reading.value : null }
}
