import { newRefundId } from '../ids.ts'
import { formatMoney } from '../money.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot, RefundReason } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import type { OnPaymentKind } from './on-payment.ts'
import { completedWith, type Payment, type Refund, type RefundState, sumOf } from './payment.ts'
import { refundsOf } from './payments.sql.ts'

export interface RefundInput {
  /** Without it, all that is left. */
  amountCents?: number
  reason?: RefundReason
  refundApplicationFee?: boolean
}

/** What the processor says of the refund, and of the fee where it was read; nothing when both are known here. */
type RefundAnswer = Pick<PaymentSnapshot, 'refunds' | 'fee'>

const allowedFrom = ['succeeded', 'partially_refunded']

export const refund: OnPaymentKind<'refund', RefundInput, RefundAnswer> = {
  name: 'refund',
  allowedFrom,

  /** All that is left is more than was thought when an earlier one has failed. When it is less, a refusal tells. */
  readsFirst: ({ refundedCents }, { amountCents }) => amountCents === undefined && refundedCents > 0,

  plan({ payment, refunds }, { amountCents, reason = null, refundApplicationFee = true }) {
    if (!allowedFrom.includes(payment.status)) {
      throw problems.invalidState('Only a completed payment can be refunded.', payment.status, allowedFrom)
    }
    const { processor, accountId, processorPaymentId, paymentId } = payment
    const reserve: Refund = {
      refundId: newRefundId(),
      processorRefundId: null,
      amountCents: refundableOf(payment, refunds, amountCents),
      returnsFee: payment.feeCents > 0 && refundApplicationFee,
      reason,
      state: 'reserved',
      feeUnread: false,
    }
    const { refundId, returnsFee } = reserve
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

  async ask(deps, { arguments: { processor, accountId, refund } }, idempotencyKey) {
    const outcome = await processorNamed(deps, processor).refundPayment({ accountId, idempotencyKey }, refund)
    if (outcome.kind !== 'done') return outcome
    const { refund: made, fee } = outcome.value
    return { kind: 'done', value: { refunds: [made], ...(fee ? { fee } : {}) } }
  },

  async find(deps, { arguments: { processor, accountId, refund, refundId } }) {
    const reading = await processorNamed(deps, processor).readPayment(accountId, refund.processorPaymentId)
    if (reading.kind !== 'done') return reading
    const { refunds = [], fee } = reading.value
    const found = refunds.find(made => made.refundId === refundId && made.amountCents === refund.amountCents)
    return { kind: 'done', value: found ? { refunds: [found], ...(fee ? { fee } : {}) } : null }
  },

  /** An event brought what the answer did not: there is nothing left to ask. */
  async known({ db }, { merchantId, paymentId, arguments: { refundId } }) {
    const refunds = await refundsOf(db, merchantId, paymentId)
    const ours = refunds.find(refund => refund.refundId === refundId)
    return ours && ours.processorRefundId !== null ? {} : null
  },

  reserved: ({ refundId }) => refundId,

  apply: completedWith,
}

/** The amount asked for, or all that is left. What is in flight may come to nothing, so it does not make it too much. */
function refundableOf(payment: Payment, refunds: Refund[], asked: number | undefined): number {
  const sumOfAmounts = (states: RefundState[]) => sumOf(refunds, states, refund => refund.amountCents)
  const leftCents = payment.capturedCents - sumOfAmounts(['pending', 'succeeded'])
  // below nothing when one was made elsewhere while another of ours is in flight: not both can succeed
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
