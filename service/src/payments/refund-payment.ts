import { newRefundId, type RefundId } from '../ids.ts'
import { formatMoney } from '../money.ts'
import { askOnce } from '../operations/ask-once.ts'
import { surrender } from '../operations/conclude.ts'
import type { Reply } from '../operations/gate.ts'
import type { Claimed } from '../operations/operation.ts'
import { problems } from '../problems.ts'
import type { NewRefund, Outcome, Processor, RefundedPayment, RefundReason } from '../processors/port.ts'
import type { Locked } from './locked.ts'
import { type PaymentDeps, processorNamed } from './operate.ts'
import { enterOnPayment, type OperationTarget, type Plan, settleOnPayment } from './operate-on-payment.ts'
import { completedWith, type Refund, type RefundState, sumOf } from './payment.ts'
import { refundsOf } from './payments.sql.ts'
import { refuseOnPayment } from './refuse-on-payment.ts'

export interface RefundInput {
  amountCents?: number
  reason?: RefundReason
  refundApplicationFee?: boolean
}

interface RefundIntent {
  processor: string
  accountId: string
  refundId: RefundId
  refund: NewRefund
}

const refundable = ['succeeded', 'partially_refunded']
const taken: RefundState[] = ['reserved', 'pending', 'succeeded']

export async function refundPayment(
  deps: PaymentDeps,
  target: OperationTarget,
  input: RefundInput,
): Promise<Reply> {
  const entered = await enterOnPayment(deps, target, locked => plan(locked, input))
  return entered.kind === 'reply' ? entered.reply : await performRefund(deps, entered.operation)
}

export async function performRefund(deps: PaymentDeps, operation: Claimed): Promise<Reply> {
  const intent = operation.intent as RefundIntent
  const { processor: name, accountId, refund, refundId } = intent
  const processor = processorNamed(deps, name)
  if (operation.resumed && (await isHeardOf(deps, operation, refundId))) {
    return await settleOnPayment(deps, operation, payment => completedWith(payment, {}))
  }
  const outcome = await askOnce(deps, operation, processor, {
    ask: idempotencyKey => processor.refundPayment({ accountId, idempotencyKey }, refund),
    find: () => findRefund(processor, intent),
  })
  if (outcome.kind === 'unknown') throw await surrender(deps, operation)
  if (outcome.kind === 'refused') {
    throw await refuseOnPayment(deps, operation, outcome.refusal, refundable, refundId)
  }
  const { refund: made, fee } = outcome.value
  return await settleOnPayment(deps, operation, payment =>
    completedWith(payment, { refunds: [made], ...(fee ? { fee } : {}) }),
  )
}

/** An event brought what the answer did not: there is nothing left to ask. */
async function isHeardOf(
  { db }: PaymentDeps,
  { merchantId, paymentId }: Claimed,
  refundId: RefundId,
): Promise<boolean> {
  const refunds = await refundsOf(db, merchantId, paymentId)
  return refunds.some(refund => refund.refundId === refundId && refund.processorRefundId !== null)
}

async function findRefund(
  processor: Processor,
  { accountId, refund, refundId }: RefundIntent,
): Promise<Outcome<RefundedPayment | null>> {
  const reading = await processor.readPayment(accountId, refund.processorPaymentId)
  if (reading.kind !== 'done') return reading
  const { refunds = [], fee = null } = reading.value
  const found = refunds.find(made => made.refundId === refundId && made.amountCents === refund.amountCents)
  return { kind: 'done', value: found ? { refund: found, fee } : null }
}

function plan({ payment, refunds }: Locked, input: RefundInput): Plan {
  if (!refundable.includes(payment.status)) {
    throw problems.invalidState('Only a completed payment can be refunded.', payment.status, refundable)
  }
  // below nothing when one was made elsewhere while another of ours is in flight: not both can succeed
  const leftCents = payment.capturedCents - sumOf(refunds, taken, refund => refund.amountCents)
  if (leftCents <= 0) throw problems.inProgress('Refunds of all that is left are still in flight.')
  const amountCents = input.amountCents ?? leftCents
  if (amountCents > leftCents) {
    const message = `must be at most ${leftCents}`
    const left = formatMoney(leftCents, payment.currency)
    throw problems.invalidRequest(`${left} is left to refund: amountCents ${message}.`, [
      { path: 'amountCents', message },
    ])
  }
  const reserve: Refund = {
    refundId: newRefundId(),
    processorRefundId: null,
    amountCents,
    returnsFee: payment.feeCents > 0 && (input.refundApplicationFee ?? true),
    reason: input.reason ?? null,
    state: 'reserved',
    feeUnread: false,
  }
  const intent: RefundIntent = {
    processor: payment.processor,
    accountId: payment.accountId,
    refundId: reserve.refundId,
    refund: {
      processorPaymentId: payment.processorPaymentId,
      amountCents,
      reason: reserve.reason,
      returnFee: reserve.returnsFee,
      metadata: { svcPaymentId: payment.paymentId, svcRefundId: reserve.refundId },
    },
  }
  return { intent, reserve }
}
