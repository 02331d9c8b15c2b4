import { isDeepStrictEqual } from 'node:util'
import type { MerchantId, PaymentId, RefundId } from '../ids.ts'
import { type Reply, sealAnswer } from '../operations/answer.ts'
import type { Finished, Kind } from '../operations/kind.ts'
import {
  digestOf,
  type LeasedBase,
  type MoneyKind,
  type OperationArguments,
} from '../operations/operation.ts'
import { finishOperation, refuseOperation } from '../operations/operations.sql.ts'
import { runOperation } from '../operations/run-operation.ts'
import { existing, Problem } from '../problems.ts'
import type { Outcome, Refusal, RefusalReason } from '../processors/outcomes.ts'
import type { PaymentSnapshot, Processor } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type LockedPayment, lockWithRefunds, takeIn } from './locked-payment.ts'
import { type Payment, presentPayment, type Refund } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment, requireRefreshed } from './refresh-payment.ts'

export type OnPaymentName = Exclude<MoneyKind, 'create'>

/** What is special about a capture, a refund or a cancel. */
export interface OnPaymentKind<Name extends OnPaymentName, Input, Answer>
  extends Pick<Kind<PaymentDeps, Name, Answer>, 'name' | 'ask' | 'find' | 'known'> {
  /** The states that allow it. */
  allowedFrom: string[]
  /** Whether the plan needs to know what the processor has now. */
  readsFirst(payment: Payment, input: Input): boolean
  /** Decides on the locked payment; throws the problem when its state does not allow it. */
  plan(locked: LockedPayment, input: Input): Plan<Name>
  /** What a plan takes from the payment: on the same terms, the processor would refuse again. */
  terms(args: OperationArguments[Name]): unknown[]
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

/**
 * Runs a request through the gate. It begins and ends under the payment's lock. What the processor refuses is planned
 * once more on the payment as it is there: the ledger may not have heard of a change yet.
 */
export async function runOnPayment<Name extends OnPaymentName, Input, Answer>(
  deps: PaymentDeps,
  kind: OnPaymentKind<Name, Input, Answer>,
  target: PaymentTarget,
  input: Input,
): Promise<Reply> {
  const { paymentId, body, ...named } = target
  const payment = existing(await findPayment(deps.db, named.merchantId, paymentId), 'payment')
  const request = { ...named, kind: kind.name, digest: digestOf({ paymentId, body }) }
  const readsFirst = (now: Payment) => kind.readsFirst(now, input)
  const run = (plan: (locked: LockedPayment) => Plan<Name>) => {
    const begin = () => beginOnPayment(deps, request, payment, { readsFirst, plan })
    return runOperation(deps, asKind(kind), { ...request, begin })
  }
  return await run(locked => kind.plan(locked, input)).catch(async error => {
    if (!(error instanceof PlanRefused)) throw error
    return await run(locked => {
      const plan = kind.plan(locked, input)
      if (isDeepStrictEqual(kind.terms(plan.arguments), error.terms)) throw error
      return plan
    })
  })
}

/** The processor refused a plan. The payment has been read since. */
class PlanRefused extends Problem {
  readonly terms: unknown[]

  constructor({ code, message, extras }: Problem, terms: unknown[]) {
    super(code, message, extras)
    this.terms = terms
  }
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
    async refuse(deps, operation, refusal) {
      const refundId = kind.reserved?.(operation.arguments) ?? null
      if (!(await release(deps, operation, refusal, refundId))) return null
      if (!saysOfPayment.includes(refusal.reason)) return refusalProblem(refusal)
      const known = existing(await findPayment(deps.db, operation.merchantId, operation.paymentId), 'payment')
      const { status } = await requireRefreshed(deps, known, operation.operationId)
      const problem = refusalProblem(refusal, { currentStatus: status, allowedFrom: kind.allowedFrom })
      return new PlanRefused(problem, kind.terms(operation.arguments))
    },
  }
}

/** Refusals because of the payment's state or amounts, which the processor may know better. */
const saysOfPayment: RefusalReason[] = ['invalid', 'wrong_state']

type OnPaymentBase = LeasedBase & { paymentId: PaymentId }

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
    const isOurs = await finishOperation(tx, operation, { sealedAnswer, at })
    return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
  })
}

/** Frees the key and what was reserved. False when the lease was lost. */
async function release(
  deps: PaymentDeps,
  operation: OnPaymentBase,
  refusal: Refusal,
  refundId: RefundId | null,
): Promise<boolean> {
  const { merchantId, paymentId, operationId } = operation
  return await deps.db.begin(async tx => {
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
}

/** The payment, if it is as an earlier try wanted it to be. */
export async function readIf(
  processor: Processor,
  accountId: string,
  processorPaymentId: string,
  isAsWanted: (payment: PaymentSnapshot) => boolean,
): Promise<Outcome<PaymentSnapshot | null>> {
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (reading.kind !== 'done') return reading
  return { kind: 'done', value: isAsWanted(reading.value) ? reading.value : null }
}
