import type { Static } from '@fastify/type-provider-typebox'
import { newRefundId, type RefundId, refundIdOf } from '../ids.ts'
import { formatMoney } from '../money.ts'
import { memoOf, otherRequest } from '../operations/operation.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import type { OnPaymentKind } from './on-payment.ts'
import { completedWith, type Payment, type Refund, type RefundState, sumOf } from './payment.ts'
import { refundsOf } from './payments.sql.ts'
import type { RefundBody } from './schemas.ts'

/** The refund and the fee, as the processor reports them; empty when both are known here. */
type RefundAnswer = Pick<PaymentSnapshot, 'refunds' | 'fee'>

const allowedFrom = ['succeeded', 'partially_refunded']

export const refund: OnPaymentKind<'refund', Static<typeof RefundBody>, RefundAnswer> = {
  name: 'refund',
  allowedFrom,

  /** More is left than was thought if an earlier refund has failed. If less is left, the processor refuses. */
  readsFirst: ({ refundedCents }, { amountCents }) => amountCents === undefined && refundedCents > 0,

  plan({ payment, refunds }, { amountCents, reason = null, refundApplicationFee = true }, call) {
    if (!allowedFrom.includes(payment.status)) {
      throw problems.invalidState('Only a completed payment can be refunded.', payment.status, allowedFrom)
    }
    const { processor, accountId, processorPaymentId, paymentId } = payment
    const refundId = call.callKey === null ? newRefundId() : refundIdOf(call.callKey, call.attempt)
    if (refunds.some(refund => refund.refundId === refundId && refund.processorRefundId !== null)) {
      throw problems.invalidState('This refund was made before.', payment.status, allowedFrom)
    }
    const reserve: Refund = {
      refundId,
      processorRefundId: null,
      amountCents: refundableOf(payment, refunds, amountCents),
      returnsFee: payment.feeCents > 0 && refundApplicationFee,
      reason,
      state: 'reserved',
      feeUnread: false,
    }
    const { returnsFee } = reserve
    const metadata = { svcPaymentId: paymentId, svcRefundId: refundId }
    const asked = {
      processorPaymentId,
      amountCents: reserve.amountCents,
      reason,
      returnFee: returnsFee,
      metadata,
    }
    return { arguments: { processor, accountId, refundId, refund: asked }, reserve }
  },

  terms: ({ refund: { amountCents, returnFee } }) => [amountCents, returnFee],

  async ask(deps, operation, idempotencyKey) {
    const { processor, accountId, refund } = operation.arguments
    const asked = { ...refund, memo: memoOf(operation) }
    const outcome = await processorNamed(deps, processor).refundPayment({ accountId, idempotencyKey }, asked)
    if (outcome.kind !== 'done') return outcome
    const { refund: made, fee } = outcome.value
    return { kind: 'done', value: { refunds: [made], ...(fee ? { fee } : {}) } }
  },

  async find(deps, operation) {
    const { processor, accountId, refund, refundId } = operation.arguments
    const memo = memoOf(operation)
    const reading = await processorNamed(deps, processor).readPayment(accountId, refund.processorPaymentId)
    if (reading.kind !== 'done') return reading
    const { refunds = [], fee } = reading.value
    const found =
      refunds.find(
        made => made.refundId === refundId && (made.memo || made.amountCents === refund.amountCents),
      ) ?? refunds.find(made => memo?.key && made.memo?.key === memo.key)
    if (found?.memo && found.memo.digest !== memo?.digest) return otherRequest
    return { kind: 'done', value: found ? { refunds: [found], ...(fee ? { fee } : {}) } : null }
  },

  async recall(deps, { processor, accountId, processorPaymentId }, memo) {
    const reading = await processorNamed(deps, processor).readPayment(accountId, processorPaymentId)
    if (reading.kind !== 'done') return reading
    const { refunds = [], fee } = reading.value
    const found = refunds.find(made => made.memo?.key === memo.key)
    if (!found) return { kind: 'done', value: null }
    if (found.memo?.digest !== memo.digest) return otherRequest
    const { amountCents } = found
    const refundId = found.refundId as RefundId
    const refund = { processorPaymentId, amountCents, reason: null, returnFee: true, metadata: {} }
    const answer = { refunds: [found], ...(fee ? { fee } : {}) }
    return { kind: 'done', value: { arguments: { processor, accountId, refundId, refund }, answer } }
  },

  /** An event has brought the outcome, so there is nothing left to ask. */
  async known({ db }, { merchantId, paymentId, arguments: { refundId } }) {
    const refunds = await refundsOf(db, merchantId, paymentId)
    const ours = refunds.find(refund => refund.refundId === refundId)
    return ours && ours.processorRefundId !== null ? {} : null
  },

  reserved: ({ refundId }) => refundId,

  apply: completedWith,
}

/**
 * The requested amount, or everything that is left. Refunds in flight may still fail, so they do not count as too much.
 */
function refundableOf(payment: Payment, refunds: Refund[], asked: number | undefined): number {
  const sumOfAmounts = (states: RefundState[]) => sumOf(refunds, states, refund => refund.amountCents)
  const leftCents = payment.capturedCents - sumOfAmounts(['pending', 'succeeded'])
  // negative when a refund was made elsewhere while ours is in flight: not both can succeed
  const freeCents = leftCents - sumOfAmounts(['reserved'])
  const amountCents = asked ?? freeCents
  if (amountCents > leftCents) {
    const message = `must be at most ${leftCents}`
    const left = formatMoney(leftCents, payment.currency)
    throw problems.invalidRequest(`${left} is left to refund: amountCents ${message}.`, [
      { path: 'amountCents', message },
    ])
  }
  if (freeCents <= 0 || amountCents > freeCents) {
    throw problems.inProgress('Refunds of the remaining amount are still in progress.')
  }
  return amountCents
}
