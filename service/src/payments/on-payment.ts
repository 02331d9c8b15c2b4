import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/db.ts'
import type { MerchantId, PaymentId, RefundId } from '../ids.ts'
import { type Reply, sealAnswer } from '../operations/answer.ts'
import type { Finished, Kind } from '../operations/kind.ts'
import { callKeyOf, digestOf, type LeasedBase, type OperationArguments } from '../operations/operation.ts'
import { finishOperation, refuseOperation } from '../operations/operations.sql.ts'
import { runOperation } from '../operations/run-operation.ts'
import { existing, Problem, problems } from '../problems.ts'
import type { Outcome, Refusal, RefusalReason } from '../processors/outcomes.ts'
import type { Memo, PaymentSnapshot, Processor } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import {
  beginOnPayment,
  type OnPaymentName,
  type Plan,
  type PlannedCall,
  type Planner,
  type Recalled,
} from './begin-on-payment.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type LockedPayment, lockWithRefunds, takeIn } from './locked-payment.ts'
import { type Payment, presentPayment } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { refreshPayment, requireRefreshed } from './refresh-payment.ts'

/** What is special about a capture, a refund or a cancel. */
export interface OnPaymentKind<Name extends OnPaymentName, Input, Answer>
  extends Pick<Kind<PaymentDeps, Name, Answer>, 'name' | 'ask' | 'find' | 'known'> {
  /** The states that allow it. */
  allowedFrom: string[]
  /** Whether the plan needs to know what the processor has now. */
  readsFirst(payment: Payment, input: Input): boolean
  /** Decides on the locked payment; throws the problem when its state does not allow it. */
  plan(locked: LockedPayment, input: Input, call: PlannedCall): Plan<Name>
  /**
   * When the payment's state does not allow the call, the call itself may be why, and only this database has forgotten
   * it. Returns what the processor did for it; null when nothing.
   */
  recall(deps: PaymentDeps, payment: Payment, memo: Memo): Promise<Outcome<Recalled<Name, Answer> | null>>
  /** What a plan depends on: with the same terms, the processor would refuse again. */
  terms(args: OperationArguments[Name]): unknown[]
  /** The refund that is reserved for it. */
  reserved?(args: OperationArguments[Name]): RefundId
  /** What the answer says about the payment. */
  apply(payment: Payment, answer: Answer): PaymentSnapshot
}

export interface PaymentTarget {
  merchantId: MerchantId
  paymentId: string
  idempotencyKey: string | null
  /** What makes two requests the same one. */
  body: unknown
  /** Whether a call without a key may be a blind retry of this one. */
  answerOwed: boolean
  /** The caller is gone, or cannot be waiting any more. */
  isAbandoned?: () => boolean
  traceId: string | null
}

/**
 * Runs a request through the gate. It begins and ends under the payment's lock. When the processor refuses, the payment
 * is read and the call planned once more, because the ledger may not have heard of a change yet.
 */
export async function runOnPayment<Name extends OnPaymentName, Input, Answer>(
  deps: PaymentDeps,
  kind: OnPaymentKind<Name, Input, Answer>,
  target: PaymentTarget,
  input: Input,
): Promise<Reply> {
  const { paymentId, body, isAbandoned = () => false, ...named } = target
  const payment = existing(await findPayment(deps.db, named.merchantId, paymentId), 'payment')
  const callKey = callKeyOf(named, kind.name, paymentId)
  const request = { ...named, kind: kind.name, callKey, digest: digestOf({ paymentId, body }) }
  const readsFirst = (now: Payment) => kind.readsFirst(now, input)
  const recall = (now: Payment, memo: Memo) => kind.recall(deps, now, memo)
  const run = (plan: Planner<Name, Answer>['plan']) => {
    const begin = async () => {
      const begun = await beginOnPayment(deps, request, payment, { readsFirst, plan, recall })
      // the caller may have repeated it blindly, and that call may be done
      if (begun?.kind === 'perform' && request.idempotencyKey === null && isAbandoned()) {
        const { operation } = begun
        await release(deps, operation, abandoned, kind.reserved?.(operation.arguments) ?? null)
        throw problems.unavailable(abandoned.message)
      }
      return begun
    }
    return runOperation(deps, asKind(kind), { ...request, begin })
  }
  return await run((locked, call) => kind.plan(locked, input, call)).catch(async error => {
    if (!(error instanceof PlanRefused)) throw error
    return await run((locked, call) => {
      const plan = kind.plan(locked, input, call)
      if (isDeepStrictEqual(kind.terms(plan.arguments), error.terms)) throw error
      return plan
    })
  })
}

const abandoned: Refusal = {
  reason: 'busy',
  code: null,
  message: 'The call could not begin in time, and nothing was done.',
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
    finish(deps, operation, answer) {
      const refundId = kind.reserved?.(operation.arguments) ?? null
      return finish(deps, operation, refundId, payment => kind.apply(payment, answer))
    },
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

/** Refusals that depend on the payment's state or amounts, which the processor may know better. */
const saysOfPayment: RefusalReason[] = ['invalid', 'wrong_state']

type OnPaymentBase = LeasedBase & { paymentId: PaymentId }

/** One commit: the payment, its refunds, the postings and the answer. */
async function finish(
  deps: PaymentDeps,
  operation: OnPaymentBase,
  reservedId: RefundId | null,
  snapshotOf: (payment: Payment) => PaymentSnapshot,
): Promise<Finished> {
  const { merchantId, paymentId, operationId: source } = operation
  const write = async (tx: Tx): Promise<Finished> => {
    const at = deps.clock.now()
    let locked = await lockWithRefunds(tx, merchantId, paymentId)
    const snapshot = snapshotOf(locked.payment)
    // the refund of an attempt that this database has forgotten: what is reserved for this one is not needed
    if (snapshot.refunds?.some(({ refundId }) => refundId !== null && refundId !== reservedId)) {
      await freeReserved(tx, locked, reservedId, { source, at })
      locked = await lockWithRefunds(tx, merchantId, paymentId)
    }
    const applied = await takeIn(tx, locked, snapshot, { trust: 'report', source, at })
    if (applied.kind === 'doubtful') return { kind: 'doubtful' }
    const payment = applied.kind === 'changed' ? applied.payment : locked.payment
    const body = JSON.stringify(presentPayment(payment))
    const sealedAnswer = sealAnswer(deps, operation, body)
    const isOurs = await finishOperation(tx, { ...operation, sealedAnswer, at })
    return isOurs ? { kind: 'finished', body } : { kind: 'lost' }
  }
  const finished = await deps.db.begin(write)
  if (finished.kind !== 'doubtful') return finished
  // something is missing here, such as the failure of an earlier refund: the processor knows
  const known = await findPayment(deps.db, merchantId, paymentId)
  if (known) await refreshPayment(deps, known, source)
  return await deps.db.begin(write)
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
    const locked = await lockWithRefunds(tx, merchantId, paymentId)
    if (!(await refuseOperation(tx, operation, refusal, at))) return false
    await freeReserved(tx, locked, refundId, { source: operationId, at })
    return true
  })
}

async function freeReserved(
  tx: Tx,
  { payment, refunds }: LockedPayment,
  refundId: RefundId | null,
  cause: { source: string; at: Date },
): Promise<void> {
  const reserved = refunds.find(refund => refund.refundId === refundId && refund.state === 'reserved')
  if (reserved) await writeChange(tx, { payment, refunds: [{ ...reserved, state: 'released' }], ...cause })
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
