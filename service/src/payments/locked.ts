import type { Tx } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { problems } from '../problems.ts'
import type { Payment, Refund } from './payment.ts'
import { lockPayment, refundsOf } from './payments.sql.ts'

/** A payment that nobody else can change until the transaction ends. */
export interface Locked {
  payment: Payment
  refunds: Refund[]
}

export async function lockWithRefunds(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<Locked> {
  const payment = await lockPayment(tx, merchantId, paymentId)
  if (!payment) throw problems.notFound('payment')
  return { payment, refunds: await refundsOf(tx, merchantId, payment.paymentId) }
}
