import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { changeMetadata, type MetadataChange } from '../api/metadata.ts'
import { sent } from '../api/params.ts'
import type { Settings } from '../api/route.ts'
import { feeShareOf, refundShare } from '../application-fees/refund-fee.ts'
import { moveMoney } from '../balance/move-money.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import { formatMoney } from '../money.ts'
import type { ChargeRecord } from '../records/charge.ts'
import { isInquiry } from '../records/dispute.ts'
import type { RefundRecord } from '../records/refund.ts'
import { isDebit } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'
import { destinationOf, newRefund, newRefundId } from './new-refund.ts'

interface RefundInput {
  charge: string | undefined
  payment_intent: string | undefined
  amount: number | undefined
  reason: string | undefined
  refund_application_fee: boolean | undefined
  instructions_email: string | undefined
  metadata: MetadataChange | undefined
}

export function createRefund(tx: Tx, account: string, input: RefundInput, settings: Settings): RefundRecord {
  const charge = chargeOf(tx, account, input)
  requireUndisputed(tx, charge)
  const amount = amountOf(charge, input.amount)
  if (input.refund_application_fee && charge.application_fee === null) {
    const message = `Attempting to refund_application_fee on charge ${charge.id}, but it has no application fee.`
    throw invalidRequest(message, { param: 'refund_application_fee' })
  }
  const slow = charge.paidWith.behavior === 'refund_pending' || isDebit(charge.paidWith.type)
  const share = input.refund_application_fee ? feeShareOf(tx, charge, amount) : 0
  const id = newRefundId(tx)
  const moved = moveMoney(tx, {
    account: charge.account,
    type: charge.id.startsWith('py_') ? 'payment_refund' : 'refund',
    amount: -amount,
    currency: charge.currency,
    source: id,
    fees: [{ type: 'application_fee', amount: -share }],
  })
  const choices = {
    balance_transaction: moved.id,
    amount,
    status: slow ? 'pending' : 'succeeded',
    reason: input.reason ?? null,
    ...sent(input, 'instructions_email'),
    metadata: changeMetadata({}, input.metadata),
    destination: destinationOf(charge),
  } as const
  const refund = newRefund(tx, charge, choices, id)
  const refunded = tx.put('charge', { ...charge, amountRefunded: charge.amountRefunded + amount })
  emit(tx, 'refund.created', 'refund', refund)
  emit(tx, 'charge.refunded', 'charge', refunded, charge)
  refundShare(tx, charge, share)
  if (slow) schedule(tx, 'finish_refund', refund, tx.nowMs + settings.settleAfterMs)
  if (charge.paidWith.behavior === 'refund_fail') {
    schedule(tx, 'fail_refund', refund, tx.nowMs + settings.settleAfterMs)
  }
  return refund
}

function chargeOf(tx: Tx, account: string, input: RefundInput): ChargeRecord {
  if (input.charge !== undefined) return find(tx, 'charge', account, input.charge, 'charge')
  if (input.payment_intent === undefined) {
    const message =
      'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalidRequest(message, { code: 'parameter_missing' })
  }
  const intent = find(tx, 'payment_intent', account, input.payment_intent, 'payment_intent')
  const charge = intent.latest_charge ? tx.tables.charge.get(intent.latest_charge) : undefined
  if (charge?.status !== 'succeeded') {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
    throw invalidRequest(message, { param: 'payment_intent' })
  }
  return charge
}

/** A won dispute returned the money and an inquiry never took it, so both leave the charge refundable. */
function requireUndisputed(tx: Tx, charge: ChargeRecord): void {
  const ids = tx.tables.dispute.indexed('charge', charge.id)
  const disputes = ids.flatMap(id => tx.tables.dispute.get(id) ?? [])
  if (disputes.every(dispute => dispute.status === 'won' || isInquiry(dispute))) return
  const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
  throw invalidRequest(message, { code: 'charge_disputed' })
}

function amountOf(charge: ChargeRecord, asked: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} has not succeeded; there is nothing to refund.`, {
      code: 'charge_not_refundable',
      param: 'charge',
    })
  }
  if (!charge.captured) {
    const message = `Charge ${charge.id} has not been captured. Cancel its PaymentIntent to release the funds.`
    throw invalidRequest(message, { code: 'charge_not_refundable', param: 'charge' })
  }
  const left = charge.amount_captured - charge.amountRefunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest(message, { code: 'charge_already_refunded' })
  }
  if (asked !== undefined && asked > left) {
    const wanted = formatMoney(asked, charge.currency)
    const limit = charge.amountRefunded === 0 ? 'charge amount' : 'unrefunded amount on charge'
    const message = `Refund amount (${wanted}) is greater than ${limit} (${formatMoney(left, charge.currency)})`
    throw invalidRequest(message, { param: 'amount' })
  }
  return asked ?? left
}
