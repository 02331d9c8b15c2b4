import { invalidRequest } from '../api/errors.ts'
import { moveMoney } from '../balance/move-money.ts'
import { emit } from '../events/emit.ts'
import { formatMoney } from '../money.ts'
import {
  type ApplicationFeeRecord,
  amountRefunded,
  type FeeRefundRecord,
} from '../records/application-fee.ts'
import type { ChargeRecord } from '../records/charge.ts'
import type { Metadata } from '../records/stored.ts'
import type { Tx } from '../store/store.ts'

/**
 * The share of the fee that corresponds to a refund of `amount`, rounded so that the shares of a full
 * refund add up to the fee. Shares that an earlier refund did not ask for stay with the platform. A refund that
 * fails later does not take its share back.
 */
export function feeShareOf(tx: Tx, charge: ChargeRecord, amount: number): number {
  const fee = feeOf(tx, charge)
  if (!fee) return 0
  const shareOf = (refunded: number) => Math.round((fee.amount * refunded) / charge.amount_captured)
  const part = shareOf(charge.amountRefunded + amount) - shareOf(charge.amountRefunded)
  const left = fee.amount - amountRefunded(fee)
  return Math.max(0, Math.min(part, left))
}

export function refundShare(tx: Tx, charge: ChargeRecord, share: number): void {
  const fee = feeOf(tx, charge)
  if (fee && share > 0) addFeeRefund(tx, fee, share, {})
}

function feeOf(tx: Tx, { application_fee: id }: ChargeRecord): ApplicationFeeRecord | undefined {
  return id ? tx.tables.application_fee.get(id) : undefined
}

export function refundFee(
  tx: Tx,
  fee: ApplicationFeeRecord,
  asked: number | undefined,
  metadata: Metadata,
): { fee: ApplicationFeeRecord; refund: FeeRefundRecord } {
  const left = fee.amount - amountRefunded(fee)
  if (left === 0) {
    throw invalidRequest(`Application fee ${fee.id} has already been refunded.`, {
      code: 'application_fee_already_refunded',
    })
  }
  if (asked !== undefined && asked > left) {
    const wanted = formatMoney(asked, fee.currency)
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on fee (${formatMoney(left, fee.currency)})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const refunded = addFeeRefund(tx, fee, asked ?? left, metadata)
  const { id, amount } = refunded.refund
  // a separate movement here; when the charge is refunded, it is part of the refund's movement
  const movement = { account: fee.payer, type: 'adjustment', amount, currency: fee.currency }
  moveMoney(tx, { ...movement, source: id, parent: fee.id })
  return refunded
}

function addFeeRefund(tx: Tx, before: ApplicationFeeRecord, amount: number, metadata: Metadata) {
  const id = `fr_1${tx.random(23)}`
  const { account, currency } = before
  const movement = {
    account,
    type: 'application_fee_refund',
    amount: -amount,
    currency,
    source: id,
    parent: before.id,
  }
  const balance_transaction = moveMoney(tx, movement).id
  const refund: FeeRefundRecord = { id, created: tx.now, amount, metadata, balance_transaction }
  const fee = tx.put('application_fee', { ...before, refunds: [refund, ...before.refunds] })
  emit(tx, 'application_fee.refunded', 'application_fee', fee, before)
  return { fee, refund }
}
