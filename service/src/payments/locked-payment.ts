import type { Tx } from '../db/db.ts'
import { type MerchantId, newRefundId } from '../ids.ts'
import { existing } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { type Applied, applySnapshot, type Trust } from './apply-snapshot.ts'
import { writeChange } from './change.sql.ts'
import type { Payment, Refund } from './payment.ts'
import { lockPayment, refundsOf } from './payments.sql.ts'

/** A payment that no other transaction can change until this one ends. */
export interface LockedPayment {
  payment: Payment
  refunds: Refund[]
}

export async function lockWithRefunds(
  tx: Tx,
  merchantId: MerchantId,
  paymentId: string,
): Promise<LockedPayment> {
  const payment = existing(await lockPayment(tx, merchantId, paymentId), 'payment')
  return { payment, refunds: await refundsOf(tx, merchantId, payment.paymentId) }
}

/** Applies a snapshot: payment, refunds and postings change together. */
export async function takeIn(
  tx: Tx,
  { payment, refunds }: LockedPayment,
  snapshot: PaymentSnapshot,
  { trust, source, at }: { trust: Trust; source: string; at: Date },
): Promise<Applied> {
  const applied = applySnapshot(payment, refunds, snapshot, { trust, newRefundId })
  if (applied.kind !== 'changed') return applied
  await writeChange(tx, { ...applied, source, at })
  return { ...applied, payment: { ...applied.payment, updatedAt: at } }
}
