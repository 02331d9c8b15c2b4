import type { Static } from '@fastify/type-provider-typebox'
import { newRefundId, refundIdOf } from '../ids.ts'
import { formatMoney } from '../money.ts'
import { askOnce } from '../operations/ask-once.ts'
import { type LeasedOperation, memoOf, otherRequest } from '../operations/operation.ts'
import { findEarlier, leaveOpen, type Reply, underLease } from '../operations/reply.ts'
import { problems } from '../problems.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { inSpan } from '../tracing/span.ts'
import { isNamedIn } from './apply-snapshot.ts'
import {
  begin,
  callOn,
  type PaymentTarget,
  type Plan,
  readFirst,
  release,
  settle,
} from './call-on-payment.ts'
import { type CallDeps, processorNamed } from './deps.ts'
import { completedWith, type PaymentStatus, type Returned, sumOf } from './payment.ts'
import { type LockedPayment, refundsOf } from './payments.sql.ts'
import type { RefundBody } from './schemas.ts'

type RefundInput = Static<typeof RefundBody>

const allowedFrom: PaymentStatus[] = ['succeeded', 'partially_refunded']

/** Refunds in full or in part, once per key. */
export async function refundPayment(deps: CallDeps, target: PaymentTarget<RefundInput>): Promise<Reply> {
  const call = await callOn(deps, 'refund', target)
  return await inSpan('operation refund', { 'svcpay.merchant_id': call.merchantId }, async () => {
    const known =
      (await findEarlier(deps, call)) ??
      (await readFirst(deps, call)) ??
      (await begin(deps, call, locked => plan(locked, target.body, call.callKey)))
    return known.kind === 'answered' ? known.reply : await completeRefund(deps, known.operation)
  })
}

/** Completes the operation, starting with the call to the processor. Retries and the recovery job also start here. */
export async function completeRefund(deps: CallDeps, operation: LeasedOperation<'refund'>): Promise<Reply> {
  const { processor: name, accountId, refund, refundId } = operation.arguments
  const processor = processorNamed(deps, name)
  return await underLease(deps, operation, async () => {
    // an event may have reported the outcome, so nothing is left to ask
    const known = operation.resumedBy ? await refundsOf(deps.db, operation) : []
    if (known.some(made => made.refundId === refundId && made.processorRefundId !== null))
      return await settle(deps, operation, payment => completedWith(payment, {}))
    const outcome = await askOnce<Returned>(deps, operation, {
      readTime: () => processor.readTime(accountId),
      ask: async idempotencyKey => {
        const asked = { ...refund, memo: memoOf(operation) }
        const outcome = await processor.refundPayment({ accountId, idempotencyKey }, asked)
        if (outcome.kind !== 'done') return outcome
        const { refund: made, fee } = outcome.value
        return { kind: 'done', value: { refunds: [made], ...(fee ? { fee } : {}) } }
      },
      find: async () => madeIn(await processor.readPayment(accountId, refund.processorPaymentId), operation),
    })
    if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
    if (outcome.kind === 'refused') return await release(deps, operation, outcome, allowedFrom)
    return await settle(deps, operation, payment => completedWith(payment, outcome.value))
  })
}

/** The refund to request and to reserve. Throws a problem if the payment does not allow it. */
function plan(locked: LockedPayment, input: RefundInput, callKey: string | null): Plan<'refund'> {
  const { payment, refunds } = locked
  const { reason = null, refundApplicationFee = true } = input
  const { processor, accountId, processorPaymentId, paymentId: svcPaymentId, status } = payment
  if (!allowedFrom.includes(status)) {
    throw problems.invalidState('Only a completed payment can be refunded.', status, allowedFrom)
  }
  const refundId = callKey === null ? newRefundId() : refundIdOf(callKey)
  if (refunds.some(refund => refund.refundId === refundId && refund.processorRefundId !== null)) {
    throw problems.invalidState('This refund has already been made.', status, allowedFrom)
  }
  const amountCents = refundableOf(locked, input.amountCents)
  const returnFee = payment.feeCents > 0 && refundApplicationFee
  const metadata = { svcPaymentId, svcRefundId: refundId }
  const refund = { processorPaymentId, amountCents, reason, returnFee, metadata }
  const unnamed = { processorRefundId: null, state: 'reserved', feeUnread: false } as const
  return {
    arguments: { processor, accountId, refundId, refund },
    reserved: { ...unnamed, refundId, amountCents, returnsFee: returnFee, reason },
  }
}

/**
 * The requested amount, or everything that is left. Refunds in flight may still fail, so if the amount is too large only
 * because of them, the answer is `in_progress`.
 */
function refundableOf({ payment, refunds }: LockedPayment, asked: number | undefined): number {
  const leftCents = payment.capturedCents - sumOf(refunds, ['pending', 'succeeded'])
  // negative if a refund was made elsewhere while ours is in flight: only one of the two can succeed
  const freeCents = leftCents - sumOf(refunds, ['reserved'])
  const amountCents = asked ?? freeCents
  if (amountCents > leftCents)
    throw problems.tooMuch(`${formatMoney(leftCents, payment.currency)} is left to refund`, leftCents)
  if (freeCents <= 0 || amountCents > freeCents) {
    throw problems.inProgress('Refunds of the remaining amount are still in progress.')
  }
  return amountCents
}

/** Finds the operation's refund in a reading of the payment. */
function madeIn(
  reading: Outcome<PaymentSnapshot>,
  operation: LeasedOperation<'refund'>,
): Outcome<Returned | null> {
  if (reading.kind !== 'done') return reading
  const { refundId, refund } = operation.arguments
  const { refunds = [], fee } = reading.value
  const memo = memoOf(operation)
  // 0.2.0 had one id for each attempt
  const found =
    refunds.find(made => isNamedIn(made, { refundId, amountCents: refund.amountCents })) ??
    refunds.find(made => memo.key && made.memo?.key === memo.key)
  if (found?.memo && found.memo.digest !== memo.digest) return otherRequest
  return { kind: 'done', value: found ? { refunds: [found], ...(fee ? { fee } : {}) } : null }
}
